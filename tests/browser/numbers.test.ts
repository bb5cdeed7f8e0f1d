import { type IncomingMessage, request, type ServerResponse } from "node:http";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { launchBrowser, reload, still } from "../support/browser/browser.ts";
import { withClock } from "../support/browser/page-time.ts";
import { type Waiting, waitingIn } from "../support/browser/waiting.ts";
import { notice } from "../support/command/command.ts";
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

/** Sends everything to a service. */
const to =
  ({ url }: ServiceHere) =>
  (incoming: IncomingMessage, response: ServerResponse): void => {
    const { method, headers } = incoming;
    const onward = request(`${url}${incoming.url}`, { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(response);
    });
    incoming.pipe(onward);
  };

/** A page that was loaded from a service, and whose time stands still. */
async function loadedFrom(service: ServiceHere): Promise<Waiting> {
  const opened = await waiting("/", { settings, script: "", world: withClock });
  opened.front.answerWith(to(service));
  await opened.page.clock.pauseAt(Date.now() + 60_000);
  await reload(opened.page);
  return opened;
}

/** Lets so many seconds pass, then lets the page poll; gives the title that it shows afterwards. */
async function poll(page: Page, seconds: number): Promise<string> {
  await page.clock.runFor(seconds * 1000);
  await page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        const isPoll = ({ name }: PerformanceEntry) => name.endsWith("/api/notice");
        const observer = new PerformanceObserver((list) => list.getEntries().some(isPoll) && resolve());
        observer.observe({ type: "resource" });
        dispatchEvent(new Event("online"));
      }),
  );
  // By the time that another reply has come, the page has made of this one what it will.
  await page.evaluate("fetch('/healthz').then((response) => response.text())");
  return page.locator("h1").innerText();
}

async function polls(page: Page, ...waits: number[]): Promise<string[]> {
  const shown: string[] = [];
  for (const seconds of waits) shown.push(await poll(page, seconds));
  return shown;
}

describe("an open page", () => {
  it("takes a store made anew, whose number is lower, once it is sure", async () => {
    const { page, front, unexpected } = await loadedFrom(await serviceWith("One", "Two", "Before"));
    expect(await page.locator("h1").innerText()).toBe("Before");
    const anew = await serviceWith("Anew");
    front.answerWith(to(anew));
    expect(await polls(page, 0, 10, 10, 9)).toEqual(["Before", "Before", "Before", "Before"]);
    expect(await poll(page, 1)).toBe("Anew");
    expect(await page.locator(".announcement").textContent()).toBe("Updated:\nAnew");
    expect((await notice(anew.env, ["set", "--title", "On"])).code).toBe(0);
    expect(await poll(page, 0)).toBe("On");
    expect(unexpected()).toEqual([]);
  });

  it("takes another text under the same number, once it is sure", async () => {
    const { page, front } = await loadedFrom(await serviceWith("Before"));
    front.answerWith(to(await serviceWith("Other")));
    expect(await polls(page, 0, 29, 0)).toEqual(["Before", "Before", "Before"]);
    expect(await poll(page, 1)).toBe("Other");
  });

  it("says nothing when a store made anew has the same text", async () => {
    const { page, front, requests } = await loadedFrom(await serviceWith("One", "Same"));
    front.answerWith(to(await serviceWith("Same")));
    expect(await polls(page, 0, 15, 15, 15)).toEqual(["Same", "Same", "Same", "Same"]);
    expect(await page.locator(".announcement").textContent()).toBe("");
    // By now it asks for what it was given last, and is told that nothing has changed.
    const reply = page.waitForResponse((answer) => answer.url().endsWith("/api/notice"));
    await poll(page, 0);
    expect((await reply).status()).toBe(304);
    expect(requests).toContain("/api/notice");
  });

  it("does not flip between nodes that disagree, nor after a poll that failed", async () => {
    const behind = await serviceWith("One", "Behind");
    const ahead = await serviceWith("One", "Two", "Ahead");
    const { page, front } = await loadedFrom(ahead);
    for (let round = 0; round < 3; round += 1) {
      front.answerWith(to(behind));
      expect(await polls(page, 10, 20)).toEqual(["Ahead", "Ahead"]);
      front.answerWith(to(ahead));
      expect(await poll(page, 10)).toBe("Ahead");
      front.answerWith(to(behind));
      expect(await polls(page, 10, 20)).toEqual(["Ahead", "Ahead"]);
      front.answerWith((_request, response) => void response.writeHead(502).end());
      expect(await poll(page, 10)).toBe("Ahead");
    }
  });

  it("takes a garbled marker for ours: neither for a number nor for the app", async () => {
    const { page, front } = await loadedFrom(await serviceWith("Before"));
    for (const marker of ["abc", "12345678901234567", "-1", "9, 9", "1e9"]) {
      front.answerWith((incoming, response) => {
        const isPoll = incoming.url === "/api/notice";
        const headers = {
          "Content-Type": "application/json",
          ...(isPoll && { "Maintenance-Notice": marker }),
        };
        const body = { isEnabled: true, title: "Garbled", contactEmail: "a@b.co" };
        response.writeHead(200, headers).end(JSON.stringify(body));
      });
      front.log.splice(0);
      expect(await polls(page, 0, 15, 15, 15)).toEqual(["Before", "Before", "Before", "Before"]);
      expect(front.log.filter((entry) => !/^GET \/(api\/notice|healthz)$/.test(entry))).toEqual([]);
    }
  });
});
