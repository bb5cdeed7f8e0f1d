import { type DocumentVersion, formatEntityTag } from "../../schema/notice/entity-tag.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { marker, pollPathOf } from "../../schema/notice/protocol.ts";

/** How long a reply may take, in ms. */
const timeoutMs = 10_000;

/** A reply, whether it is ours, the document in it if it has one, and the credentials of its request. */
export interface Answer {
  response: Response;
  isOurs: boolean;
  document?: unknown;
  credentials: RequestCredentials;
}

/**
 * Asks for the notice beside the page, or by HEAD at the page's own path: without its query, as a link may count only
 * once. `shown` is what the page shows already. The controller is aborted if there is no reply in time.
 */
export async function fetchNotice(
  shown: DocumentVersion,
  credentials: RequestCredentials,
  controller: AbortController,
  isOwnPath: boolean,
): Promise<Answer> {
  // The origin is spelled out: the page's URL may hold a password, and its path may begin with two slashes.
  const { origin, pathname } = location;
  // The number keeps caches and service workers from answering.
  const path = isOwnPath ? pathname : `${pollPathOf(pathname)}?${Date.now()}`;
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  const send = (redirect: RequestRedirect): Promise<Response> =>
    fetch(origin + path, {
      method: isOwnPath ? "HEAD" : "GET",
      headers: { "If-None-Match": formatEntityTag(shown) },
      cache: "no-store",
      credentials,
      redirect,
      signal: controller.signal,
    });
  try {
    let response = await send("manual");
    if (response.type === "opaqueredirect")
      response = await send("follow").catch((error) => {
        if (controller.signal.aborted) throw error;
        // A redirect to another origin cannot be followed: it is the app's.
        return response;
      });
    const isOurs = response.headers.has(marker);
    const isDocument = isOurs && response.status === 200 && !isOwnPath;
    return { response, isOurs, credentials, ...(isDocument && { document: await response.json() }) };
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a document can be shown as a notice. Later versions may add anything to it. */
export function isNotice(value: unknown): value is Notice {
  const { title, contactEmail, language = "", translations = {} } = Object(value);
  const texts = [value, ...Object.values(translations)].flatMap(textsOf);
  return [title, contactEmail, language, ...texts].every((text) => typeof text === "string");
}

function textsOf(value: unknown): unknown[] {
  const { title = "", message = "", expectedReturn = "" } = Object(value);
  return [title, message, expectedReturn];
}
