import { setTimeout } from "node:timers/promises";
import { APIError, AzureOpenAI } from "openai";
import type { Deployment, Post, RequestLimits } from "./deployment.ts";
import { codeOf, toModelError } from "./sdk-error.ts";
import { createModelFetch } from "./send.ts";

/** The longest wait that a model may ask for; if it asks for more, the call fails. */
const maxRetryWaitMs = 10_000;
/** The wait if a model names none. */
const retryWaitMs = 500;

/** The codes of an open connection that broke. */
const broken = ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"];

/** The client for one deployment. */
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
