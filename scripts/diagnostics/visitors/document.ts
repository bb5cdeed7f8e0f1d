import { ok, warning } from "../../../data/diagnostic.ts";
import { latestIn } from "../../../data/store.ts";
import { isNoticeError, messageFor } from "../../../schema/errors/notice-error.ts";
import {
  type DocumentVersion,
  nameBySum,
  versionBySum,
  versionName,
} from "../../../schema/notice/entity-tag/format.ts";
import { marker } from "../../../schema/notice/protocol.ts";
import { sha256, sumOf } from "../../../schema/notice/sum.ts";
import type { Context } from "../../terminal/context.ts";
import type { Ask, NoReply, SeenReply } from "./asking/ask.ts";
import { header, isReply, markedVersion } from "./asking/recognize.ts";
import { requests } from "./asking/sent.ts";
import { inWords, type SeenResult, wrong } from "./symptoms.ts";

/** The store to compare with, and the command's name for messages. */
type StoredNotice = Pick<Context, "backend" | "commandName">;

/** The version of the document that open pages get: its number from the marker, its hash from its text. */
function versionSeen(reply: SeenReply | NoReply): Required<DocumentVersion> | undefined {
  if (!isReply(reply) || reply.status !== 200 || reply.bodyFault !== undefined) return undefined;
  const number = markedVersion(reply)?.number;
  const isJson = /^application\/json\b/.test(header(reply, "Content-Type") ?? "");
  return number === undefined || !isJson ? undefined : versionBySum(number, sha256(reply.body.toString()));
}

/** Checks the document that open pages request, and compares it with the store if this machine has it. */
export async function checkDocument(
  reply: SeenReply | NoReply,
  ask: Ask,
  store: StoredNotice,
): Promise<SeenResult[]> {
  const seen = versionSeen(reply);
  if (!seen) {
    const has = isReply(reply) && header(reply, marker) === undefined ? ", without the marker" : "";
    return [wrong("document", `${inWords(reply)}${has}`)];
  }
  return [ok("document", `revision ${versionName(seen)}`), await compare(seen, ask, store)];
}

async function compare(seen: Required<DocumentVersion>, ask: Ask, store: StoredNotice): Promise<SeenResult> {
  const subject = "store";
  try {
    const { number, notice } = await latestIn(store.backend);
    const stored = nameBySum(number, sumOf(notice));
    if (stored === versionName(seen)) return ok(subject, `revision ${stored}, too`);
    // The notice may have been changed in the meantime.
    const again = await ask(requests.document());
    const now = versionSeen(again);
    if (now && stored === versionName(now)) return ok(subject, `revision ${stored}, too`);
    const asked = versionName(now ?? seen);
    return wrong("version", `revision ${asked}, and ${stored} in the store`);
  } catch (error) {
    if (isNoticeError(error, "STORE_MISSING")) return ok(subject, "not compared: this machine has no store");
    return warning(subject, `could not be compared: ${messageFor(error, store.commandName)}`);
  }
}
