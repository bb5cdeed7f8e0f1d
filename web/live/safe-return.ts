import { marker } from "../../schema/notice/protocol.ts";

/** Remembers for this tab when it went back last: where that led to the notice again, HEAD is not to be trusted. */
const returnedKey = "backsoon-returned";
/** For how long it is remembered, in ms. */
const memoryMs = 60_000;

/**
 * Whether the app answers at the page's own URL: with a success or a redirect that is not ours. Every other
 * answer, and none, means that it is still away. A redirect is not followed: it may lead to another origin.
 */
export async function isAppBack(signal: AbortSignal): Promise<boolean> {
  const first = await ask(hasReturnedInVain() ? "GET" : "HEAD", signal);
  // An app may know its page by GET alone.
  return isTheApps(isRefused(first) ? await ask("GET", signal) : first);
}

async function ask(method: "HEAD" | "GET", signal: AbortSignal): Promise<Response> {
  const { origin, pathname, search } = location;
  const response = await fetch(origin + pathname + search, {
    method,
    cache: "no-store",
    redirect: "manual",
    signal,
  });
  await response.body?.cancel();
  return response;
}

function isRefused({ status }: Response): boolean {
  return (status >= 400 && status < 500) || status === 501;
}

function isTheApps({ type, ok, headers }: Response): boolean {
  return type === "opaqueredirect" || (ok && !headers.has(marker));
}

/**
 * Loads the page's own URL by GET: unlike a reload, that sends no form again. Going to a URL that differs in its
 * fragment alone loads nothing, so the page first takes another one, which means the same. Gives what undoes that.
 */
export function loadByGet(): () => void {
  const url = location.href;
  remember();
  if (url.includes("#")) {
    const { pathname, search } = location;
    history.replaceState(null, "", `${pathname}${search}${search ? "&" : "?"}`);
  }
  location.replace(url);
  return () => history.replaceState(null, "", url);
}

function remember(): void {
  try {
    sessionStorage.setItem(returnedKey, String(Date.now()));
  } catch {
    // Without storage there is nothing to remember with.
  }
}

function hasReturnedInVain(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(returnedKey)) < memoryMs;
  } catch {
    return false;
  }
}
