import { marker } from "../../../schema/notice/protocol.ts";
import { within } from "../deadline.ts";
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
  /** What a request for a page of the app is sent with. */
  credentials: RequestCredentials;
  /** The least that the notice was given for, which is sent to where that redirects: nobody knows what is there. */
  least: RequestCredentials;
  /** How many times its time an answer may take. */
  patience: number;
}

/**
 * What the app answers at a path, as the status of its answer. Asks by HEAD, and by GET where that is no success: some
 * apps serve a page only by GET, and some HEADs hang.
 */
export async function statusOf(path: string, asking: Asking): Promise<number> {
  const { signal, patience, credentials, least } = asking;
  let status = 0;
  for (const method of ["HEAD", "GET"] as const) {
    // Where a return led to the notice again, HEAD is not to be trusted.
    if (method === "HEAD" && hasReturnedInVain()) continue;
    const ask = (credentials: RequestCredentials, redirect: RequestRedirect): Promise<number> =>
      within(timeoutsMs[method] * patience, signal, async (own) => {
        const response = await fetch(location.origin + path, {
          method,
          cache: "no-store",
          credentials,
          redirect,
          signal: own,
        });
        await response.body?.cancel();
        if (response.headers.has(marker)) return ours;
        if (response.type === "opaqueredirect") return redirected;
        return response.ok ? success : response.status;
      }).catch(({ name }) => (name === "AbortError" ? late : 0));
    status = await ask(credentials, "manual");
    if (status === redirected) {
      // It may lead to the notice. What leads to another origin cannot be followed, and is the app's.
      status = await ask(least, "follow");
      if (status < 500) status = success;
    }
    if (status === success || status === ours) break;
  }
  return status;
}
