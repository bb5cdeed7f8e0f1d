import { describe, expect, it } from "vitest";
import { readBuild } from "../../api/assets/build.ts";
import { createFiles } from "../../api/export/files/files.ts";
import type { Revision } from "../../data/store.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { serialize } from "../../schema/notice/notice.ts";
import { launchBrowser, reload, still } from "../support/browser/browser.ts";
import { withClock } from "../support/browser/page-time.ts";
import { poll, polls } from "../support/browser/polls.ts";
import { type Waiting, waitingIn } from "../support/browser/waiting.ts";
import { notice } from "../support/command/command.ts";
import { forwardTo, type Handler, healthyApp } from "../support/network/front.ts";
import { type ServiceHere, serveHere } from "../support/service/service-here.ts";

const waiting = waitingIn(launchBrowser(still));
// The page polls when it is told to, and at no other time.
const settings = { POLL_SECONDS: "3600" };

/** A service with a store of its own, whose revisions have these titles, the last of them the latest. */
async function serviceWith(...titles: string[]): Promise<ServiceHere> {
  const service = await serveHere(settings);
  for (const title of titles) expect((await notice(service.env, ["set", "--title", title])).code).toBe(0);
  return service;
}

/** Whether a request is for anything but the notice. */
const isNoPoll = (entry: string) => !/^GET \/(backsoon-notice|\.backsoon\/healthz)$/.test(entry);
/** Sends everything to a service. */
const to = ({ url }: ServiceHere) => forwardTo(url);

const { template, assets } = readBuild("dist/web");

/** Answers as a web server does that has the files of a revision, and no service and no app. */
async function fromFiles(title: string, createdAt: string): Promise<Handler> {
  const revision: Revision = { number: 2, notice: { ...defaults, title }, author: "anna", createdAt };
  const live = { pollSeconds: 3600, returnSpreadSeconds: 0 };
  const makeFiles = createFiles({ template, live, failed: expect.fail });
  const { value: page } = await makeFiles(revision, "unknown", Date.parse(createdAt) / 1000).next();
  expect(page.path).toBe("pages/en.html");
  const headers = {
    "Maintenance-Notice": "export",
    "Cache-Control": "no-store",
    "Content-Security-Policy": "frame-ancestors 'self'; base-uri 'none'; form-action 'none'",
  };
  return ({ url }, response) => {
    const script = assets.find(({ path }) => path === url);
    const modified = { "Last-Modified": new Date(createdAt).toUTCString() };
    if (script) response.writeHead(200, { "Content-Type": script.type }).end(script.bodies.identity);
    else if (url?.startsWith("/backsoon-notice?"))
      response
        .writeHead(200, { ...headers, ...modified, "Content-Type": "application/json" })
        .end(serialize(revision.notice));
    else response.writeHead(503, { ...headers, "Content-Type": "text/html" }).end(page.body);
  };
}

/** A page that was loaded from somewhere, and whose time stands still. */
async function loadedFrom(answer: Handler): Promise<Waiting> {
  const opened = await waiting("/", { settings, script: "", world: withClock });
  opened.front.answerWith(answer);
  await opened.page.clock.pauseAt(Date.now() + 60_000);
  await reload(opened.page);
  return opened;
}

describe("an open page", () => {
  it("takes a store made anew, whose number is lower, once it is sure", async () => {
    const { page, front, unexpected } = await loadedFrom(to(await serviceWith("One", "Before")));
    expect(await page.locator("h1").innerText()).toBe("Before");
    const anew = await serviceWith("Anew");
    front.answerWith(to(anew));
    expect(await polls(page, 0, 10, 10, 9)).toEqual(["Before", "Before", "Before", "Before"]);
    expect(await poll(page, 1)).toBe("Anew");
    expect(await page.locator(".announcement").textContent()).toBe("Updated:\nAnew");
    expect((await notice(anew.env, ["set", "--title", "On"])).code).toBe(0);
    expect(await poll(page, 0)).toBe("On");

    // A garbled marker is ours: neither a number nor the app.
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

describe("an open page, where a web server answers with files once nobody else does,", () => {
  const anHourAgo = Date.now() - 3_600_000;
  const at = (seconds: number) => new Date(anHourAgo + seconds * 1000).toISOString();

  it("is the page where files have served it: its script runs, follows, and returns", async () => {
    const { page, front, unexpected } = await loadedFrom(await fromFiles("Before", at(10)));
    expect(await page.locator("h1").innerText()).toBe("Before");
    expect(await page.locator(".quiet-line").innerText()).toBe(
      "You can leave this page open. It will reload by itself when we're back.",
    );
    front.answerWith(await fromFiles("After", at(11)));
    expect(await poll(page, 0)).toBe("After");
    front.answerWith(await fromFiles("Before", at(10)));
    expect(await polls(page, 0, 15, 14, 1)).toEqual(["After", "After", "After", "Before"]);
    front.log.splice(0);
    front.answerWith((_request, response) =>
      response.writeHead(503, { "Maintenance-Notice": "export" }).end(),
    );
    expect(await polls(page, 0, 60)).toEqual(["Before", "Before"]);
    front.answerWith(to(await serviceWith("On")));
    expect(await poll(page, 0)).toBe("On");
    // It has asked for nothing but the notice.
    expect(front.log.filter(isNoPoll)).toEqual([]);
    expect(unexpected()).toEqual([]);
    front.answerWith(healthyApp);
    await page.clock.resume();
    await page.evaluate(() => dispatchEvent(new Event("online")));
    await expect.poll(() => page.title()).toBe("The app");
  });
});
