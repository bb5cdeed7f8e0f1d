// What the server and the page that it serves agree on.

/** Marks a reply as ours: an open page takes its absence as a sign that the app is back. Its value is the revision. */
export const marker = "Maintenance-Notice";

/** Where an open page fetches the notice. */
export const noticePath = "/api/notice";
