import { describe, expect, it, onTestFinished } from "vitest";
import { sharedBrowser, still } from "../support/browser/browser.ts";
import { type Handler, startFront } from "../support/network/front.ts";
import { serveHere } from "../support/service/service-here.ts";

const returns = 2;

describe("A script on another origin of the same site", () => {
  it(`never gets a preflighted request with a cookie through to an app that refuses preflights, in ${returns} outages`, async () => {
    const service = await serveHere();
    const front = await startFront(service.url);
    const withCookie: string[] = [];
    const app: Handler = ({ method, url, headers }, response) => {
      if (method === "PUT" && headers.cookie) withCookie.push(`${method} ${url} ${headers.cookie}`);
      const cookie = { "Set-Cookie": "session=1; SameSite=Lax; Path=/" };
      response.writeHead(method === "OPTIONS" ? 403 : 200, method === "GET" ? cookie : {}).end();
    };
    const context = await (await sharedBrowser()).newContext(still);
    onTestFinished(() => context.close());
    front.answerWith(app);
    const page = await context.newPage();
    await page.goto(front.url);
    expect(await context.cookies(front.url)).toHaveLength(1);

    // Its script sends orders with cookies in a loop.
    const other = await startFront(service.url);
    other.answerWith((_request, response) => {
      response.writeHead(200, { "Content-Type": "text/html" });
      response.end(`<!doctype html><title>0</title><script type="module">
        const headers = { "Content-Type": "application/json" };
        for (;;) {
          await fetch("${front.url}/api/orders", { method: "PUT", credentials: "include", body: "{}", headers }).catch(() => {});
          document.title = Number(document.title) + 1;
        }
      </script>`);
    });
    await page.goto(other.url);
    const asked = async (): Promise<number> => Number(await page.title());
    for (let round = 0; round < returns; round += 1) {
      for (const handler of [undefined, app]) {
        front.answerWith(handler);
        const before = await asked();
        await expect.poll(asked).toBeGreaterThan(before + 2);
      }
    }
    expect(front.log.filter((entry) => entry.startsWith("OPTIONS")).length).toBeGreaterThan(returns * 4);
    expect(withCookie).toEqual([]);
  });
});
