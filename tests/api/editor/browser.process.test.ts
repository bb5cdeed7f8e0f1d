import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { BrowserContext } from "playwright-core";
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { sharedBrowser, still } from "../../support/browser/browser.ts";
import { signIn } from "../../support/browser/editor-page.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

const editor = sharedEditor();

let attacker: Server;
/** The attacker's pages, by path. */
const pages = new Map<string, string>();

beforeAll(async () => {
  attacker = createServer(({ url = "" }, response) => {
    response.setHeader("Content-Type", "text/html").end(pages.get(url) ?? "<!doctype html><p>attack");
  }).listen(0, "127.0.0.1");
  await once(attacker, "listening");
});
/** A signed-in browser. No attack signs it out. */
let context: BrowserContext;
afterAll(async () => {
  const isStill = await isSignedIn();
  await context.close();
  attacker.close();
  expect(isStill).toBe(true);
});

/** The attacker's address: another port of the same site, which gets the cookie, or another site. */
const at = (host: "127.0.0.1" | "localhost", path = "/") =>
  `http://${host}:${(attacker.address() as AddressInfo).port}${path}`;

/** A page at the editor's origin that sends no requests. */
const quietPage = () => `${editor().url}/healthz`;

beforeAll(async () => {
  context = await (await sharedBrowser()).newContext(still);
  const page = await context.newPage();
  await page.goto(quietPage());
  await page.evaluate(signIn, await editor().secret());
  // Scripts do not see the cookie.
  expect(await page.evaluate(() => document.cookie)).toBe("");
});
afterEach(async () => {
  for (const page of context.pages()) await page.close();
});

type Written = [method: string, status: number, hasCookie: boolean];

/** Every write that the editor answers from now on, preflights first. */
function writes(): Written[] {
  const seen: Written[] = [];
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

/** Whether the browser is still signed in. */
async function isSignedIn(): Promise<boolean> {
  const page = await context.newPage();
  await page.goto(quietPage());
  return page.evaluate(async () => {
    const headers = { "Session-Key": localStorage.getItem("backsoon session key") ?? "" };
    return (await fetch("/api/session", { headers })).status === 200;
  });
}

const form = (target: string, type: string, inFrame = "") =>
  `<!doctype html><iframe name="hidden"></iframe>
   <form method="post" action="${target}" enctype="${type}" ${inFrame}><input name='{"a":"' value='"}'></form>
   <script>document.forms[0].submit()</script>`;

describe("Another user's program on the same machine", () => {
  it("gets the cookie of a browser, but can do nothing with it", async () => {
    const page = await context.newPage();
    const visit = once(attacker, "request");
    await page.goto(at("127.0.0.1"));
    const [{ headers }] = (await visit) as [IncomingMessage];
    const { cookie: Cookie = "" } = headers;
    expect(Cookie).toMatch(new RegExp(`^backsoon-${editor().port}=`));
    // Another port has another storage, without the key.
    expect(await page.evaluate(() => localStorage.length)).toBe(0);
    const { paths } = (await editor().ask({ url: "/api/openapi.json", headers: { Cookie } })).json();
    const types: Record<string, string> = { patch: "application/merge-patch+json" };
    const asked: [string, number][] = [];
    for (const [path, operations] of Object.entries<object>(paths))
      for (const method of Object.keys(operations)) {
        // The program imitates the requests of the editor's page.
        const own = { Origin: editor().url, "Sec-Fetch-Site": "same-origin", "If-Match": "*" };
        const type = types[method] ?? "application/json";
        const { statusCode } = await editor().ask({
          method: method.toUpperCase(),
          url: path.replace("{revision}", "1"),
          headers: { ...own, Cookie, "Content-Type": type },
          ...(method.startsWith("p") && { payload: '{"title":"Stolen"}' }),
        });
        asked.push([`${method} ${path}`, statusCode]);
      }
    expect(asked.filter(([, status]) => status !== 401)).toEqual([
      // The first is no sign-in, and the others need none.
      ["post /api/session", 400],
      ["get /healthz", 200],
      ["get /api/openapi.json", 200],
    ]);
    expect(asked.length).toBeGreaterThan(11);
    expect(await editor().backend.latestNumber()).toBe(1);
  });
});

describe("An attacker's page in a signed-in browser", () => {
  it("is refused with a form, from another port and from another site", async () => {
    const page = await context.newPage();
    for (const [host, hasCookie] of [
      ["127.0.0.1", true],
      ["localhost", false],
    ] as const) {
      pages.set("/form", form(`${editor().url}/api/revisions/1/rollback`, "text/plain"));
      const written = writes();
      await Promise.all([page.waitForURL(`${editor().url}/**`), page.goto(at(host, "/form")).catch(String)]);
      expect(written).toEqual([["POST", 403, hasCookie]]);
    }
  });

  it("changes and reads nothing with a script from another port", async () => {
    const page = await context.newPage();
    await page.goto(at("127.0.0.1"));
    const written = writes();
    const outcomes = await page.evaluate(async (url) => {
      const ask = (path: string, init: RequestInit) =>
        fetch(`${url}${path}`, { credentials: "include", ...init }).then(
          async (reply) => `${reply.type} ${await reply.text()}`,
          () => "refused",
        );
      const session = (init: RequestInit) => ask("/api/session", init);
      const headers = { "Content-Type": "application/json" };
      return [
        await session({ method: "POST", mode: "no-cors", body: "{}" }),
        await session({}),
        await ask("/", {}),
        await session({ method: "POST", headers, body: "{}" }),
        await session({ method: "DELETE" }),
      ];
    }, editor().url);
    expect(outcomes).toEqual(Array(5).fill("refused"));
    expect(written).toEqual([
      ["POST", 403, true],
      ["OPTIONS", 403, false],
      ["OPTIONS", 403, false],
    ]);
  });

  it("is refused with a form in a sandboxed frame", async () => {
    const page = await context.newPage();
    await page.goto(at("127.0.0.1"));
    const written = writes();
    const inner = form(`${editor().url}/api/session`, "text/plain").replaceAll('"', "&quot;");
    await page.setContent(`<iframe sandbox="allow-scripts allow-forms" srcdoc="${inner}"></iframe>`);
    await expect.poll(() => written).toEqual([["POST", 403, false]]);
  });

  it("cannot put the editor into a frame", async () => {
    const page = await context.newPage();
    const said: string[] = [];
    page.on("console", (message) => said.push(message.text()));
    pages.set("/frame", `<!doctype html><iframe src="${editor().url}/"></iframe>`);
    await page.goto(at("127.0.0.1", "/frame"));
    await expect.poll(() => said.join()).toContain("frame-ancestors 'none'");
    const [, frame] = page.frames();
    expect(frame?.url()).not.toContain(editor().url);
  });
});
