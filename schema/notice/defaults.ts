/** The fields of a new notice. Kept apart from the schema, so that the browser gets only these. */
export const defaults = {
  isEnabled: true,
  title: "Under Maintenance",
  contactEmail: "support@example.com",
} as const;

/** The page's English message if the notice has none. The message says "shortly" in every language. */
export const defaultMessage =
  "We're currently performing scheduled maintenance to improve our services. We'll be back online shortly.";
