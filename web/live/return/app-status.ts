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
  /** The least that the notice was given for, which is sent first, and to where a page redirects: nobody knows what is there. */
  least: RequestCredentials;
  /** How many times its time an answer may take. */
  timeoutFactor: number;
}

/**
 * What the app answers at a path, as the status of its answer. Asks by HEAD, first without credentials, and by GET where
 * that is no success: some apps serve a page only by GET, and some HEADs hang.
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
  // What a visitor would get is known with credentials alone; but with them, a demand for a login opens the dialog.
  let status = least === "omit" ? await ask("HEAD", least) : 0;
  if (hasDialog) return status;
  // Where a return led to the notice again, HEAD is not to be trusted.
  const canHead = status !== late && !hasReturnedInVain();
  for (const method of canHead ? (["HEAD", "GET"] as const) : (["GET"] as const)) {
    status = await ask(method, "same-origin");
    if (status === redirected) {
      // It may lead to the notice. What leads to another origin cannot be followed, and is the app's.
      status = await ask(method, least, "follow");
      if (status < 500) status = success;
    }
    if (status === success || status === ours) break;
  }
  return status;
}
