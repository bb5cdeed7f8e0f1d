import { ok, warning } from "../../../data/diagnostic.ts";
import { shownIn } from "../../../data/predecessor.ts";
import { isNoticeError, messageFor } from "../../../schema/errors/notice-error.ts";
import { nameBySum, versionBySum } from "../../../schema/notice/entity-tag/format.ts";
import { marker } from "../../../schema/notice/protocol.ts";
import { sha256, sumOf } from "../../../schema/notice/sum.ts";
import type { Context } from "../../terminal/context.ts";
import { targetOf } from "../../terminal/publish.ts";
import type { Ask, NoReply, SeenReply } from "./asking/ask.ts";
import { header, isExported, isReply, markedVersion } from "./asking/recognize.ts";
import { requests } from "./asking/sent.ts";
import { inWords, type SeenResult, wrong } from "./symptoms.ts";

/** The store to compare with, and the command's name for messages. */
type StoredNotice = Pick<Context, "backend" | "installation" | "commandName">;

/** The document that open pages get: its number from the marker, unless it is of an export; its hash from its text. */
interface SeenDocument {
  number: number | undefined;
  sum: string;
}

function documentSeen(reply: SeenReply | NoReply): SeenDocument | undefined {
  if (!isReply(reply) || reply.status !== 200 || reply.bodyFault !== undefined) return undefined;
  const number = markedVersion(reply)?.number;
  const isJson = /^application\/json\b/.test(header(reply, "Content-Type") ?? "");
  if (!isJson || (number === undefined && !isExported(reply))) return undefined;
  return { number, sum: sha256(reply.body.toString()) };
}

function inName({ number, sum }: SeenDocument): string {
  const { sum: short } = versionBySum(0, sum);
  return number === undefined ? `an export with the hash ${short}` : `revision ${nameBySum(number, sum)}`;
}

/** Checks the document that open pages request, and compares it with the store if this machine has it. */
export async function checkDocument(
  reply: SeenReply | NoReply,
  ask: Ask,
  path: string,
  store: StoredNotice,
): Promise<SeenResult[]> {
  const seen = documentSeen(reply);
  if (!seen) {
    const has = isReply(reply) && header(reply, marker) === undefined ? ", without the marker" : "";
    return [wrong("document", `${inWords(reply)}${has}`)];
  }
  return [ok("document", inName(seen)), await compare(seen, () => ask(requests.document(path)), store)];
}

async function compare(
  seen: SeenDocument,
  askAgain: () => ReturnType<Ask>,
  store: StoredNotice,
): Promise<SeenResult> {
  const subject = "store";
  try {
    const { number, notice } = await shownIn(targetOf(store));
    const sum = sumOf(notice);
    const stored = nameBySum(number, sum);
    const isStored = (document: SeenDocument) =>
      document.sum === sum && [undefined, number].includes(document.number);
    if (isStored(seen)) return ok(subject, `revision ${stored}, too`);
    // The notice may have been changed in the meantime.
    const again = await askAgain();
    const now = documentSeen(again);
    if (now && isStored(now)) return ok(subject, `revision ${stored}, too`);
    return wrong("version", `${inName(now ?? seen)}, and ${stored} in the store`);
  } catch (error) {
    if (isNoticeError(error, "STORE_MISSING")) return ok(subject, "not compared: this machine has no store");
    return warning(subject, `could not be compared: ${messageFor(error, store.commandName)}`);
  }
}
