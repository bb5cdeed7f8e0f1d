// What the server, its page, the proxy in front and clients agree on.

import { type DocumentVersion, readEntityTag } from "./entity-tag.ts";

/** Marks a reply as ours: an open page takes its absence as a sign that the app is back. Its value is the revision. */
export const marker = "Maintenance-Notice";

/** The type of the notice as a problem, which never changes: `docs/http.md` describes it. */
export const problemType = "urn:uuid:fec49cac-839b-47bc-b895-dfa245c5a910";

/** Where programs fetch the notice. */
export const noticePath = "/api/notice";

const pollName = "/backsoon-notice";

/** Where a page asks for the notice: behind its own path, so that the request goes wherever the page's own goes. */
export function pollPathOf(path: string): string {
  return path.replace(/\/$/, "") + pollName;
}

/** Whether an open page asks at this path, whatever a proxy has put in front of it or taken off. */
export function isPollPath(path: string): boolean {
  return path.endsWith(pollName) || path.endsWith(`${pollName}/`);
}

/** Where the service shows that its process runs. Apps have their own `/healthz`, which we must not answer. */
export const livenessPath = "/.backsoon/healthz";

/** Where the service says whether visitors may be sent to it, and whether its store is up. */
export const readinessPath = "/.backsoon/readyz";

/** Where the link for staff begins; a secret follows. The proxy answers it with a cookie. */
export const staffPath = "/.backsoon/staff/";

/** The cookie that lets staff past the notice. Its secret is not the link's. */
export const staffCookie = "backsoon_staff";

/**
 * The version of the document in a reply of ours; undefined if the marker is not one to sixteen digits. A proxy may
 * have removed the entity tag.
 */
export function versionOf(headers: Pick<Headers, "get">): DocumentVersion | undefined {
  const number = headers.get(marker) ?? "";
  if (!/^\d{1,16}$/.test(number)) return undefined;
  const sum = readEntityTag(headers.get("ETag") ?? "")?.sum;
  return { number: Number(number), ...(sum && { sum }) };
}
