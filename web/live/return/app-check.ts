import { late, statusOf, success } from "./app-status.ts";
import { mayReturn } from "./returns.ts";

/** How long both addresses must have needed a login until the app counts as back, in ms. */
const loginMs = 30_000;
/** By which factor the time for an answer of the app may grow. */
const maxTimeoutFactor = 4;

/** An answer at the address of the notice that is not ours. */
export interface Found {
  response: Response;
  /** The credentials that it was asked for with: the least with which the notice is given. */
  least: RequestCredentials;
}

/** The check of a page whether its app is back. */
export interface AppCheck {
  /** Whether the app is back, and may be loaded now; a reply of ours, or none, means that it is still away. */
  isBack(found: Found, signal: AbortSignal): Promise<boolean>;
  /** Whether the app is up, but every page of it needs a login; once that has lasted, it is back. */
  needsLogin(): boolean;
  /** Forgets earlier healthy answers, as the app has been away since. */
  forget(): void;
}

/**
 * The app is back when it answers at the page's own URL. If it refuses that, because the page came from a form or needs
 * a login, the root of the origin must answer, twice in a row; if that needs a login too, this must last a while.
 */
export function createAppCheck(): AppCheck {
  let healthyRoots = 0;
  let loginSince: number | undefined;
  let timeoutFactor = 1;
  return {
    async isBack({ response, least }, signal) {
      const isRefusal = refuses(response.status);
      if (!isRefusal) loginSince = undefined;
      if (!mayReturn()) return false;
      const { pathname, search } = location;
      const path = pathname + search;
      const asking = { signal, least, timeoutFactor };
      const own = await statusOf(path, asking);
      const isRefused = refuses(own);
      const root = isRefused && path !== "/" ? await statusOf("/", asking) : own;
      // A check that was ended proves nothing.
      if (signal.aborted) return false;
      if (root === late) timeoutFactor = Math.min(timeoutFactor * 2, maxTimeoutFactor);
      healthyRoots = isRefused && root === success ? healthyRoots + 1 : 0;
      const now = performance.now();
      const needsLogin = isRefusal && own === 401 && root === 401;
      loginSince = needsLogin ? (loginSince ?? now) : undefined;
      return own === success || healthyRoots >= 2 || now - (loginSince ?? now) >= loginMs;
    },
    needsLogin: () => loginSince !== undefined,
    forget() {
      healthyRoots = 0;
      loginSince = undefined;
    },
  };
}

function refuses(status: number): boolean {
  return status >= 400 && status < 500;
}
