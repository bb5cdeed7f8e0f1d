import type { Deployment, Post, RequestLimits } from "./deployment.ts";
import { tooSlow } from "./failure.ts";

/** Makes a call of one or more requests, which has one time limit in all. */
type Call = <T>(
  outer: AbortSignal | undefined,
  work: (post: Post, signal: AbortSignal) => Promise<T>,
) => Promise<T>;

/** A deployment's client; its first call loads the SDK and creates it. */
export function createLazyClient(deployment: Deployment, limits: RequestLimits): Call {
  let client: Promise<Post> | undefined;
  const { timeoutMs } = limits;
  const timedOut = () => tooSlow(deployment, timeoutMs);
  return async (outer, work) => {
    client ??= import("./azure-client.ts").then(({ createAzureClient }) =>
      createAzureClient(deployment, limits),
    );
    const post = await client;
    return withDeadline(timeoutMs, timedOut, outer, (signal) => work(post, signal));
  };
}

/**
 * Does the work with a signal that aborts with the error when the time is over, or with the outer signal's reason when
 * that aborts.
 */
async function withDeadline<T>(
  timeoutMs: number,
  timedOut: () => Error,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  outer?.throwIfAborted();
  const controller = new AbortController();
  const stop = () => controller.abort(outer?.reason);
  outer?.addEventListener("abort", stop, { once: true });
  const timer = setTimeout(() => controller.abort(timedOut()), timeoutMs);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener("abort", stop);
  }
}
