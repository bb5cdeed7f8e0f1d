import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Page } from "playwright-core";
import { afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { openWindow } from "../../support/browser/browser.ts";
import { signIn } from "../../support/browser/editor-page.ts";
import { listenHere } from "../../support/network/servers.ts";
import { outcomeOf, sharedEditor } from "../../support/service/editor-here.ts";
import { shared } from "../../support/shared.ts";

const editor = sharedEditor();
/** The attacker's pages, by path, and the cookie of the last visitor. */
const pages = new Map<string, string>();
let visitorsCookie = "";
const attacker = shared((onFinished) => {
  const server = createServer(({ url = "", headers }, response) => {
    visitorsCookie = headers.cookie ?? "";
    response.setHeader("Content-Type", "text/html").end(pages.get(url) ?? "<!doctype html><p>attack");
  });
  return listenHere({ server, protocol: "http" }, 0, onFinished);
});
/** The attacker's address on another port of the same site, which gets the cookie, or on another site. */
const at = (host: "127.0.0.1" | "localhost", path = "/") => `${attacker().replace("127.0.0.1", host)}${path}`;

/** A signed-in browser, with a page of the editor's origin that sends no requests. */
const opened = shared((onFinished) => openWindow({ onFinished }));
let quiet: Page;
let page: Page;
beforeAll(async () => {
  quiet = opened().page;
  await quiet.goto(`${editor().url}/healthz`);
  await quiet.evaluate(signIn, await editor().secret());
  page = await opened().context.newPage();
});
// No attack signs the browser out.
afterEach(async () => {
  const status = await quiet.evaluate(async () => {
    const headers = { "Session-Key": localStorage.getItem("backsoon session key") ?? "" };
    return (await fetch("/api/session", { headers })).status;
  });
  expect(status).toBe(200);
});

/** Every write that the editor replies to from now on, preflights first: its method, status and whether it has a cookie. */
function writes(): [method: string, status: number, hasCookie: boolean][] {
  const seen: ReturnType<typeof writes> = [];
  const look = (message: unknown): void => {
    const { request, response } = message as { request: IncomingMessage; response: ServerResponse };
    const { method = "", headers, socket } = request;
    if (socket.localPort === editor().port && method !== "GET")
      seen.push([method, response.statusCode, headers.cookie !== undefined]);
  };
  subscribe("http.server.response.finish", look);
  onTestFinished(() => void unsubscribe("http.server.response.finish", look));
  return seen;
}

const form = (target: string) =>
  `<!doctype html><form method="post" action="${target}" enctype="text/plain"><input name='{"a":"' value='"}'></form>
   <script>document.forms[0].submit()</script>`;

it("Another program on the same machine gets a browser's cookie, which is useless without the key", async () => {
  await page.goto(at("127.0.0.1"));
  expect(visitorsCookie).toMatch(new RegExp(`^backsoon-${editor().port}=`));
  const stored = () => [localStorage.length, document.cookie];
  // Another port has another storage, and no script sees the cookie.
  expect([...(await page.evaluate(stored)), ...(await quiet.evaluate(stored))]).toEqual([0, "", 1, ""]);
  const headers = { Cookie: visitorsCookie, Origin: editor().url, "Sec-Fetch-Site": "same-origin" };
  expect(outcomeOf(await editor().ask({ url: "/api/notice", headers }))).toEqual([401, "SESSION_LOCKED"]);
});

describe("An attacker's page in a signed-in browser", () => {
  it.each([
    ["another port", "127.0.0.1", true],
    ["another site", "localhost", false],
  ] as const)("is refused with a form from %s", async (_name, host, hasCookie) => {
    pages.set("/form", form(`${editor().url}/api/revisions/1/rollback`));
    const written = writes();
    await Promise.all([page.waitForURL(`${editor().url}/**`), page.goto(at(host, "/form")).catch(String)]);
    expect(written).toEqual([["POST", 403, hasCookie]]);
  });

  it("changes and reads nothing with a script from another port", async () => {
    await page.goto(at("127.0.0.1"));
    const written = writes();
    const headers = { "Content-Type": "application/json" };
    const attempts: [path: string, init: RequestInit][] = [
      ["/api/session", { method: "POST", mode: "no-cors", body: "{}" }],
      ["/api/session", {}],
      ["/", {}],
      ["/api/session", { method: "POST", headers, body: "{}" }],
      ["/api/session", { method: "DELETE" }],
    ];
    const attempt = ([url, init]: [string, RequestInit]) =>
      fetch(url, { credentials: "include", ...init }).then(
        async (reply) => `${reply.type} ${await reply.text()}`,
        () => "refused",
      );
    for (const [path, init] of attempts)
      expect(await page.evaluate(attempt, [editor().url + path, init] as [string, RequestInit])).toBe(
        "refused",
      );
    const preflight = ["OPTIONS", 403, false];
    expect(written).toEqual([["POST", 403, true], preflight, preflight]);
  });

  it("is refused with a form in a sandboxed frame", async () => {
    await page.goto(at("127.0.0.1"));
    const written = writes();
    const inner = form(`${editor().url}/api/session`).replaceAll('"', "&quot;");
    await page.setContent(`<iframe sandbox="allow-scripts allow-forms" srcdoc="${inner}"></iframe>`);
    await expect.poll(() => written).toEqual([["POST", 403, false]]);
  });

  it("cannot put the editor into a frame", async () => {
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    pages.set("/frame", `<!doctype html><iframe src="${editor().url}/"></iframe>`);
    await page.goto(at("127.0.0.1", "/frame"));
    await expect.poll(() => said.join()).toContain("frame-ancestors 'none'");
    expect(page.frames()[1]?.url()).not.toContain(editor().url);
  });
});
