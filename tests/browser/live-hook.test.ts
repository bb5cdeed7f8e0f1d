import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page } from "playwright-core";
import { build, type Rollup } from "vite";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { defaults } from "../../schema/notice/defaults.ts";
import { en } from "../../web/locales/en.ts";
import { sharedBrowser, still } from "../support/browser/browser.ts";

/** A script that renders the hook as often as it is told to. */
async function bundle(): Promise<string> {
  // Vite builds what this variable says, and the tests run under another.
  onTestFinished(() => void vi.unstubAllEnvs());
  vi.stubEnv("NODE_ENV", "production");
  const lib = { entry: "tests/browser/live-hook.tsx", formats: ["iife" as const], name: "hook" };
  const define = { "process.env.NODE_ENV": '"production"' };
  const built = await build({ configFile: false, logLevel: "silent", define, build: { lib, write: false } });
  const [output] = [built].flat() as Rollup.RollupOutput[];
  return output?.output[0].code ?? "";
}

/** A page without a notice of its own, on a server that keeps to the contract of the document and notes who asks. */
async function openBlank(): Promise<{ page: Page; polls(): number; publish(title: string): void }> {
  let revision = 1;
  let title: string = defaults.title;
  let polls = 0;
  const server = createServer(({ url }, response) => {
    if (url !== "/api/notice")
      return void response.writeHead(200, { "Content-Type": "text/html" }).end("<!doctype html>");
    polls += 1;
    response.writeHead(200, { "Maintenance-Notice": revision, "Content-Type": "application/json" });
    response.end(JSON.stringify({ ...defaults, title }));
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const context = await (await sharedBrowser()).newContext(still);
  onTestFinished(async () => {
    await context.close();
    server.close();
  });
  const page = await context.newPage();
  await page.clock.install();
  await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await page.addScriptTag({ content: await bundle() });
  const publish = (next: string) => {
    revision += 1;
    title = next;
  };
  return { page, polls: () => polls, publish };
}

const start = `
  const locale = ${JSON.stringify(en)};
  const view = { version: { number: 1 }, title: "Rendered", message: "", contactEmail: "a@b.example", locale, langs: {} };
  globalThis.titles = startTitles({ view, pollSeconds: 10, returnSpreadSeconds: 0 });
`;
const show = (count: number) => `titles.show(${count})`;

describe("the hook that follows the notice", () => {
  it("asks while somebody shows it, for all of them at once each, and not a moment longer, again and again", async () => {
    const { page, polls, publish } = await openBlank();
    const titles = () => page.locator("h1").allInnerTexts();
    await page.evaluate(start);
    await page.clock.runFor(60_000);
    expect(polls()).toBe(0);

    for (const round of ["First", "Second"]) {
      publish(`${round} seen`);
      await page.evaluate(show(2));
      await expect.poll(titles).toEqual([`${round} seen`, `${round} seen`]);

      await page.evaluate(show(1));
      await expect.poll(titles).toHaveLength(1);
      publish(`${round} changed`);
      await page.evaluate("dispatchEvent(new Event('online'))");
      await expect.poll(titles).toEqual([`${round} changed`]);

      await page.evaluate(show(0));
      await expect.poll(titles).toEqual([]);
      const before = polls();
      await page.evaluate("dispatchEvent(new Event('online'))");
      await page.evaluate("document.dispatchEvent(new Event('visibilitychange'))");
      await page.clock.runFor(600_000);
      // What had been asked would have arrived before this.
      await page.evaluate("fetch('/').then((response) => response.text())");
      expect(polls()).toBe(before);
    }
  });
});
