import { marker } from "../../schema/notice/protocol.ts";

/** Remembers when this tab last went back: if that led to the notice again, HEAD is not to be trusted. */
const returnedKey = "backsoon-returned";
/** How long it is remembered, in ms. */
const memoryMs = 60_000;

/**
 * Whether the app answers at the page's own URL: with a success or a redirect that is not ours. Any other reply, or
 * none, means that it is still away. A redirect is not followed: it may lead to another origin.
 */
export async function isAppBack(signal: AbortSignal): Promise<boolean> {
  const first = await ask(hasReturnedInVain() ? "GET" : "HEAD", signal);
  // Some apps serve a page only by GET.
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
 * Loads the page's own URL by GET: unlike a reload, that does not submit a form again. Going to a URL that differs only
 * in its fragment loads nothing, so the page first switches to an equivalent URL. Returns a function that undoes that.
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
    // Without storage, nothing can be remembered.
  }
}

function hasReturnedInVain(): boolean {
  try {
    return Date.now() - Number(sessionStorage.getItem(returnedKey)) < memoryMs;
  } catch {
    return false;
  }
}
