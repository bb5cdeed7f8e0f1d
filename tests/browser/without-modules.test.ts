import type { IncomingMessage, ServerResponse } from "node:http";
import { describe, expect, it } from "vitest";
import { openWindow } from "../support/browser/browser.ts";
import { pass } from "../support/browser/page-time.ts";
import { status } from "../support/browser/waiting.ts";
import { healthyApp, startFront } from "../support/network/front.ts";
import { forPage, pageAt } from "../support/network/http.ts";
import { sharedHere } from "../support/service/service-here.ts";

const running = sharedHere();

/** A front that serves the notice as a browser without modules sees it. */
async function startOldFront() {
  const front = await startFront(running().url);
  const asOldBrowser = async (_incoming: IncomingMessage, response: ServerResponse) => {
    const reply = await fetch(running().url, { headers: forPage });
    const page = (await reply.text())
      .replace(/<script type="module".*?<\/script>/s, "")
      .replace(" nomodule", "");
    const policy = String(reply.headers.get("content-security-policy"));
    const headers = { "Content-Type": "text/html", "Content-Security-Policy": policy };
    response.writeHead(503, { ...headers, "Maintenance-Notice": "1" }).end(page);
  };
  front.answerWith(asOldBrowser);
  return { front, asOldBrowser };
}

describe("The page in a browser without modules", () => {
  it.each([
    ["/shop/cart/?a=/&b=1#total", "/shop/cart/backsoon-notice"],
    ["/shop", "/shop/backsoon-notice"],
    ["/?next=/#top", "/backsoon-notice"],
  ])("polls each minute, and reloads after two replies of the app in a row: %s", async (path, beside) => {
    const { front, asOldBrowser } = await startOldFront();
    const { page } = await openWindow({ prepare: (context) => context.clock.install() });
    const asked = new Set<string>();
    page.on("request", (request) => asked.add(request.url()));
    await page.goto(`${front.url}${path}`);
    let count = 0;
    const ask = async (handler: Parameters<typeof front.answerWith>[0]) => {
      front.answerWith(handler);
      const replied = page.waitForResponse((response) => response.url().includes("backsoon-notice"));
      await pass(page, 60_000);
      await (await replied).finished();
      count += 1;
      await expect.poll(() => front.log.filter((line) => line === `GET ${beside}`).length).toBe(count);
    };
    // Single replies, server errors and replies with the marker do not reload the page.
    const ours = status(200, { "Maintenance-Notice": "1" });
    for (const handler of [status(404), asOldBrowser, status(404), status(500), status(200), ours])
      await ask(handler);
    expect(front.log.length).toBe(1 + count);
    await ask(status(404));
    front.answerWith(healthyApp);
    // The page may be left meanwhile.
    await page.clock.runFor(60_000).catch(() => {});
    await expect.poll(() => page.locator("h1").innerText()).toBe("The app at GET");
    expect(page.url()).toBe(`${front.url}${path}`);
    // Each poll has a URL of its own.
    expect([...asked].filter((url) => url.includes("backsoon-notice?"))).toHaveLength(count + 1);
  });

  it("has its script in old JavaScript, and no script in the reply to a write", async () => {
    const script = /<script nomodule>(.*?)<\/script>/s;
    const [, text = ""] = script.exec(await pageAt(running().url)) ?? [];
    expect(text).toMatch(/^var .*;$/s);
    expect(text).not.toMatch(/=>|\b(?:let|const|fetch)\b|`/);
    const written = await (await fetch(running().url, { method: "POST", headers: forPage })).text();
    expect(written).toContain("<h1>Under Maintenance</h1>");
    expect(written).not.toMatch(script);
  });
});
