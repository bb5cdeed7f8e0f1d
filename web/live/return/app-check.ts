import { late, statusOf, success } from "./app-status.ts";

/** How long both addresses must have needed a login until the app counts as back, in ms. */
const loginMs = 30_000;
/** How many times its time an answer of the app may take at most. */
const maxPatience = 4;

/** An answer at the address of the notice that is not ours. */
export interface Found {
  response: Response;
  /** What it was asked for with: the least that the notice is given for. */
  least: RequestCredentials;
}

/** The check of a page whether its app is back. */
export interface AppCheck {
  /** Whether it is; any reply of ours, and none, means that it is still away. */
  isBack(found: Found, signal: AbortSignal): Promise<boolean>;
  /** Forgets what was healthy in a row, as the app has been away since. */
  forget(): void;
}

/**
 * The app is back when it answers at the page's own URL. Where it refuses that, because the page came from a form or
 * needs a login, the root of the origin decides, twice in a row; where that needs a login too, time does.
 */
export function createAppCheck(): AppCheck {
  let healthyRoots = 0;
  let loginSince = Number.POSITIVE_INFINITY;
  let patience = 1;
  return {
    async isBack({ response, least }, signal) {
      const { pathname, search } = location;
      const path = pathname + search;
      const at = async (path: string): Promise<number> => {
        const status = await statusOf(path, { signal, least, patience });
        if (status === late && !signal.aborted) patience = Math.min(patience * 2, maxPatience);
        return status;
      };
      const own = await at(path);
      const isRefused = refuses(own);
      const root = isRefused && path !== "/" ? await at("/") : own;
      healthyRoots = isRefused && root === success ? healthyRoots + 1 : 0;
      const now = performance.now();
      const needsLogin = refuses(response.status) && own === 401 && root === 401;
      loginSince = needsLogin ? Math.min(loginSince, now) : Number.POSITIVE_INFINITY;
      return own === success || healthyRoots >= 2 || now - loginSince >= loginMs;
    },
    forget() {
      healthyRoots = 0;
      loginSince = Number.POSITIVE_INFINITY;
    },
  };
}

function refuses(status: number): boolean {
  return status >= 400 && status < 500;
}
