import { type DocumentVersion, formatEntityTag } from "../../schema/notice/entity-tag/format.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { marker, noticePath } from "../../schema/notice/protocol.ts";

/** The reply to a poll, and the document in it if it has one; `shown` is what the page shows already. */
export async function fetchNotice(
  shown: DocumentVersion,
  credentials: RequestCredentials,
  signal: AbortSignal,
): Promise<{ response: Response; document?: unknown }> {
  // The origin is spelled out, because the page's URL may hold a password, and such a URL cannot be fetched.
  const response = await fetch(location.origin + noticePath, {
    headers: { "If-None-Match": formatEntityTag(shown) },
    cache: "no-store",
    credentials,
    redirect: "manual",
    signal,
  });
  if (response.status !== 200 || !response.headers.has(marker)) return { response };
  return { response, document: await response.json() };
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
