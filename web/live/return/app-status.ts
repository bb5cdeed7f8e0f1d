import { marker } from "../../../schema/notice/protocol.ts";
import { within } from "../deadline.ts";
import { opensDialog } from "./login-dialog.ts";
import { hasReturnedInVain } from "./returns.ts";

/** Stands for any success, and for a redirect that does not lead to a failure of the app. */
export const success = 200;
/** Stands for a reply that took too long. */
export const late = 504;
/** Stands for a reply of ours. No reply is 0. */
const ours = 600;
const redirected = 302;

/** The timeout of each method before it is multiplied by `timeoutFactor`, in ms. */
const timeoutsMs = { HEAD: 4_000, GET: 5_000 };

/** How to ask the app. */
export interface Asking {
  signal: AbortSignal;
  /**
   * The least credentials that get the notice. They are sent first, and to the target of a redirect, which may be
   * anything.
   */
  least: RequestCredentials;
  /** Multiplies the timeouts. */
  timeoutFactor: number;
}

/**
 * The status with which the app answers at a path. Asks by HEAD, first without credentials, and by GET if that fails:
 * some apps serve a page only by GET, and some HEADs hang.
 */
export async function statusOf(path: string, asking: Asking): Promise<number> {
  const { signal, timeoutFactor, least } = asking;
  let hasDialog = false;
  const ask = (
    method: keyof typeof timeoutsMs,
    credentials: RequestCredentials,
    redirect: RequestRedirect = "manual",
  ): Promise<number> =>
    within(timeoutsMs[method] * timeoutFactor, signal, async (own) => {
      const response = await fetch(location.origin + path, {
        method,
        cache: "no-store",
        credentials,
        redirect,
        signal: own,
      });
      await response.body?.cancel();
      hasDialog = opensDialog(response);
      if (response.headers.has(marker)) return ours;
      if (response.type === "opaqueredirect") return redirected;
      return response.ok ? success : response.status;
    }).catch(({ name }) => (name === "AbortError" ? late : 0));
  // Only a request with credentials shows what the visitor would get. But a demand for a login would then open the
  // dialog.
  let status = least === "omit" ? await ask("HEAD", least) : 0;
  if (hasDialog) return status;
  // If a return has led to the notice again, do not trust HEAD.
  const canHead = status !== late && !hasReturnedInVain();
  for (const method of canHead ? (["HEAD", "GET"] as const) : (["GET"] as const)) {
    status = await ask(method, "same-origin");
    if (status === redirected) {
      // A redirect may lead to the notice. One to another origin cannot be followed, and is the app's.
      status = await ask(method, least, "follow");
      if (status < 500) status = success;
    }
    if (status === success || status === ours) break;
  }
  return status;
}
