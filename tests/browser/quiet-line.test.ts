import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { launchBrowser, reload, still } from "../support/browser/browser.ts";
import { listen, setHidden } from "../support/browser/events.ts";
import { plans, withClock } from "../support/browser/page-time.ts";
import { pollOnce } from "../support/browser/polls.ts";
import { status, type Waiting, waitingIn } from "../support/browser/waiting.ts";
import { serveHere } from "../support/service/service-here.ts";

const open = launchBrowser(still);
const waiting = waitingIn(open);
const long = { timeout: 20_000 };
const reloadIt = "Reload this page to see whether we're back.";
const leaveOpen = "You can leave this page open. It will reload by itself when we're back.";
const unreachable = "We can't be reached right now. This page keeps trying.";

const line = (page: Page) => page.locator(".quiet-line").innerText();
const says = (page: Page, text: string) => expect.poll(() => line(page), long).toBe(text);

/** A page whose time stands still, so that it polls when it is told to alone. */
async function standing(): Promise<Waiting> {
  const opened = await waiting("/", { settings: { POLL_SECONDS: "3600" }, script: "", world: withClock });
  await opened.page.clock.pauseAt(Date.now() + 60_000);
  return opened;
}

describe("the page says what it does for the visitor", () => {
  it("and promises nothing without a script, or with one that never came", async () => {
    const { url } = await serveHere();
    const { page } = await open(url, { javaScriptEnabled: false });
    expect(await line(page)).toBe(reloadIt);
    const { page: other } = await open(url);
    await other.route("**/assets/**", (route) => route.abort());
    await other.reload();
    expect(await line(other)).toBe(reloadIt);
  });

  it("and promises nothing before a poll was answered", async () => {
    const opened = await standing();
    const { page } = opened;
    await says(page, leaveOpen);
    await page.route("**/api/notice", (route) => route.fulfill({ status: 502 }));
    await reload(page);
    await expect.poll(() => plans(page), long).toBe(1);
    expect(await line(page)).toBe(reloadIt);
    await page.unroute("**/api/notice");
    await pollOnce(page);
    await says(page, leaveOpen);
  });

  it("and after two polls without an answer that nobody can be reached, and when that has changed, once for each loss", async () => {
    const opened = await standing();
    const { page, front } = opened;
    await says(page, leaveOpen);
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
});

describe("a page that is hidden", () => {
  it.each([
    [40, 60],
    [600, 600],
  ])("asks every minute at most, or less often if the others do: %i s", async (pollSeconds, waitSeconds) => {
    const service = await serveHere({ POLL_SECONDS: String(pollSeconds) });
    const { page, requests } = await open(service.url, {}, "Math.random = () => 0.5", withClock);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await reload(page);
    const planned = (times: number) => expect.poll(() => plans(page), long).toBe(times);
    await planned(1);
    const polls = () => requests.filter((path) => path === "/api/notice").length;
    const before = polls();
    await setHidden(page, true);
    for (let round = 1; round <= 3; round += 1) {
      await page.clock.runFor(waitSeconds * 1000 - 1);
      expect(await plans(page)).toBe(round + 1);
      await page.clock.runFor(1);
      await planned(round + 2);
      expect(polls()).toBe(before + round);
    }
  });
});
