import { describe, expect, it } from "vitest";
import { openPage } from "../../support/browser/browser.ts";
import { shifts } from "../../support/browser/looks.ts";
import { serveWith } from "../../support/service/service-here.ts";

const moving = { reducedMotion: "no-preference" } as const;
const visitors = [
  { viewport: { width: 320, height: 568 }, locale: "es", timezoneId: "Asia/Kolkata" },
  { viewport: { width: 480, height: 800 }, locale: "fa", timezoneId: "Asia/Kolkata" },
  { viewport: { width: 390, height: 844 }, locale: "de", timezoneId: "Europe/Berlin" },
  { viewport: { width: 1440, height: 900 }, locale: "pt-BR", timezoneId: "America/Sao_Paulo" },
];

describe("The page while its script starts", () => {
  it.each([
    ["no return", []],
    ["a return in words", ["--expected-return", "Some time this afternoon"]],
    ["a return at a time", ["--expected-return", "+3d"]],
    ["a return in three weeks", ["--expected-return", "+21d"]],
    ["a return that has passed", ["--as-given", "--expected-return", "2026-01-01T00:00:00Z"]],
  ])("has no layout shift with %s", async (_name, args) => {
    const service = await serveWith(...args);
    for (const options of visitors) {
      const { page } = await openPage(service.url, { ...moving, ...options });
      const line = page.locator(".quiet-line");
      const text = line.getAttribute("data-room");
      await expect.poll(() => line.innerText()).toBe(await text);
      expect([options, await shifts(page)]).toEqual([options, []]);
    }
  });

  it("has no layout shift with wide letters, with which a time needs more lines", async () => {
    const { url } = await serveWith("--expected-return", "+3d");
    const widen = `new MutationObserver((_changes, observer) => {
      document.documentElement.style.letterSpacing = "0.2em";
      observer.disconnect();
    }).observe(document, { childList: true })`;
    const { page } = await openPage(url, { ...moving, ...visitors.at(-1), script: widen });
    await expect.poll(() => page.locator(".relative").innerText()).toMatch(/^em /);
    expect(await shifts(page)).toEqual([]);
  });
});
