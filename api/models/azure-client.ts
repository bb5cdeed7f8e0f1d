import { setTimeout } from "node:timers/promises";
import { APIConnectionTimeoutError, APIError, AzureOpenAI } from "openai";
import type { NoticeError } from "../../schema/errors/notice-error.ts";
import {
  type Deployment,
  type Post,
  type RequestLimits,
  refused,
  unreachable,
  unreadable,
} from "./deployment.ts";

/** The longest wait that a model may ask for; if it asks for more, the call fails. */
const maxRetryWaitMs = 10_000;
const retryWaitMs = 500;

const broken = ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"];

export function createAzureClient(deployment: Deployment, limits: RequestLimits): Post {
  let sdk: AzureOpenAI | undefined;
  async function send(path: string, body: object, signal: AbortSignal, retries: number): Promise<unknown> {
    signal.throwIfAborted();
    await limits.reserve?.();
    try {
      sdk ??= createSdk(deployment, limits);
      // The base path names the deployment, and so the model: the SDK would add one from the body to some paths.
      return await sdk.post(path, { body, signal });
    } catch (error) {
      signal.throwIfAborted();
      const waitMs = retries > 0 ? waitBeforeRetryMs(error) : undefined;
      if (waitMs === undefined) throw toModelError(deployment, error, limits.hasProxy);
      await setTimeout(waitMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
    return send(path, body, signal, retries - 1);
  }

  return (path, body, signal) => send(path, body, signal, limits.retries);
}

/** The SDK reads each missing option from a variable such as OPENAI_ADMIN_KEY. We use none of these variables. */
function createSdk(deployment: Deployment, { timeoutMs }: RequestLimits): AzureOpenAI {
  const { basePath, key, apiVersion } = deployment;
  return new AzureOpenAI({
    baseURL: basePath.replace(/\/+$/, ""),
    apiKey: key,
    apiVersion,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    // Its own log would reveal prompts and responses.
    logLevel: "off",
    // Each call has its own deadline, which ends before this.
    timeout: 2 * timeoutMs,
    // We retry ourselves, because requests are counted.
    maxRetries: 0,
    fetch: createModelFetch(key),
  });
}

/** How long to wait before the request is sent again, in ms; undefined if that would not help. */
export function waitBeforeRetryMs(error: unknown): number | undefined {
  if (!(error instanceof APIError)) return undefined;
  const { status, headers } = error;
  if (status === undefined) return broken.includes(codeOf(error)) ? retryWaitMs : undefined;
  if (status !== 429 && status < 500) return undefined;
  const asked = headers?.get("retry-after");
  const waitMs = asked ? Number(asked) * 1000 : retryWaitMs;
  return waitMs <= maxRetryWaitMs ? waitMs : undefined;
}

/**
 * The error of a model, without the SDK's error as a cause, which may contain the key.
 * @param error whatever the SDK threw
 * @param hasProxy whether the environment names a proxy, which may be the only way out
 */
function toModelError(deployment: Deployment, error: unknown, hasProxy?: boolean): NoticeError {
  // The SDK passes on the engine's error when it cannot parse the JSON.
  if (error instanceof SyntaxError) return unreadable(deployment, "it is not JSON");
  if (!(error instanceof APIError)) return unreachable(deployment, "OPENAI_CUSTOM_HEADERS is not valid");
  if (typeof error.status === "number") {
    const wait = error.headers?.get("retry-after");
    // `send.ts` has replaced the body, so the code is known.
    const details = [`status ${error.status}`, error.code, wait && `try again in ${wait} s`];
    return refused(deployment, details.filter(Boolean).join(", "));
  }
  const code = codeOf(error);
  if (code === tooLarge || /^(?:HPE_|Z_|UND_ERR_HEADERS_|HTTPParserError$)/.test(code))
    return unreadable(deployment, code);
  const isTimeout = error instanceof APIConnectionTimeoutError;
  return unreachable(deployment, isTimeout ? "no connection in time" : code, hasProxy);
}

/** The innermost error code of a failed connection, or the error's name if Node gives it no code. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "no code";
  if (error.cause !== undefined) return codeOf(error.cause);
  if ("code" in error && typeof error.code === "string") return error.code;
  // From Node 26 on, this error has no code.
  return error.name === "HTTPParserError" ? error.name : "no code";
}

/** The largest response that is read, in bytes. */
const maxResponseBytes = 1024 * 1024;
/** The code of the error for a response that is larger than we read. */
export const tooLarge = "TOO_LARGE";

const refusal = /"code"\s*:\s*"(content_filter|context_length_exceeded|unsupported_(?:value|parameter))"/;

/**
 * Makes the SDK's `fetch`. It sends exactly these headers to exactly this address, as a redirect would take the key to
 * another. It reads the whole response within the SDK's timeout and our size limit.
 */
function createModelFetch(key: string): typeof fetch {
  return async (url, init = {}) => {
    const { method = "GET", body = null, signal = null } = init;
    const headers = new Headers({ Accept: "application/json", "User-Agent": "Backsoon", "api-key": key });
    // A form sets its own type, with its boundary.
    if (typeof body === "string") headers.set("Content-Type", "application/json");
    const response = await fetch(url, { method, body, signal, headers, redirect: "manual" });
    if (response.ok) {
      const type = response.headers.get("content-type") ?? "";
      return new Response(await readBody(response, maxResponseBytes), { headers: { "Content-Type": type } });
    }
    const { status } = response;
    // Other statuses need no body, and their bodies may never end.
    if (status === 400 || status === 422)
      return Response.json({ error: { code: await readRefusal(response) } }, { status });
    await response.body?.cancel();
    const wait = response.headers.get("retry-after") ?? "";
    return new Response(null, {
      status,
      ...(/^\d{1,6}$/.test(wait) && { headers: { "retry-after": wait } }),
    });
  };
}

/** The reason for a refusal, if we know it. Nothing else of the body is kept: it may contain the key or the sent words. */
async function readRefusal(response: Response): Promise<string | undefined> {
  // The status is known, even if the rest never arrives.
  const body = await readBody(response, 4096).catch(() => "");
  return refusal.exec(String(body))?.[1];
}

async function readBody(response: Response, maxBytes: number): Promise<Buffer<ArrayBuffer>> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > maxBytes) throw Object.assign(new Error(tooLarge), { code: tooLarge });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
