import { describe, expect, it } from "vitest";
import { launchBrowser, reload, still } from "../support/browser/browser.ts";
import { poll, polls } from "../support/browser/events.ts";
import { withClock } from "../support/browser/page-time.ts";
import { type Waiting, waitingIn } from "../support/browser/waiting.ts";
import { notice } from "../support/command/command.ts";
import { forwardTo, type Handler } from "../support/network/front.ts";
import { type ServiceHere, serveHere } from "../support/service/service-here.ts";

const waiting = waitingIn(launchBrowser(still));
// The page polls only when the test says so.
const settings = { POLL_SECONDS: "3600" };

/** A service with its own store, whose revisions have these titles. */
async function serviceWith(...titles: string[]): Promise<ServiceHere> {
  const service = await serveHere(settings);
  for (const title of titles) expect((await notice(service.env, ["set", "--title", title])).code).toBe(0);
  return service;
}

/** Whether a request is for anything but the notice. */
const isNoPoll = (entry: string) => !/^GET \/(backsoon-notice|\.backsoon\/healthz)$/.test(entry);
/** Sends everything to a service. */
const to = ({ url }: ServiceHere) => forwardTo(url);

/** A page loaded from a service, with its clock paused. */
async function loadedFrom(answer: Handler): Promise<Waiting> {
  const opened = await waiting("/", { settings, script: "", world: withClock });
  opened.front.answerWith(answer);
  await opened.page.clock.pauseAt(Date.now() + 60_000);
  await reload(opened.page);
  return opened;
}

describe("An open page", () => {
  it("shows the notice of a recreated store, whose revision number is lower, after repeated polls over 30 seconds", async () => {
    const { page, front, unexpected } = await loadedFrom(to(await serviceWith("One", "Before")));
    expect(await page.locator("h1").innerText()).toBe("Before");
    const anew = await serviceWith("Anew");
    front.answerWith(to(anew));
    expect(await polls(page, 0, 10, 10, 9)).toEqual(["Before", "Before", "Before", "Before"]);
    expect(await poll(page, 1)).toBe("Anew");
    expect(await page.locator(".announcement").textContent()).toBe("Updated:\nAnew");
    expect((await notice(anew.env, ["set", "--title", "On"])).code).toBe(0);
    expect(await poll(page, 0)).toBe("On");

    // A garbled marker still means the notice: it is no revision, and not the app.
    front.answerWith((_request, response) => {
      response.writeHead(200, { "Content-Type": "application/json", "Maintenance-Notice": "9, 9" });
      response.end(JSON.stringify({ isEnabled: true, title: "Garbled", contactEmail: "a@b.co" }));
    });
    front.log.splice(0);
    expect(await polls(page, 0, 15, 15)).toEqual(["On", "On", "On"]);
    expect(front.log.filter(isNoPoll)).toEqual([]);
    expect(unexpected()).toEqual([]);
  });
});
