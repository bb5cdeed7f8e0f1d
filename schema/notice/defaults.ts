/** The fields of a new notice. Kept apart from the schema, so that the browser gets only these. */
export const defaults = {
  isEnabled: true,
  title: "Under Maintenance",
  contactEmail: "support@example.com",
} as const;

/** What the page says in English where the notice has no message; in every language it is over "shortly". */
export const defaultMessage =
  "We're currently performing scheduled maintenance to improve our services. We'll be back online shortly.";
