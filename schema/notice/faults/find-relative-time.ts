import type { Fault } from "../../errors/fault.ts";
import { showValue } from "../../text/show-value.ts";
import { timeFromNow } from "../../text/time-from-now.ts";

/**
 * The fault of a document whose expected return is a time such as `+90m`: whoever reads it later cannot tell from when on.
 */
export function findRelativeTime(document: unknown, now: Date): Fault[] {
  const { expectedReturn } = Object(document);
  const time = typeof expectedReturn === "string" ? timeFromNow(expectedReturn, now) : undefined;
  if (time === undefined) return [];
  const detail = `"expectedReturn" is ${showValue(expectedReturn)}, a time from now, which no document can say: give the time itself, such as ${time}.`;
  return [{ detail, pointer: "#/expectedReturn" }];
}
