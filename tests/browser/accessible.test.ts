import axe from "axe-core";
import type { BrowserContextOptions } from "playwright-core";
import { describe, expect, it } from "vitest";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { quickTime } from "../support/browser/page-time.ts";
import { notice } from "../support/command/command.ts";
import { healthyApp, startFront } from "../support/network/front.ts";
import { serveHere } from "../support/service/service-here.ts";

const open = launchBrowser(still);
const long = { timeout: 20_000 };
const tags = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"];

const all = [
  "--title",
  "We are moving",
  "--message",
  "One.\n\nTwo.",
  "--expected-return",
  "2126-11-21T18:30:00Z",
];
const variants: [string, string[], BrowserContextOptions][] = [
  ["defaults alone", [], {}],
  ["everything, in light", all, { colorScheme: "light" }],
  ["everything, in dark", all, { colorScheme: "dark" }],
  ["everything, in forced colours", all, { forcedColors: "active" }],
  ["everything, in forced dark colours", all, { forcedColors: "active", colorScheme: "dark" }],
  ["everything, on a small phone", all, { viewport: { width: 320, height: 640 } }],
  ["everything, at 400 %", all, { viewport: { width: 320, height: 256 } }],
  ["Arabic", [], { locale: "ar" }],
  ["Hebrew, with everything, in dark", all, { locale: "he", colorScheme: "dark" }],
  ["a return that has passed", ["--as-given", "--expected-return", "2026-01-01T00:00:00Z"], {}],
  ["a return in words", ["--expected-return", "soon"], { colorScheme: "dark" }],
];

/** The violations that axe-core finds, in words. */
async function violations(page: Awaited<ReturnType<typeof open>>["page"]): Promise<string[]> {
  // Through the debugger, which the page's policy does not bind.
  const session = await page.context().newCDPSession(page);
  const run = `${axe.source}; axe.run({ runOnly: ${JSON.stringify(tags)} })
    .then(({ violations, passes }) => JSON.stringify({ passes: passes.length, violations }))`;
  const { result } = await session.send("Runtime.evaluate", { expression: run, awaitPromise: true });
  const report: { passes: number; violations: axe.Result[] } = JSON.parse(result.value);
  expect(report.passes).toBeGreaterThan(15);
  return report.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}

describe("axe-core finds no violation of WCAG 2.2 A and AA or of best practice with", () => {
  it.each(variants)("%s", async (_name, args, options) => {
    const service = await serveHere();
    if (args.length > 0) await notice(service.env, ["set", ...args]);
    const { page, unexpected } = await open(service.url, options);
    expect(await violations(page)).toEqual([]);
    expect(unexpected()).toEqual([]);
  });

  it("the moment before the return", async () => {
    const service = await serveHere({ RETURN_SPREAD_SECONDS: "600" });
    const front = await startFront(service.url);
    const { page } = await open(front.url, {}, "Math.random = () => 0.9");
    front.answerWith(healthyApp);
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect.poll(() => page.locator("h1").innerText(), long).toBe("We're back");
    expect(await violations(page)).toEqual([]);
  });
});

describe("the page", () => {
  it("has one heading of the first level, two landmarks, a title, a language, and no refresh", async () => {
    const service = await serveHere();
    await notice(service.env, ["set", ...all]);
    const { page } = await open(service.url, { locale: "de-CH" });
    expect(await page.locator("h1").count()).toBe(1);
    expect(await page.getByRole("heading").count()).toBe(2);
    expect(await page.getByRole("main").count()).toBe(1);
    expect(await page.getByRole("contentinfo").count()).toBe(1);
    expect(await page.getByRole("status").allTextContents()).toEqual(["", ""]);
    expect(await page.locator("html").getAttribute("lang")).toBe("de");
    expect(await page.locator("meta[http-equiv]").count()).toBe(0);
  });

  it("has the visitor's language on a page from right to left, and gets no other one's words", async () => {
    const service = await serveHere();
    const { page } = await open(service.url, { locale: "ar" });
    expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
    expect(await page.locator("h1").innerText()).toBe("الموقع قيد الصيانة");
    expect(await page.content()).not.toMatch(/Under Maintenance|patience/);
    const sun = await page.locator(".sunrise").boundingBox();
    expect(sun?.x).toBeLessThan(300);
  });
});

describe("the page's policy", () => {
  it("is broken by nothing of ours, and lets no script run that is put into the page", async () => {
    const service = await serveHere({ POLL_SECONDS: "1" });
    const { page, unexpected, requests } = await open(service.url, {}, quickTime);
    await expect.poll(() => requests.length, long).toBeGreaterThan(4);
    expect(unexpected()).toEqual([]);
    await page.evaluate(() => {
      const script = document.createElement("script");
      script.textContent = "document.title = 'Owned'";
      document.body.append(script);
      const handler = document.createElement("b");
      handler.setAttribute("onclick", "document.title = 'Owned'");
      document.body.append(handler);
      handler.click();
      const remote = document.createElement("script");
      remote.src = "https://evil.example/x.js";
      document.body.append(remote);
    });
    expect(await page.title()).toBe("Under Maintenance");
    const refused = () => unexpected().filter((text) => text.includes("Content Security Policy"));
    await expect.poll(refused, long).toHaveLength(3);
  });
});
