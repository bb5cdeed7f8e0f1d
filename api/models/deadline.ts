/**
 * Does the work with a signal that aborts with the error when the time is over, or with the outer signal's reason when
 * that aborts.
 */
export async function withDeadline<T>(
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
