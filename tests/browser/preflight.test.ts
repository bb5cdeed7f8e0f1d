import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { sharedBrowser, still } from "../support/browser/browser.ts";
import { startFront } from "../support/network/front.ts";
import { serveHere } from "../support/service/service-here.ts";

const returns = 2;

/** A page on another origin of the same site, whose script sends orders with cookies in a loop. */
async function startOther(target: string): Promise<string> {
  const script = `for (;;) {
    await fetch("${target}/api/orders", { method: "PUT", credentials: "include", body: "{}", headers: { "Content-Type": "application/json" } }).catch(() => {});
    document.title = Number(document.title) + 1;
  }`;
  const server = createServer((_request, response) => {
    response.writeHead(200, { "Content-Type": "text/html" });
    response.end(`<!doctype html><title>0</title><script type="module">${script}</script>`);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe("A script on another origin of the same site", () => {
  it(`never gets a preflighted request with a cookie through to an app that refuses preflights, in ${returns} outages`, async () => {
    const service = await serveHere();
    const front = await startFront(service.url);
    const withCookie: string[] = [];
    const app = ({ method, url, headers }: IncomingMessage, response: ServerResponse): void => {
      if (method === "PUT" && headers.cookie) withCookie.push(`${method} ${url} ${headers.cookie}`);
      const cookie = { "Set-Cookie": "session=1; SameSite=Lax; Path=/" };
      response.writeHead(method === "OPTIONS" ? 403 : 200, method === "GET" ? cookie : {}).end();
    };
    const context = await (await sharedBrowser()).newContext(still);
    onTestFinished(() => context.close());
    front.answerWith(app);
    await (await context.newPage()).goto(front.url);
    expect(await context.cookies(front.url)).toHaveLength(1);

    const page = await context.newPage();
    front.answerWith();
    await page.goto(await startOther(front.url));
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
