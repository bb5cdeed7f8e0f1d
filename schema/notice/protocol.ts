// What the server and the page that it serves agree on.

/** Marks an answer as ours: where it is absent, an open page learns that the app is back. Its value is the revision. */
export const marker = "Maintenance-Notice";

/** Where an open page finds the notice. */
export const noticePath = "/api/notice";
