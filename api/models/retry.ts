import { APIError } from "openai";
import { codeOf, isBroken } from "./connection-fault.ts";

/** The longest wait that a model may ask of us; longer ones are left to whoever called. */
const maxRetryWaitMs = 10_000;
/** The wait where a model names none. */
const retryWaitMs = 500;

/** For how long a limit of a day counts, in ms. */
const limitDayMs = 86_400_000;

/**
 * How long to wait before the request is sent again, in ms, or undefined if that would not help. A request of the next day
 * in UTC would count against the next day's limit: nobody asked for that.
 */
export function waitBeforeRetryMs(error: unknown, now = Date.now()): number | undefined {
  const waitMs = askedWaitMs(error);
  return waitMs !== undefined && waitMs < limitDayMs - (now % limitDayMs) ? waitMs : undefined;
}

function askedWaitMs(error: unknown): number | undefined {
  if (!(error instanceof APIError)) return undefined;
  const { status, headers } = error;
  if (status === undefined) return isBroken(codeOf(error)) ? retryWaitMs : undefined;
  if (status !== 429 && status < 500) return undefined;
  const asked = headers?.get("retry-after");
  const waitMs = asked ? Number(asked) * 1000 : retryWaitMs;
  return waitMs <= maxRetryWaitMs ? waitMs : undefined;
}
