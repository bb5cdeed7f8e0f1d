import { setTimeout } from "node:timers/promises";
import type { AppReply } from "../../schema/editor-api/app.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { marker } from "../../schema/notice/protocol.ts";

/** Asks as a visitor's browser does; the name identifies the editor in the logs of the app and its proxies. */
const headers = {
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "User-Agent": "Mozilla/5.0 (compatible; backsoon-editor)",
  Connection: "close",
};

type Found = Pick<AppReply, "state" | "detail">;

const unknown = (detail: string): Found => ({ state: "unknown", detail });

/**
 * Finds out whether the app or the notice answers at a URL. Follows redirects only within its origin, keeps no cookie
 * and reads no body. Never rejects.
 */
export async function askApp(app: URL, timeoutMs = 5_000): Promise<Found> {
  const signal = AbortSignal.timeout(timeoutMs);
  try {
    let url = app;
    for (let redirects = 0; redirects <= 5; redirects += 1) {
      const { status, headers: found, body } = await fetch(url, { headers, redirect: "manual", signal });
      body?.cancel().catch(() => {});
      if (found.has(marker)) return { state: "notice" };
      // A page that needs a login is the app's; other errors may come from a proxy before it.
      if (status >= 400 && status !== 401) return unknown(`It reports an error (${status}).`);
      const location = found.get("location");
      if (status < 300 || location === null) return { state: "answers" };
      const target = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
      if (target?.origin !== app.origin)
        return unknown(`It redirects to ${target?.origin ?? "no address"}, which is not asked.`);
      // They would be refused, or sent as a credential.
      target.username = target.password = "";
      url = target;
    }
    return unknown("It redirects in a circle.");
  } catch (error) {
    if (signal.aborted) return unknown(`It did not answer within ${Math.ceil(timeoutMs / 1000)} seconds.`);
    const { code = "no HTTP" } = Object((error as Error).cause);
    return unknown(`It could not be reached (${code}).`);
  }
}

/** Waits until visitors see what the switch says. @throws NoticeError SWITCH_UNSEEN */
export async function awaitSwitch(app: URL, isOn: boolean): Promise<void> {
  const seconds = isOn ? 5 : 10;
  for (const end = performance.now() + seconds * 1000; ; await setTimeout(200)) {
    // A busy app needs some time for the last answer, too.
    const leftMs = Math.max(500, Math.ceil(end - performance.now()));
    const found = await askApp(app, Math.min(2000, leftMs));
    if (found.state === (isOn ? "notice" : "answers")) return;
    if (leftMs > 700) continue;
    const seen = `after ${seconds} seconds ${app.href} still ${seenInWords(found)}`;
    throw new NoticeError("SWITCH_UNSEEN", { isOn, seen });
  }
}

export function seenInWords({ state, detail = "" }: Found): string {
  if (state === "unknown") return `gives no clear reply (${detail.replace(/\.$/, "")})`;
  return state === "notice" ? "shows the notice" : "shows the app";
}
