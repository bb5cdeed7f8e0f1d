/** The fields of a new notice. Kept apart from the schema, so that the browser gets only these. */
export const defaults = {
  isEnabled: true,
  title: "Under Maintenance",
  contactEmail: "support@example.com",
} as const;
