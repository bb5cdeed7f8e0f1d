import { marker } from "../../../schema/notice/protocol.ts";
import { within } from "../deadline.ts";
import { opensDialog } from "./login-dialog.ts";
import { hasReturnedInVain } from "./returns.ts";

/** The status of any success, and of a redirect that leads to no failure of the app. */
export const success = 200;
/** The status of an answer that took too long. */
export const late = 504;
/** The status of an answer of ours; without an answer it is 0. */
const ours = 600;
const redirected = 302;

/** How long an answer to each method may take while none has taken too long, in ms. */
const timeoutsMs = { HEAD: 4_000, GET: 5_000 };

/** How the app is asked. */
export interface Asking {
  signal: AbortSignal;
  /**
   * The least credentials with which the notice was given. They are sent first, and to the target of a redirect, as
   * nobody knows what is there.
   */
  least: RequestCredentials;
  /** The factor by which an answer may take longer. */
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
  // Only a request with credentials shows what the visitor would get; but then a demand for a login would open the
  // dialog.
  let status = least === "omit" ? await ask("HEAD", least) : 0;
  if (hasDialog) return status;
  // If a return has led to the notice again, HEAD is not to be trusted.
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
