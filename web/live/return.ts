/** How long the app may take to serve its page before we check again, in ms; doubled each time. */
const returnTimeoutMs = 60_000;

export interface ReturnEvents {
  /** The app is back; the page is loaded again in a moment, or once it is shown. */
  back(): void;
  /** The app went away again before that. */
  awayAgain(): void;
}

/**
 * The way back to the app, once it has answered. Pages that notice this at the same time spread their loads over
 * `spreadSeconds`. Without it, a page only says that the app is back.
 */
export function createReturnToApp(
  spreadSeconds: number | undefined,
  isAppBack: () => Promise<boolean>,
  events: ReturnEvents,
) {
  let isTold = false;
  let attempts = 0;
  let current: object | undefined;
  const end = (): void => {
    if (isTold) events.awayAgain();
    isTold = false;
  };
  return {
    end,
    /** Says that the app is back, and loads it if the page can be seen. Resolves when loading has failed, or has to wait. */
    async begin(): Promise<void> {
      // A page that was hidden needs no delay: visitors come back at different times.
      const delay = isTold ? 0 : (spreadSeconds ?? 0) * 1000 * Math.random();
      if (!isTold) events.back();
      isTold = true;
      if (document.hidden || spreadSeconds === undefined) return;
      const own = {};
      current = own;
      await sleep(delay);
      const isBack = await isAppBack();
      const waits = isBack && document.hidden;
      if (isBack && !waits && current === own) {
        const undo = loadApp();
        // The page is about to go. But an app that is waking up may need time, and a download leaves the page in place.
        await sleep(returnTimeoutMs * 2 ** attempts++);
        undo();
      }
      if (current !== own) return;
      current = undefined;
      if (!waits) end();
    },
    isUnderWay: () => current !== undefined,
    /** Whether the page says that the app is back. */
    isTold: () => isTold,
    /** Stops waiting for the app to load, because the page has come back from a cache. */
    abandon() {
      current = undefined;
    },
  };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/**
 * Loads the page's own URL by GET: unlike a reload, that does not submit a form again. A URL that differs only in its
 * fragment would load nothing, so the page first switches to an equivalent URL. Returns a function that undoes that.
 */
export function loadApp(): () => void {
  const url = location.href;
  rememberReturn();
  // Relative, because the URL may hold a password, and its path may begin with two slashes.
  if (url.includes("#")) history.replaceState(null, "", `${location.search || "?"}&`);
  location.replace(url);
  return () => history.replaceState(null, "", url);
}

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
