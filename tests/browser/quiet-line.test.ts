import type { Page } from "playwright-core";
import { expect, it } from "vitest";
import { launchBrowser, reload, still } from "../support/browser/browser.ts";
import { listen, pollOnce } from "../support/browser/events.ts";
import { plans, withClock } from "../support/browser/page-time.ts";
import { status, waitingIn } from "../support/browser/waiting.ts";
import { notice } from "../support/command/command.ts";

const open = launchBrowser(still);
const waiting = waitingIn(open);
const reloadIt = "Reload this page to see whether we're back.";
const leaveOpen = "You can leave this page open. It will reload by itself when we're back.";
const unknown = "No return time is known.";
const unreachable = "We can't be reached right now. This page keeps trying.";

const line = (page: Page) => page.locator(".quiet-line").innerText();
const saysWhen = (page: Page, text: string) =>
  expect.poll(() => page.locator(".expected-return .time").innerText()).toBe(text);
const says = (page: Page, text: string) => expect.poll(() => line(page)).toBe(text);

it("the page says that no return time is known after the return is removed, until the next change, and announces it once", async () => {
  const { page, service } = await waiting("/", {
    settings: { POLL_SECONDS: "3600" },
    script: "",
    world: withClock,
  });
  await page.clock.pauseAt(Date.now() + 60_000);
  const change = async (...args: string[]) => {
    expect((await notice(service.env, ["set", ...args])).code).toBe(0);
    await pollOnce(page);
  };
  await change("--expected-return", "+3h");
  await says(page, leaveOpen);
  const regions = [await listen(page), await listen(page, ".quiet-line [role=status]")];
  await change("--clear", "expected-return");
  await saysWhen(page, unknown);
  // The text stays after the announcement has been cleared.
  await page.clock.runFor(60_000);
  await saysWhen(page, unknown);
  expect(await Promise.all(regions.map((heard) => heard()))).toEqual([[`Updated:\n${unknown}`, ""], []]);
  await change("--message", "Soon.");
  await says(page, leaveOpen);
  expect(await page.locator(".expected-return").count()).toBe(0);
});

it("the page promises to reload only after a successful poll, and says that we are unreachable after two failed polls", async () => {
  const settings = { POLL_SECONDS: "3600" };
  const { page, front } = await waiting("/", { settings, script: "", world: withClock });
  // The page polls only when the test says so.
  await page.clock.pauseAt(Date.now() + 60_000);
  await says(page, leaveOpen);
  await page.route("**/backsoon-notice*", (route) => route.abort());
  await reload(page);
  await expect.poll(() => plans(page)).toBe(1);
  expect(await line(page)).toBe(reloadIt);
  await page.unroute("**/backsoon-notice*");
  await pollOnce(page);
  await says(page, leaveOpen);

  // Screen readers hear each loss and each recovery once.
  const heard = await listen(page, ".quiet-line [role=status]");
  const regained = await listen(page);
  for (const round of [1, 2]) {
    front.answerWith(status(502));
    await pollOnce(page);
    await says(page, leaveOpen);
    for (let polls = 2; polls < 5; polls += 1) {
      await pollOnce(page);
      await says(page, unreachable);
    }
    front.answerWith();
    await pollOnce(page);
    await says(page, leaveOpen);
    expect(await heard()).toEqual(Array(round).fill([unreachable, ""]).flat());
    const said = (await regained()).map((text) => text.trim()).filter(Boolean);
    expect(said).toEqual(Array(round).fill(leaveOpen));
  }
});
