import type { Fault } from "../../errors/fault.ts";
import { showValue } from "../../text/show-value.ts";
import { timeFromNow } from "../../text/time-from-now.ts";

/**
 * The fault of a document, or a part of one, whose expected return is a time such as `+90m`: only a command takes that.
 */
export function findRelativeTime(document: unknown, now: Date): Fault[] {
  const { expectedReturn } = Object(document);
  const time = typeof expectedReturn === "string" ? timeFromNow(expectedReturn, now) : undefined;
  if (time === undefined) return [];
  const detail = `"expectedReturn" is ${showValue(expectedReturn)}, and only the command line takes a time from now: give the time itself, such as ${time}.`;
  return [{ detail, pointer: "#/expectedReturn" }];
}
