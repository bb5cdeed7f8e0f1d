import { setTimeout as pause } from "node:timers/promises";
import { ok } from "../../../data/diagnostic.ts";
import { showValue } from "../../../schema/text/show-value.ts";
import type { Ask, SeenReply } from "./asking/ask.ts";
import { header, isOurs, isReply } from "./asking/recognize.ts";
import { repetitions, requests } from "./asking/sent.ts";
import { type SeenResult, wrong } from "./symptoms.ts";

/** After this many ms a new reply has another `Date`, which has only seconds and which servers keep for one second. */
const dateMovesMs = 2100;
/** Random values of `Retry-After` are all equal less often than this. */
const unlikely = 1e-6;

/**
 * Requests the page repeatedly, to see whether something caches it: by an `Age`, by a `Date` that does not change, or
 * by a `Retry-After` that is always equal, although Backsoon adds a random tenth at most.
 */
export async function checkKept(
  ask: Ask,
  path: string,
  page: SeenReply,
  askedAtMs: number,
): Promise<SeenResult> {
  const replies = [page];
  for (let count = 1; count <= repetitions; count += 1) {
    // The last request comes when a new reply must have another `Date` than the first.
    if (count === repetitions) await pause(Math.max(askedAtMs + dateMovesMs - performance.now(), 0));
    const reply = await ask(requests.page(path));
    if (isReply(reply) && isOurs(reply)) replies.push(reply);
  }
  const fault = findFault(replies);
  return fault === undefined
    ? ok("kept", `not cached (${replies.length} replies compared)`)
    : wrong("kept", fault);
}

function findFault(replies: SeenReply[]): string | undefined {
  const age = replies.map((reply) => header(reply, "Age")).find((value) => Number(value) > 0);
  if (age !== undefined) return `Age: ${showValue(age)}`;
  const [first, last] = [replies[0], replies.at(-1)].map((reply) => reply && header(reply, "Date"));
  if (replies.length > 1 && first !== undefined && first === last)
    return `Date does not change from ${showValue(first)}`;
  const waits = new Set(replies.map((reply) => header(reply, "Retry-After")));
  const [wait] = waits;
  // All values are about equally likely, except the longest wait, which is always the same.
  const values = Number(wait) / 11;
  const chance = values > 1 ? values ** -(replies.length - 1) : 1;
  if (waits.size === 1 && chance < unlikely && Number(wait) < 86_400)
    return `Retry-After is ${showValue(wait)} in ${replies.length} replies`;
  return undefined;
}
