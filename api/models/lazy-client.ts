import { withDeadline } from "./deadline.ts";
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
