import { readExpectedReturn } from "../schema/expected-return.ts";
import type { Notice } from "../schema/notice.ts";

const shortest = 30;
const longest = 86_400;

/**
 * Seconds after which a client may come again: until the expected return while that is ahead, else `fallback`.
 * `now` is in ms since the epoch.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function retryAfter({ expectedReturn }: Notice, now: number, fallback: number): number {
  if (expectedReturn === undefined) return fallback;
  const expected = readExpectedReturn(expectedReturn);
  if (expected.kind === "text" || expected.time.getTime() <= now) return fallback;
  const seconds = Math.ceil((expected.time.getTime() - now) / 1000);
  return Math.min(Math.max(seconds, shortest), longest);
}
