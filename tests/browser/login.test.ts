import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { wake } from "../support/browser/events.ts";
import { beside, reset, standing, status } from "../support/browser/waiting.ts";
import { type Handler, healthyApp } from "../support/network/front.ts";

const demand = status(401, { "WWW-Authenticate": 'Basic realm="Staff"' });

/** Records each login dialog of the browser, and closes it. */
async function watchDialogs(page: Page): Promise<string[]> {
  const dialogs: string[] = [];
  const session = await page.context().newCDPSession(page);
  // The requests of a page end when the page is left.
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

/** A proxy that lets only requests with a cookie through. */
const gated =
  (answer: Handler, refuse: Handler = demand): Handler =>
  (...both) =>
    (both[0].headers.cookie ? answer : refuse)(...both);

describe("An open page behind a login", () => {
  it("loads the app after 30 seconds of 401 replies, and opens no login dialog before that", async () => {
    const { page, front, leave, pass, loads, meets } = await standing("/order?id=1");
    const dialogs = await watchDialogs(page);
    const replyWith = async (reply: Handler, ms: number) => {
      await meets(reply);
      await pass(ms);
    };
    for (const other of [front.forward, status(502), reset]) {
      await replyWith(demand, 31_000);
      await replyWith(other, 0);
    }
    await replyWith(status(403), 29_000);
    await replyWith(demand, 1_000);
    expect([loads, dialogs]).toEqual([[], []]);
    expect(await leave()).toBe(`${front.url}/order?id=1`);
    await expect.poll(() => page.title()).toBe("Status 401");
    expect(dialogs).toEqual(["Document: GET /order"]);
  });

  it("loads the app if only a part of it, or a redirect's target, asks for a login, and opens no dialog before that", async () => {
    const { page, front, again, leave, pass, meets } = await standing();
    const dialogs = await watchDialogs(page);
    await again("/admin");
    front.answerWith(beside(status(404), demand));
    await leave();
    await expect.poll(() => page.title()).toBe("Status 401");
    expect(dialogs.splice(0)).toEqual(["Document: GET /admin"]);

    await again("/");
    dialogs.splice(0);
    const redirect = status(302, { Location: "/staff/" });
    await meets((...both) => (both[0].url === "/staff/" ? demand : redirect)(...both));
    await pass(31_000);
    expect(dialogs).toEqual([]);
    await leave();
    await expect.poll(() => page.title()).toBe("Status 401");
    expect(dialogs).toEqual(["Document: GET /staff/"]);
  });

  it("does not count a poll that it cancelled itself, and does not say that we are unreachable", async () => {
    const { page, front, leave, pass, meets } = await standing("/order");
    await meets(demand, 3);
    expect(await page.locator(".quiet-line [role=status]").textContent()).toBe("");
    await pass(31_000);
    // A page that may not return yet still counts failures.
    await page.evaluate(`sessionStorage["backsoon-returned"] = JSON.stringify({ at: Date.now(), count: 1 })`);
    await meets(status(502));
    await page.evaluate(() => sessionStorage.clear());
    await meets(demand);
    await pass(31_000);
    front.log.splice(0);
    front.answerWith(() => {});
    await wake(page);
    await expect.poll(() => front.log).toEqual(["GET /order/backsoon-notice"]);
    front.answerWith(demand);
    // The browser hides the page until its login dialog is closed.
    await watchDialogs(page);
    await leave();
    await expect.poll(() => page.title()).toBe("Status 401");
  });

  it("keeps polling with its cookies if the proxy demands a login, and does not take a failure behind it for the app", async () => {
    const { page, front, again, poll, pass, reload, loads, returns, meets } = await standing();
    const dialogs = await watchDialogs(page);
    // A missing client certificate resets the connection.
    for (const refuse of [demand, reset]) {
      await again("/", "passed");
      front.answerWith(gated(front.forward, refuse));
      await reload();
      await pass(1_000);
      if (refuse === reset) await poll();
      for (const seen of [front.log, dialogs, loads]) seen.splice(0);
      await poll();
      expect(front.log).toEqual(["GET /backsoon-notice"]);
      for (const _time of [1, 2]) {
        await meets(gated(status(502), refuse));
        await pass(31_000);
      }
      expect([loads, dialogs]).toEqual([[], []]);
      front.answerWith(gated(healthyApp, refuse));
      await returns();
    }
  });

  it("polls once with cookies if the first poll gets a 401, and again if that poll was lost", async () => {
    const { page, front, again, poll, pass, reload } = await standing();
    const dialogs = await watchDialogs(page);
    const withCookie: Handler[] = [];
    let answer: Handler = demand;
    const record: Handler = (...both) => {
      withCookie.push(answer);
      answer(...both);
    };
    const gate = gated(beside(record, front.forward));
    const loadBehindGate = async () => {
      await again("/", "passed");
      withCookie.splice(0);
      front.answerWith(gate);
      await reload();
      await pass(1_000);
    };
    await loadBehindGate();
    await expect.poll(() => dialogs).toEqual(["XHR: GET /backsoon-notice"]);
    for (const _time of [1, 2, 3]) await poll();
    expect([dialogs, withCookie]).toEqual([["XHR: GET /backsoon-notice"], [demand]]);

    answer = reset;
    await loadBehindGate();
    await expect.poll(() => withCookie).not.toEqual([]);
    answer = front.forward;
    for (const _time of [1, 2]) await poll();
    expect(withCookie.slice(-2)).toEqual([front.forward, front.forward]);
    expect(await page.locator(".quiet-line [role=status]").textContent()).toBe("");
  });
});
