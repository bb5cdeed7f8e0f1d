import { once } from "node:events";
import { type IncomingMessage, request as requestOverHttp } from "node:http";
import { request as requestOverHttps } from "node:https";
import { setTimeout } from "node:timers/promises";
import type { AppReply } from "../../../schema/editor-api/app.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { marker } from "../../../schema/notice/protocol.ts";

/** How long the app may take to answer by default, all redirects included, in ms. */
const appTimeoutMs = 5_000;
const maxRedirects = 5;
const redirects = [301, 302, 303, 307, 308];

/** Asks as a visitor's browser does; the name identifies the editor in the logs of the app and its proxies. */
const headers = {
  Accept: "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8",
  "User-Agent": "Mozilla/5.0 (compatible; backsoon-editor)",
};

type Found = Pick<AppReply, "state" | "detail">;

const unknown = (detail: string): Found => ({ state: "unknown", detail });

/**
 * Finds out whether the app or the notice answers at a URL. Follows redirects only within its origin, keeps no cookie
 * and reads no body. Never rejects.
 */
export async function askApp(app: URL, ended?: AbortSignal, timeoutMs = appTimeoutMs): Promise<Found> {
  const late = AbortSignal.timeout(timeoutMs);
  const signal = AbortSignal.any(ended ? [late, ended] : [late]);
  try {
    let url = app;
    for (let count = 0; count <= maxRedirects; count += 1) {
      const { statusCode: status = 0, headers } = await headOf(url, signal);
      if (headers[marker.toLowerCase()] !== undefined) return { state: "notice" };
      // A page that needs a login is the app's; other errors may come from a proxy before it.
      if (status >= 400 && status !== 401) return unknown(`It reports an error (${status}).`);
      const { location } = headers;
      if (!redirects.includes(status) || location === undefined) return { state: "answers" };
      const target = URL.canParse(location, url.href) ? new URL(location, url) : undefined;
      if (!target || !/^https?:$/.test(target.protocol))
        return unknown("It redirects to something that is not a web address.");
      if (target.origin !== app.origin)
        return unknown(`It redirects to ${target.origin}, which is not asked.`);
      // Node would send them as a credential.
      target.username = target.password = "";
      url = target;
    }
    return unknown("It redirects in a circle.");
  } catch (error) {
    if (late.aborted) return unknown(`It did not answer within ${Math.ceil(timeoutMs / 1000)} seconds.`);
    return unknown(describeFailure(error as NodeJS.ErrnoException));
  }
}

/** Waits until visitors see what the switch says. @throws NoticeError SWITCH_UNSEEN */
export async function awaitSwitch(app: URL, isOn: boolean): Promise<void> {
  const seconds = isOn ? 5 : 10;
  for (const end = performance.now() + seconds * 1000; ; await setTimeout(200)) {
    // A busy app needs some time for the last answer, too.
    const leftMs = Math.max(500, Math.ceil(end - performance.now()));
    const found = await askApp(app, undefined, Math.min(2000, leftMs));
    if (found.state === (isOn ? "notice" : "answers")) return;
    if (leftMs > 700) continue;
    const seen = `after ${seconds} seconds ${app.href} still ${seenInWords(found)}`;
    throw new NoticeError("SWITCH_UNSEEN", { isOn, seen });
  }
}

/** What an address gives, in words. */
export function seenInWords({ state, detail = "" }: Found): string {
  if (state === "unknown") return `gives no clear reply (${detail.replace(/\.$/, "")})`;
  return state === "notice" ? "shows the notice" : "shows the app";
}

/** Why there was no reply, in words for editors. */
function describeFailure({ code = "" }: NodeJS.ErrnoException): string {
  if (code === "ENOTFOUND") return "This host name does not exist: it may be mistyped.";
  if (/CERT|SIGNATURE|TLS|SSL/.test(code)) return "The connection to it cannot be trusted.";
  return "It could not be reached.";
}

/** The reply to a GET over a connection of its own, which is closed before any of the body is read. */
async function headOf(url: URL, signal: AbortSignal): Promise<IncomingMessage> {
  const send = url.protocol === "https:" ? requestOverHttps : requestOverHttp;
  const request = send(url, { headers, agent: false, signal });
  try {
    const [response] = await once(request.end(), "response");
    return response;
  } finally {
    // Later errors of this connection do not matter.
    request.on("error", () => {}).destroy();
  }
}
