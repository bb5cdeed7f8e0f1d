import type { StoreBackend } from "../../../data/store.ts";
import { isNoticeError } from "../../../schema/errors/notice-error.ts";
import { type DocumentVersion, versionBySum, versionName } from "../../../schema/notice/entity-tag/format.ts";
import { marker } from "../../../schema/notice/protocol.ts";
import { sha256, sumOf } from "../../../schema/notice/sum.ts";
import type { Ask, NoReply, SeenReply } from "./asking/ask.ts";
import { header, isReply, markedVersion } from "./asking/recognize.ts";
import { requests } from "./asking/sent.ts";
import { inWords, right, type SeenResult, wrong } from "./symptoms/result.ts";

/** The version of the document that open pages are given: its number by the marker, its sum by its text. */
function versionSeen(reply: SeenReply | NoReply): Required<DocumentVersion> | undefined {
  if (!isReply(reply) || reply.status !== 200 || reply.bodyFault !== undefined) return undefined;
  const number = markedVersion(reply)?.number;
  const isJson = /^application\/json\b/.test(header(reply, "Content-Type") ?? "");
  return number === undefined || !isJson ? undefined : versionBySum(number, sha256(reply.body.toString()));
}

/** Looks at what open pages ask for, and compares it with the store where this machine has that. */
export async function checkDocument(
  reply: SeenReply | NoReply,
  ask: Ask,
  backend: Pick<StoreBackend, "read">,
): Promise<SeenResult[]> {
  const seen = versionSeen(reply);
  if (!seen) {
    const has = isReply(reply) && header(reply, marker) === undefined ? ", without the marker" : "";
    return [wrong("document", `${inWords(reply)}${has}`, reply)];
  }
  return [right("document", `revision ${versionName(seen)}`), await compare(seen, ask, backend)];
}

async function compare(
  seen: Required<DocumentVersion>,
  ask: Ask,
  backend: Pick<StoreBackend, "read">,
): Promise<SeenResult> {
  const subject = "store";
  try {
    const reader = await backend.read();
    const { number, notice } = await reader.latest().finally(() => reader.close());
    const stored = versionName(versionBySum(number, sumOf(notice)));
    if (stored === versionName(seen)) return right(subject, `revision ${stored}, too`);
    // The notice may have been changed in the meantime.
    const again = await ask(requests.document());
    const now = versionSeen(again);
    if (now && stored === versionName(now)) return right(subject, `revision ${stored}, too`);
    const asked = versionName(now ?? seen);
    return wrong("version", `revision ${asked}, and ${stored} in the store`, again);
  } catch (error) {
    if (isNoticeError(error, "STORE_MISSING")) return right(subject, "none on this machine to compare with");
    const detail = `could not be compared: ${(error as Error).message}`;
    return { subject, state: "warning", detail };
  }
}
