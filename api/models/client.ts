import { setTimeout as sleep } from "node:timers/promises";
import type { Deployment, RequestLimits } from "./deployment.ts";
import {
  codeOf,
  type Failure,
  isBroken,
  maxResponseBytes,
  modelError,
  readRefusal,
  tooLarge,
  tooSlow,
} from "./failure.ts";

/** The longest wait that a model may ask of us; longer ones are left to whoever called. */
const maxRetryWaitMs = 10_000;
/** The wait where a model names none. */
const retryWaitMs = 500;
/** For how long a limit of a day counts, in ms. */
const limitDayMs = 86_400_000;

/** As much of a refusal as is read, in bytes. */
const maxRefusalBytes = 4096;

/**
 * Posts a body to a path below the base path and returns the response.
 * @throws NoticeError MODEL_FAILED, or what `reserve` or the signal says
 */
export type Post = (path: string, body: object, signal: AbortSignal | undefined) => Promise<unknown>;

/** The client for one deployment. Each call has one time limit, whether or not its request is sent again. */
export function createClient(deployment: Deployment, limits: RequestLimits): Post {
  const { timeoutMs } = limits;
  const send = async (path: string, body: object, signal: AbortSignal, retries: number): Promise<unknown> => {
    signal.throwIfAborted();
    await limits.reserve?.();
    signal.throwIfAborted();
    const outcome = await sendOnce(deployment, path, body, signal);
    if ("response" in outcome) return outcome.response;
    signal.throwIfAborted();
    const waitMs = retries > 0 ? waitBeforeRetryMs(outcome) : undefined;
    if (waitMs === undefined) throw modelError(deployment, outcome);
    await sleep(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    return send(path, body, signal, retries - 1);
  };
  return async (path, body, outer) => {
    outer?.throwIfAborted();
    const controller = new AbortController();
    const stop = () => controller.abort(outer?.reason);
    outer?.addEventListener("abort", stop, { once: true });
    const timer = setTimeout(() => controller.abort(tooSlow(deployment, timeoutMs)), timeoutMs);
    try {
      return await send(path, body, controller.signal, limits.retries);
    } finally {
      clearTimeout(timer);
      outer?.removeEventListener("abort", stop);
    }
  };
}

/** Sends exactly these headers to exactly this address: a redirect would take the key to another. Never rejects. */
async function sendOnce(
  { basePath, apiVersion, key }: Deployment,
  path: string,
  body: object,
  signal: AbortSignal,
): Promise<{ response: unknown } | Failure> {
  const query = new URLSearchParams({ "api-version": apiVersion });
  const headers = { Accept: "application/json", "User-Agent": "Backsoon", "api-key": key };
  // A form sets its own type, with its boundary.
  const content =
    body instanceof FormData
      ? { headers, body }
      : { headers: { ...headers, "Content-Type": "application/json" }, body: JSON.stringify(body) };
  try {
    const url = `${basePath.replace(/\/+$/, "")}${path}?${query}`;
    const response = await fetch(url, { method: "POST", ...content, signal, redirect: "manual" });
    return response.ok ? await readResponse(response) : await readFailure(response);
  } catch (error) {
    return { code: codeOf(error) };
  }
}

async function readResponse(response: Response): Promise<{ response: unknown } | Failure> {
  const bytes = await readBytes(response, maxResponseBytes);
  if (bytes.length > maxResponseBytes) return { code: tooLarge };
  try {
    return { response: JSON.parse(bytes.toString()) };
  } catch {
    return { response: undefined };
  }
}

async function readFailure(response: Response): Promise<Failure> {
  const { status, headers } = response;
  // The other statuses say all that we need; their bodies may never end.
  if (status !== 400 && status !== 422) {
    await response.body?.cancel();
    return { status, retryAfter: secondsIn(headers.get("retry-after") ?? "") };
  }
  // The status is known, even if the rest never arrives.
  const bytes = await readBytes(response, maxRefusalBytes).catch(() => Buffer.alloc(0));
  return { status, refusal: readRefusal(bytes.toString("utf8", 0, maxRefusalBytes)) };
}

/** All bytes of a response, or enough of them to exceed the limit: leaving the loop closes the connection. */
async function readBytes({ body }: Response, maxBytes: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body ?? []) {
    chunks.push(chunk);
    size += chunk.length;
    if (size > maxBytes) break;
  }
  return Buffer.concat(chunks);
}

/** What a `Retry-After` says, in whole seconds; undefined if it says nothing that can be read. */
function secondsIn(asked: string): number | undefined {
  const seconds = /^\d{1,6}$/.test(asked)
    ? Number(asked)
    : Math.ceil((Date.parse(asked) - Date.now()) / 1000);
  return Number.isNaN(seconds) ? undefined : Math.max(0, seconds);
}

/**
 * How long to wait before the request is sent again, in ms, or undefined if that would not help. A request of the next day
 * in UTC would count against the next day's limit: nobody asked for that.
 */
export function waitBeforeRetryMs(failure: Failure, now = Date.now()): number | undefined {
  const { status, code = "", retryAfter } = failure;
  const mayHelp = status === undefined ? isBroken(code) : status === 429 || status >= 500;
  const waitMs = retryAfter === undefined ? retryWaitMs : retryAfter * 1000;
  return mayHelp && waitMs <= maxRetryWaitMs && waitMs < limitDayMs - (now % limitDayMs) ? waitMs : undefined;
}
