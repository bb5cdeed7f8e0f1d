import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { launchBrowser } from "../support/browser/browser.ts";
import { listen, wake } from "../support/browser/events.ts";
import { stoppedAnimations, withClock } from "../support/browser/page-time.ts";
import { notice } from "../support/command/command.ts";
import { type ServiceHere, serveHere } from "../support/service/service-here.ts";

const open = launchBrowser();
const long = { timeout: 20_000 };
const updated = (page: Page) => page.locator(".updated").allInnerTexts();
/** The elements that are marked as changed, and how many animations mark them. */
const marked = (page: Page) =>
  page.evaluate(() =>
    [...document.querySelectorAll("[data-changed]")].map((element) => [
      element.className || element.tagName,
      element.getAnimations().length,
      getComputedStyle(element).backgroundColor !== "rgba(0, 0, 0, 0)",
    ]),
  );

/** A page whose time stands still, and that polls when it is told to. */
async function standing(
  reducedMotion: "reduce" | "no-preference",
): Promise<{ page: Page; service: ServiceHere }> {
  const service = await serveHere({ POLL_SECONDS: "3600" });
  const { page } = await open(service.url, { reducedMotion }, stoppedAnimations, withClock);
  await page.clock.pauseAt(Date.now() + 60_000);
  return { page, service };
}

async function change(page: Page, { env }: ServiceHere, ...args: string[]): Promise<void> {
  expect((await notice(env, ["set", ...args])).code).toBe(0);
  await wake(page);
  await expect.poll(() => page.locator("[data-changed]").count(), long).toBeGreaterThan(0);
}

describe("a change on an open page", () => {
  it.each([
    ["no-preference", 1],
    ["reduce", 0],
  ] as const)("is marked for two seconds, motion: %s", async (reducedMotion, animations) => {
    const { page, service } = await standing(reducedMotion);
    await change(
      page,
      service,
      "--message",
      "Other.",
      "--expected-return",
      "soon",
      "--contact-email",
      "n@b.co",
    );
    expect(await marked(page)).toEqual([
      ["expected-return", animations, true],
      ["message", animations, true],
      ["A", animations, true],
    ]);
    await page.clock.runFor(1_999);
    expect(await page.locator("[data-changed]").count()).toBe(3);
    await page.clock.runFor(1);
    await expect.poll(() => marked(page), long).toEqual([]);
    await change(page, service, "--title", "Another");
    expect(await marked(page)).toEqual([["H1", animations, true]]);
  });

  it("is announced, and the region is empty again after ten seconds", async () => {
    const { page, service } = await standing("reduce");
    const heard = await listen(page);
    await change(page, service, "--message", "One.", "--title", "Two");
    const text = "Updated:\nTwo\nOne.";
    await page.clock.runFor(9_999);
    expect(await heard()).toEqual([text]);
    await page.clock.runFor(1);
    await expect.poll(heard, long).toEqual([text, ""]);
  });

  it("is said in the footer with its age, for 24 hours", async () => {
    const { page, service } = await standing("reduce");
    expect(await updated(page)).toEqual([]);
    await change(page, service, "--title", "Other");
    expect(await updated(page)).toEqual(["Updated just now"]);
    // An answer would tell the page that its clock has been set.
    await page.route("**/api/notice", (route) => route.abort());
    const minutes = (count: number) => page.clock.runFor(count * 60_000);
    await minutes(5);
    await expect.poll(() => updated(page), long).toEqual(["Updated 5 minutes ago"]);
    await page.clock.fastForward(3 * 3_600_000);
    await expect.poll(() => updated(page), long).toEqual(["Updated about 3 hours ago"]);
    await page.clock.fastForward(21 * 3_600_000);
    await expect.poll(() => updated(page), long).toEqual([]);
  });
});
