/**
 * Runs `work`, whose signal is aborted after `ms`, or when the other one is. AbortSignal.timeout and AbortSignal.any are
 * newer than some visitors' browsers.
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
