import { expect, it } from "vitest";
import { listen, wake } from "../support/browser/events.ts";
import { stoppedAnimations } from "../support/browser/page-time.ts";
import { standing } from "../support/browser/waiting.ts";

it("A change on an open page is highlighted for 2 seconds, announced for 10, and shows its age for 24 hours", async () => {
  const { page, set, pass } = await standing("/", { script: stoppedAnimations });
  const updated = () => page.locator(".updated").allInnerTexts();
  /** Each highlighted element, its number of animations, and whether it has a colour behind it. */
  const marked = () =>
    page.evaluate(() =>
      [...document.querySelectorAll("[data-changed]")].map((element) => [
        element.className || element.tagName,
        element.getAnimations().length,
        getComputedStyle(element).backgroundColor !== "rgba(0, 0, 0, 0)",
      ]),
    );
  const change = async (...options: string[]) => {
    await set(...options);
    await wake(page);
    await expect.poll(() => page.locator("[data-changed]").count()).toBeGreaterThan(0);
  };
  const heard = await listen(page);
  expect(await updated()).toEqual([]);
  await change("--message", "One.", "--expected-return", "soon", "--contact-email", "n@b.co");
  expect(await marked()).toEqual([
    ["expected-return", 0, true],
    ["message", 0, true],
    ["A", 0, true],
  ]);
  // The highlight does not touch the text before a link.
  const shadow = await page.locator(".help a").evaluate((it) => getComputedStyle(it).boxShadow);
  expect(shadow.split(" ").at(-1)).toBe("3px");
  await page.clock.runFor(1_999);
  expect(await page.locator("[data-changed]").count()).toBe(3);
  await page.clock.runFor(1);
  await expect.poll(marked).toEqual([]);
  const text = "Updated:\nOne.\nExpected Return: soon\nn@b.co";
  await page.clock.runFor(7_999);
  expect(await heard()).toEqual([text]);
  await page.clock.runFor(1);
  await expect.poll(heard).toEqual([text, ""]);

  await page.emulateMedia({ reducedMotion: "no-preference" });
  await change("--title", "Other");
  expect(await marked()).toEqual([["H1", 1, true]]);
  expect(await updated()).toEqual(["Updated just now"]);
  // From a reply, the page would learn that its clock has been changed.
  await page.route("**/backsoon-notice*", (route) => route.abort());
  await page.clock.runFor(5 * 60_000);
  await expect.poll(updated).toEqual(["Updated 5 minutes ago"]);
  await pass(3 * 3_600_000);
  await expect.poll(updated).toEqual(["Updated about 3 hours ago"]);
  await pass(21 * 3_600_000);
  await expect.poll(updated).toEqual([]);
});
