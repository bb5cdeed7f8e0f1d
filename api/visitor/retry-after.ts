import { secondsUntilReturn } from "../../schema/notice/expected-return.ts";
import type { Notice } from "../../schema/notice/notice.ts";

const minSeconds = 30;
const maxSeconds = 86_400;
/** How much longer the wait may be, so that clients do not all come back at once. */
const retryJitter = 0.1;

/**
 * Seconds until a client should come back: until the expected return if that is in the future, otherwise `fallback`;
 * from 30 seconds to a day, plus up to a tenth. `now` is in ms since the epoch.
 * @see https://www.rfc-editor.org/rfc/rfc9110#field.retry-after
 */
export function retryAfter(notice: Notice, now: number, fallback: number): number {
  const seconds = secondsUntilReturn(notice, now);
  const base = seconds === undefined || seconds <= 0 ? fallback : Math.max(Math.ceil(seconds), minSeconds);
  return Math.min(Math.round(base * (1 + retryJitter * Math.random())), maxSeconds);
}
