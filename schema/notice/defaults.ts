/** What the fields of a new notice hold. Apart from the schema, so that the browser gets these alone. */
export const defaults = {
  isEnabled: true,
  title: "Under Maintenance",
  contactEmail: "support@example.com",
} as const;
