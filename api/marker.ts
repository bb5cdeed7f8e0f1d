/** Marks an answer as ours: where it is absent, an open page learns that the app is back. Its value is the revision. */
export const marker = "Maintenance-Notice";
