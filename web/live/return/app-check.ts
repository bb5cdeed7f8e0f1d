import { marker } from "../../../schema/notice/protocol.ts";
import { within } from "../deadline.ts";
import { hasReturnedInVain } from "./returns.ts";

/** How long the app may take to answer each method, in ms. */
const timeoutsMs = { HEAD: 4_000, GET: 5_000 };

/** What a URL of the app says: that it is back, that it does not want this request, or that it is still away. */
type Health = "back" | "refused" | "away";

/** Whether the app is back; any reply of ours, and none, means that it is still away. */
export type AppCheck = (signal: AbortSignal) => Promise<boolean>;

/**
 * The check of this page: the app answers at the page's own URL. Where it refuses that, because the page came from a
 * form or needs a login, the root of the origin decides, twice in a row.
 */
export function createAppCheck(): AppCheck {
  let healthyRoots = 0;
  return async (signal) => {
    const { pathname, search } = location;
    const path = pathname + search;
    const own = await healthOf(path, signal);
    const isElsewhere = own === "refused" && path !== "/";
    healthyRoots = isElsewhere && (await healthOf("/", signal)) === "back" ? healthyRoots + 1 : 0;
    return own === "back" || healthyRoots >= 2;
  };
}

/** Asks by HEAD, and by GET where that is no success: some apps serve a page only by GET, and some HEADs hang. */
async function healthOf(path: string, signal: AbortSignal): Promise<Health> {
  for (const method of ["HEAD", "GET"] as const) {
    // Where a return led to the notice again, HEAD is not to be trusted.
    if (method === "HEAD" && hasReturnedInVain()) continue;
    const response = await within(timeoutsMs[method], signal, (own) => ask(method, path, own)).catch(
      () => {},
    );
    if (signal.aborted || response?.headers.has(marker)) return "away";
    // A redirect is not followed: it may lead to another origin.
    if (response?.type === "opaqueredirect" || response?.ok) return "back";
    if (method === "GET" && response && response.status >= 400 && response.status < 500) return "refused";
  }
  return "away";
}

async function ask(method: "HEAD" | "GET", path: string, signal: AbortSignal): Promise<Response> {
  const response = await fetch(location.origin + path, {
    method,
    cache: "no-store",
    redirect: "manual",
    signal,
  });
  await response.body?.cancel();
  return response;
}
