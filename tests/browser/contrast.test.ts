import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { wake } from "../support/browser/events.ts";
import { contrasts } from "../support/browser/looks.ts";
import { standing } from "../support/browser/waiting.ts";
import { healthyApp } from "../support/network/front.ts";

const schemes = [
  ["light", "rgb(251, 246, 238)", "rgb(248, 226, 189)"],
  ["dark", "rgb(26, 21, 18)", "rgb(58, 42, 27)"],
] as const;

/** The texts whose contrast is too low. Fewer texts than expected mean that the page was not checked. */
async function tooWeak(page: Page, texts: number) {
  const found = await contrasts(page);
  expect(found.length).toBeGreaterThanOrEqual(texts);
  return found.filter(({ ratio }) => ratio < 7);
}

it("Every text on the page has a contrast of at least 7:1 in each state, in light and dark", async () => {
  const options = { settings: { RETURN_SPREAD_SECONDS: "600" }, bypassCSP: true };
  const { page, front, set } = await standing("/", options);
  const marked = page.locator("[data-changed]");
  const inEachScheme = async (check: (ground: string, mark: string) => Promise<void>) => {
    for (const [colorScheme, ground, mark] of schemes) {
      await page.emulateMedia({ colorScheme });
      await check(ground, mark);
    }
  };

  await set("--title", "Other", "--message", "One.", "--expected-return", "+2h", "--contact-email", "o@b.co");
  await wake(page);
  // Highlights stay because the clock stands still.
  await expect.poll(() => marked.count()).toBe(4);
  await inEachScheme(async (ground, mark) => {
    const painted = page.locator("body, [data-changed]");
    const grounds = painted.evaluateAll((all) => all.map((it) => getComputedStyle(it).backgroundColor));
    expect(await grounds).toEqual([ground, mark, mark, mark, mark]);
    expect(await tooWeak(page, 8)).toEqual([]);
  });
  expect(await marked.count()).toBe(4);

  await page.setViewportSize({ width: 320, height: 640 });
  await set("--as-given", "--expected-return", "2026-01-01T00:00:00Z");
  await wake(page);
  await expect.poll(() => page.locator("main").innerText()).toContain("longer than expected");
  await page.clock.runFor(2_000);
  await expect.poll(() => marked.count()).toBe(0);
  await inEachScheme(async () => expect(await tooWeak(page, 8)).toEqual([]));

  front.answerWith(healthyApp);
  await wake(page);
  await expect.poll(() => page.locator("body").innerText()).toContain("We're back");
  await inEachScheme(async () => expect(await tooWeak(page, 2)).toEqual([]));
});
