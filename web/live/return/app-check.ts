import { late, statusOf, success } from "./app-status.ts";
import { mayReturn } from "./returns.ts";

/** How long both addresses must need a login before the app counts as back, in ms. */
const loginMs = 30_000;
/** The largest factor for the app's time to answer. */
const maxTimeoutFactor = 4;

/** A reply at the notice's address that is not ours. */
export interface Found {
  response: Response;
  /** The credentials of its request: the least that get the notice. */
  least: RequestCredentials;
}

/** Checks whether the app is back. */
export interface AppCheck {
  /** Whether the app is back, and may be loaded now; a reply of ours, or none, means that it is still away. */
  isBack(found: Found, signal: AbortSignal): Promise<boolean>;
  /** Whether the app answers, but needs a login everywhere. If that lasts, the app counts as back. */
  needsLogin(): boolean;
  /** Forgets earlier healthy answers, because the app has been away since. */
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
      // An aborted check proves nothing.
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
