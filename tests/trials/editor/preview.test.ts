import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { field, review, sharedPage } from "../../support/browser/editor-page.ts";
import { sharedEditor } from "../../support/service/editor-here.ts";

const begin = sharedPage(sharedEditor());
/** The page in the preview that is in sight. */
const shown = (page: Page) => page.frameLocator("iframe.shown").locator("html");

it("the preview follows typing, keeps its scroll position, and adds nothing to the tab's history", async () => {
  const { page, previewText } = await begin({ message: "line\n".repeat(300).trim() });
  const depth = await page.evaluate(() => history.length);
  const place = () =>
    shown(page)
      .evaluate(() => Math.round(scrollY))
      .catch(() => -1);
  await page.evaluate(() => {
    const isTold = new Promise<void>((resolve) =>
      addEventListener("message", ({ data }) => data.event === "scroll" && data.y === 500 && resolve()),
    );
    Object.assign(window, { isTold });
  });
  await shown(page).evaluate(() => scrollTo(0, 500));
  // A place that the preview has not told of yet could not be kept.
  await page.evaluate(() => Object(window).isTold);
  for (const title of ["One", "Two", "Three"]) {
    await field(page, "Title").fill(title);
    await expect.poll(() => previewText().catch(() => "")).toBe(title);
  }
  await expect.poll(place).toBe(500);
  expect(await page.evaluate(() => history.length)).toBe(depth);
  expect(await page.locator("iframe").count()).toBe(1);
});

it("the editor warns about a passed return on the first screen and in the review, and previews it", async () => {
  const tenHoursAgo = new Date(Date.now() - 36_000_000 - 60_000).toISOString();
  const { page, previewText } = await begin({ title: "Moving", expectedReturn: tenHoursAgo });
  await page.setViewportSize({ width: 390, height: 844 });
  const overdue = "The expected return passed 10 hours ago: the page says that this takes longer";
  const line = page.locator(".line", { hasText: overdue });
  expect(await line.innerText()).toContain("Is this notice left over from another outage?");
  const { y, height } = (await line.boundingBox()) ?? { y: 844, height: 0 };
  expect(y + height).toBeLessThan(844);
  await page.getByRole("tab", { name: "Page" }).click();
  expect(await previewText("p.news")).toContain("longer than expected");

  await page.getByRole("tab", { name: "Words", exact: true }).click();
  await field(page, "Title").fill("Moving still");
  await page.keyboard.press("Control+Enter");
  expect(await review(page).innerText()).toContain(overdue);
  await page.keyboard.press("Escape");

  await page.locator(".return").getByRole("button", { name: "+1 h" }).click();
  await expect.poll(() => line.count()).toBe(0);
  await expect
    .poll(() => previewText(".relative").catch(() => ""))
    .toMatch(/^in about (1 hour|\d+ minutes)$/);
  await page.keyboard.press("Control+Enter");
  expect(await review(page).innerText()).toContain("Expected return");
  expect(await review(page).innerText()).not.toContain("longer than expected");
});
