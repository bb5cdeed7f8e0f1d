/**
 * Runs `work` with a signal that is aborted after `ms`, or with `outer`. Some visitors' browsers have no
 * AbortSignal.timeout and AbortSignal.any.
 */
export async function within<T>(
  ms: number,
  outer: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  if (outer.aborted) abort();
  outer.addEventListener("abort", abort);
  const timer = setTimeout(abort, ms);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    outer.removeEventListener("abort", abort);
  }
}
