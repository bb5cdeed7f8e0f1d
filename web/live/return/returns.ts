/** The storage key for the returns of this tab, across the loads of its page. */
const key = "backsoon-returned";
/** How late a page may return, in ms: it polls at least once a minute, and loading takes time. */
const maxReturnLatenessMs = 120_000;
/** How long the page waits after a return that led to the notice again, in ms: doubled each time, up to the longest. */
const firstReturnPauseMs = 15_000;
const maxReturnPauseMs = 600_000;

/** The last time that this tab loaded the app, and how many times in a row that led to the notice again. */
interface Returned {
  at: number;
  count: number;
}

/** Whether the last return led to the notice again: it was recent, and this page is here. */
export function hasReturnedInVain(): boolean {
  const { at, count } = read();
  return count > 0 && since(at) < 2 * waitOf(count) + maxReturnLatenessMs;
}

/** Whether this tab may load the app now, or has to wait because that led to the notice again and again. */
export function mayReturn(): boolean {
  const { at, count } = read();
  return count === 0 || since(at) >= waitOf(count);
}

/** Remembers that this tab loads the app now. */
export function rememberReturn(): void {
  const count = hasReturnedInVain() ? read().count + 1 : 1;
  try {
    sessionStorage.setItem(key, JSON.stringify({ at: Date.now(), count }));
  } catch {
    // Without storage, nothing can be remembered.
  }
}

/** How long ago a time was, in ms; a clock that has been set back since must not make the page wait for days. */
function since(at: number): number {
  return Math.abs(Date.now() - at);
}

function waitOf(count: number): number {
  return Math.min(firstReturnPauseMs * 2 ** (count - 1), maxReturnPauseMs);
}

function read(): Returned {
  try {
    const { at, count } = JSON.parse(sessionStorage.getItem(key) ?? "{}");
    return { at: Number(at) || 0, count: Number(count) || 0 };
  } catch {
    return { at: 0, count: 0 };
  }
}
