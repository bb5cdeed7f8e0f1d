import { unreachable } from "./failure.ts";

/** A model that Azure OpenAI runs for us. */
export interface Deployment {
  model: "speech" | "chat";
  /** The URL that the paths of requests are appended to. */
  basePath: string;
  key: string;
  apiVersion: string;
}

/** How long we wait for a model, how often we retry, and what counts the requests. */
export interface RequestLimits {
  /** The time for a whole call: from its first request until the last byte of its last response. */
  timeoutMs: number;
  /** How often a request is sent again after 429, 5xx or a broken connection. */
  retries: 0 | 1;
  /** Awaited before each request. If it rejects, nothing is sent, and the call rejects with the same error. */
  reserve?: () => unknown;
  /** Whether the environment names a proxy, for the error if the model cannot be reached. */
  hasProxy?: boolean;
}

export const defaultLimits: RequestLimits = { timeoutMs: 60_000, retries: 1 };

/** Whether an environment names a proxy for https. */
export function namesProxy(env: Readonly<Record<string, string | undefined>>): boolean {
  return Boolean(env.HTTPS_PROXY ?? env.https_proxy);
}

/** Posts a body to a path below the base path. @throws NoticeError MODEL_FAILED, or what `reserve` or the signal says */
export type Post = (path: string, body: object, signal: AbortSignal) => Promise<unknown>;

/** Makes a call of one or more requests, with one time limit for all. */
type Call = <T>(
  outer: AbortSignal | undefined,
  work: (post: Post, signal: AbortSignal) => Promise<T>,
) => Promise<T>;

/** A deployment's client; its first call loads the SDK and creates it. */
export function createLazyClient(deployment: Deployment, limits: RequestLimits): Call {
  let client: Promise<Post> | undefined;
  const { timeoutMs, hasProxy } = limits;
  const reason = unreachable(deployment, `no answer within ${timeoutMs / 1000} s`, hasProxy);
  return async (outer, work) => {
    client ??= import("./azure-client.ts").then(({ createAzureClient }) =>
      createAzureClient(deployment, limits),
    );
    const post = await client;
    const late = new AbortController();
    const timer = setTimeout(() => late.abort(reason), timeoutMs);
    try {
      return await work(post, outer ? AbortSignal.any([outer, late.signal]) : late.signal);
    } finally {
      clearTimeout(timer);
    }
  };
}
