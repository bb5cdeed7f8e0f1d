import type { Deployment, Post, RequestLimits } from "./deployment.ts";
import { unreachable } from "./failure.ts";

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
