import type { IncomingMessage, ServerResponse } from "node:http";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { openByHand } from "../support/browser/by-hand.ts";
import { wake } from "../support/browser/events.ts";
import { status, waitingIn } from "../support/browser/waiting.ts";
import { healthyApp } from "../support/network/front.ts";

type Responder = (request: IncomingMessage, response: ServerResponse) => void;

const waiting = waitingIn(launchBrowser(still));
const long = { timeout: 20_000 };
const demand = status(401, { "WWW-Authenticate": 'Basic realm="Staff"' });

/** Notes for what the browser opens its login dialog, and answers it as a visitor who closes it. */
async function watchDialogs(page: Page): Promise<string[]> {
  const dialogs: string[] = [];
  const session = await page.context().newCDPSession(page);
  // A page that leaves takes its requests with it.
  const gone = () => {};
  session.on("Fetch.requestPaused", ({ requestId }) =>
    session.send("Fetch.continueRequest", { requestId }).catch(gone),
  );
  session.on("Fetch.authRequired", ({ requestId, resourceType, request }) => {
    dialogs.push(`${resourceType}: ${request.method} ${new URL(request.url).pathname}`);
    const authChallengeResponse = { response: "CancelAuth" } as const;
    return session.send("Fetch.continueWithAuth", { requestId, authChallengeResponse }).catch(gone);
  });
  await session.send("Fetch.enable", { handleAuthRequests: true });
  return dialogs;
}

function watchLoads(page: Page): string[] {
  const loads: string[] = [];
  page.on("request", (request) => request.isNavigationRequest() && loads.push(request.url()));
  return loads;
}

