import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { hasAsked, launchBrowser, reload, still } from "../support/browser/browser.ts";
import { listen, setHidden, wake } from "../support/browser/events.ts";
import { withClock } from "../support/browser/page-time.ts";
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

/** Lets the page poll once, and waits until that has been answered. */
async function poll({ page, front }: Waiting): Promise<void> {
  const before = front.log.length;
  await wake(page);
  await expect.poll(() => front.log.length, long).toBeGreaterThan(before);
  // By the time that another reply has come, the page has made of this one what it will.
  await page.evaluate("fetch('/healthz').then((response) => response.text())");
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
    await page.evaluate("fetch('/healthz').then((response) => response.text())");
    expect(await line(page)).toBe(reloadIt);
    await page.unroute("**/api/notice");
    await poll(opened);
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
      await poll(opened);
      await says(page, leaveOpen);
      for (let polls = 2; polls < 5; polls += 1) {
        await poll(opened);
        await says(page, unreachable);
      }
      front.answerWith();
      await poll(opened);
      await says(page, leaveOpen);
      expect(await heard()).toEqual(Array(round).fill([unreachable, ""]).flat());
      const said = (await regained()).map((text) => text.trim()).filter(Boolean);
      expect(said).toEqual(Array(round).fill(leaveOpen));
    }
  });
});

describe("a page that is hidden", () => {
  it.each([
    [10, 60],
    [600, 600],
  ])("asks every minute at most, or less often if the others do: %i s", async (pollSeconds, waitSeconds) => {
    const service = await serveHere({ POLL_SECONDS: String(pollSeconds) });
    const { page, requests } = await open(service.url, {}, "Math.random = () => 0.5", withClock);
    await page.clock.pauseAt(Date.now() + 3_600_000);
    const polls = () => requests.filter((path) => path === "/api/notice").length;
    const settled = async () => {
      await hasAsked(page, polls());
      // By the time that another reply has come, the page has made of this one what it will.
      await page.evaluate("fetch('/healthz').then((response) => response.text())");
    };
    await setHidden(page, true);
    await settled();
    for (let round = 0; round < 3; round += 1) {
      const before = polls();
      await page.clock.runFor(waitSeconds * 1000 - 1);
      await settled();
      expect(polls()).toBe(before);
      await page.clock.runFor(1);
      await settled();
      expect(polls()).toBe(before + 1);
    }
  });
});
