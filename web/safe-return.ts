import { marker } from "../schema/protocol.ts";

const timeout = 10_000;

/**
 * Whether the app answers at the page's own URL: with a success or a redirect that is not ours. Every other
 * answer, and none, means that it is still away. A redirect is not followed: it may lead to another origin.
 */
export async function isAppBack(): Promise<boolean> {
  try {
    const head = await ask("HEAD");
    return isTheApps(isRefused(head) ? await ask("GET") : head);
  } catch {
    return false;
  }
}

async function ask(method: "HEAD" | "GET"): Promise<Response> {
  const response = await fetch(location.href, {
    method,
    cache: "no-store",
    redirect: "manual",
    signal: AbortSignal.timeout(timeout),
  });
  await response.body?.cancel();
  return response;
}

function isRefused({ status }: Response): boolean {
  return status === 405 || status === 501;
}

function isTheApps({ type, ok, headers }: Response): boolean {
  return type === "opaqueredirect" || (ok && !headers.has(marker));
}

/**
 * Loads the page's own URL by GET: unlike a reload, that sends no form again. Going to a URL that differs in its
 * fragment alone loads nothing, so the page first takes another one.
 */
export function loadByGet(): void {
  const url = location.href;
  if (url.includes("#")) {
    const aside = new URL(url);
    aside.hash = "";
    aside.searchParams.set("return", String(Date.now()));
    history.replaceState(null, "", aside);
  }
  location.replace(url);
}
