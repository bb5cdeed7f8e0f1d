import type { Fault } from "../../../schema/errors/fault.ts";
import { readExpectedReturn } from "../../../schema/notice/expected-return.ts";
import { type Moments, momentsOf, toRfc3339 } from "../../../schema/time/local-time.ts";
import { texts } from "../texts.ts";
import type { DraftReturn } from "./draft.ts";

/**
 * The value for the notice, or a fault. Only this code knows of a missing or impossible time: the schema never sees it.
 */
export function returnValueOf(given: DraftReturn): { value?: string; fault?: Fault } {
  if (given.kind === "none") return {};
  if (given.kind === "words")
    return given.words === ""
      ? faulty(texts.expectedReturn.noWords)
      : { value: given.understood ?? given.words };
  if (given.exact !== undefined) return { value: given.exact };
  const time = timeOf(given);
  if (time !== undefined) return { value: toRfc3339(time, given.zone) };
  return faulty(texts.expectedReturn.noTime(momentsOf(given, given.zone), given));
}

function faulty(detail: string): { fault: Fault } {
  return { fault: { detail, pointer: "#/expectedReturn" } };
}

/** The chosen time, in ms since the epoch; undefined if it is ambiguous, or does not exist. */
export function timeOf(given: DraftReturn): number | undefined {
  const exact = readExpectedReturn(given.exact ?? "");
  if (exact.kind === "time") return exact.time.getTime();
  const moments: Moments = momentsOf(given, given.zone);
  if (moments.kind === "one") return moments.time;
  if (moments.kind !== "two" || !given.occurrence) return undefined;
  return moments.times[given.occurrence === "first" ? 0 : 1];
}