describe("where a login is demanded", () => {
  it("by the app for everything, it is back after 30 seconds of that, and no dialog opens before the page leaves", async () => {
    const { page, front, poll, leave, pass } = await openByHand(waiting, "/order?id=1");
    const dialogs = await watchDialogs(page);
    const loads = watchLoads(page);
    const otherwiseAt =
      (path: string, code: number): Responder =>
      (request, response) =>
        status(request.url === path ? code : 401)(request, response);
    const answers: [Responder, number][] = [
      [demand, 31_000],
      [otherwiseAt("/", 403), 0],
      [demand, 31_000],
      [otherwiseAt("/api/notice", 502), 0],
      [demand, 31_000],
      [(_request, response) => void response.destroy(), 0],
      [demand, 29_000],
      [demand, 1_000],
    ];
    for (const [answer, ms] of answers) {
      front.answerWith(answer);
      await poll();
      await pass(ms);
    }
    expect([loads, dialogs]).toEqual([[], []]);
    expect(await leave()).toBe(`${front.url}/order?id=1`);
    await expect.poll(() => page.title(), long).toBe("Status 401");
    expect(dialogs).toEqual(["Document: GET /order"]);
  });

  it.each<[string, Responder]>([
    ["this page alone", healthyApp],
    ["every page, and not for what it does not know", demand],
  ])("by the app for %s, it is back as well, and no dialog opens before that", async (_where, other) => {
    const { page, front, poll, leave, pass } = await openByHand(waiting, "/admin");
    const dialogs = await watchDialogs(page);
    front.answerWith((request, response) => {
      const { url } = request;
      const answer = url === "/admin" ? demand : url === "/api/notice" ? status(404) : other;
      answer(request, response);
    });
    await poll();
    await pass(31_000);
    expect(dialogs).toEqual([]);
    await leave();
    await expect.poll(() => page.title(), long).toBe("Status 401");
    expect(dialogs).toEqual(["Document: GET /admin"]);
  });

  it("by the app, a poll that the page itself has ended changes nothing of its wait, and the page calls nobody unreachable", async () => {
    const { page, front, poll, leave, pass } = await openByHand(waiting, "/order");
    front.answerWith(demand);
    for (const _time of [1, 2, 3]) await poll();
    expect(await page.locator(".quiet-line [role=status]").textContent()).toBe("");
    await pass(31_000);
    // While the page may not return, it takes note of a failure all the same.
    await page.evaluate(() =>
      sessionStorage.setItem("backsoon-returned", JSON.stringify({ at: Date.now(), count: 1 })),
    );
    front.answerWith(status(502));
    await poll();
    await page.evaluate(() => sessionStorage.clear());
    front.answerWith(demand);
    await poll();
    await pass(31_000);
    front.log.splice(0);
    front.answerWith(() => {});
    await wake(page);
    await expect.poll(() => front.log, long).toEqual(["GET /api/notice"]);
    front.answerWith((request, response) => request.url === "/api/notice" && demand(request, response));
    await wake(page);
    await expect.poll(() => front.log, long).toContain("HEAD /order");
    front.answerWith(demand);
    // Where the browser has a login dialog, it shows nothing of the page until that is closed.
    await watchDialogs(page);
    await leave();
    await expect.poll(() => page.title(), long).toBe("Status 401");
  });

  it("of everybody who comes, the page goes on with what its browser has, and takes no failure behind that for the app", async () => {
    const { page, front, poll, leave, pass, reload } = await openByHand(waiting, "/", "passed");
    const gated =
      (answer: Responder): Responder =>
      (request, response) =>
        (request.headers.cookie ? answer : demand)(request, response);
    front.answerWith(gated(front.forward));
    await reload();
    await pass(1_000);
    const dialogs = await watchDialogs(page);
    const loads = watchLoads(page);
    front.log.splice(0);
    await poll();
    expect(front.log).toEqual(["GET /api/notice"]);
    for (const _time of [1, 2]) {
      front.answerWith(gated(status(502)));
      await poll();
      await pass(31_000);
    }
    expect([loads, dialogs]).toEqual([[], []]);
    front.answerWith(gated(healthyApp));
    await leave();
    await expect.poll(() => page.title(), long).toBe("The app");
  });

  it.each<[string, Responder]>([
    ["by a reset connection, as a client certificate is", (_request, response) => void response.destroy()],
    ["by a failure", status(503)],
  ])("%s, the page goes on with what its browser has", async (_how, refuse) => {
    const { page, front, poll, leave, pass, reload } = await openByHand(waiting, "/", "passed");
    const gated =
      (answer: Responder): Responder =>
      (request, response) =>
        (request.headers.cookie ? answer : refuse)(request, response);
    front.answerWith(gated(front.forward));
    await reload();
    await pass(1_000);
    await poll();
    front.log.splice(0);
    await poll();
    expect(front.log).toEqual(["GET /api/notice"]);
    front.answerWith(gated(healthyApp));
    await leave();
    await expect.poll(() => page.title(), long).toBe("The app");
  });

  it("by the app at the very first poll, the page asks with what its browser has then, and never again", async () => {
    const { page, front, poll, pass, reload } = await openByHand(waiting, "/", "passed");
    const dialogs = await watchDialogs(page);
    const withCookie: string[] = [];
    front.answerWith((request, response) => {
      if (!request.url?.startsWith("/api/notice")) return front.forward(request, response);
      if (request.headers.cookie) withCookie.push(`${request.method} ${request.url}`);
      demand(request, response);
    });
    await reload();
    await pass(1_000);
    await expect.poll(() => dialogs, long).toEqual(["XHR: GET /api/notice"]);
    for (const _time of [1, 2, 3]) await poll();
    expect([dialogs, withCookie]).toEqual([["XHR: GET /api/notice"], ["GET /api/notice"]]);
  });

  it("of everybody who comes, the page asks again with what its browser has where the first time was lost on its way", async () => {
    const { page, front, poll, pass, reload } = await openByHand(waiting, "/", "passed");
    const withCookie: Responder[] = [];
    let answer: Responder = (_request, response) => void response.destroy();
    front.answerWith((request, response) => {
      if (!request.headers.cookie) return demand(request, response);
      if (!request.url?.startsWith("/api/notice")) return front.forward(request, response);
      withCookie.push(answer);
      answer(request, response);
    });
    await reload();
    await pass(1_000);
    await expect.poll(() => withCookie, long).not.toEqual([]);
    answer = front.forward;
    for (const _time of [1, 2]) await poll();
    expect(withCookie.slice(-2)).toEqual([front.forward, front.forward]);
    expect(await page.locator(".quiet-line [role=status]").textContent()).toBe("");
  });

  it("where a redirect leads, that is the app, and no dialog opens before the page leaves", async () => {
    const { page, front, leave } = await openByHand(waiting, "/");
    const dialogs = await watchDialogs(page);
    front.answerWith((request, response) => {
      if (request.url === "/staff/") demand(request, response);
      else if (request.url === "/") status(302, { Location: "/staff/" })(request, response);
      else status(404)(request, response);
    });
    await leave();
    await expect.poll(() => page.title(), long).toBe("Status 401");
    expect(dialogs).toEqual(["Document: GET /staff/"]);
  });
});
