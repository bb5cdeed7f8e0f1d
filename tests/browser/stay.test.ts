import { describe, expect, it } from "vitest";
import { beside, reset, standing, status } from "../support/browser/waiting.ts";
import { forwardTo, type Handler, healthyApp } from "../support/network/front.ts";

describe("An open page", () => {
  it("keeps the notice while polls get errors, resets or no reply, and then returns", async () => {
    const { page, front, poll, pass, loads, returns, meets } = await standing("/shop/?id=1");
    const codes = [500, 501, 502, 503, 504, 599, 407, 408, 425, 429];
    const notice = status(503, { "Maintenance-Notice": "1" });
    for (const [index, reply] of [...codes.map((code) => status(code)), notice, reset].entries()) {
      const message = `${[...codes, "a notice", "a reset"][index]}`;
      front.log.splice(0);
      await meets(reply, 3);
      // Chromium itself asks again after 408.
      expect(new Set(front.log), message).toEqual(new Set(["GET /shop/backsoon-notice"]));
      expect(loads, message).toEqual([]);
      for (const title of [await page.title(), await page.locator("h1").innerText()])
        expect(title, message).toBe("Under Maintenance");
      await meets();
    }
    front.log.splice(0);
    front.answerWith(() => {});
    const polled = poll();
    await expect.poll(() => front.log).toHaveLength(1);
    await pass(10_000);
    await polled;
    expect(await page.title()).toBe("Under Maintenance");
    front.answerWith(healthyApp);
    await returns();
  });

  it("keeps the notice while the app redirects to the notice, to an error or to no reply, and then returns", async () => {
    const { page, front, poll, leave, pass, loads } = await standing();
    let target: Handler = front.forward;
    const redirect = status(302, { Location: "/en/backsoon-notice" });
    front.answerWith((...both) => (both[0].url?.startsWith("/en/") ? target : redirect)(...both));
    for (const reply of [front.forward, status(502), status(503)]) {
      target = reply;
      await poll();
    }
    front.log.splice(0);
    target = () => {};
    const polled = poll();
    await expect.poll(() => front.log).toContain("GET /en/backsoon-notice");
    await pass(10_000);
    await polled;
    expect(await page.title()).toBe("Under Maintenance");
    expect(loads).toEqual([]);
    target = status(404);
    expect(await leave()).toBe(`${front.url}/`);
    // A window that closes while it loads a page may hang.
    await expect.poll(() => page.title()).toBe("Status 404");
  });

  it("returns less and less often while each load of the app leads to the notice again", async () => {
    const { page, front, service, again, poll, leave, pass, waits, loads, returns } = await standing();
    const split: Handler = (...both) =>
      (both[0].headers["sec-fetch-mode"] === "navigate" ? forwardTo(service.url) : healthyApp)(...both);
    await again("/split");
    loads.splice(0);
    front.answerWith(split);
    for (const [index, seconds] of [15, 30].entries()) {
      const loaded = page.waitForEvent("load");
      await leave();
      await loaded;
      await waits();
      await pass((seconds - 1) * 1000);
      await poll();
      expect(loads).toHaveLength(index + 1);
      // A tick of the clock may be lost when a page is loaded.
      await pass(2_000);
    }
    front.answerWith(healthyApp);
    await returns();
  });

  it("keeps the notice if the app replies to one poll and fails the next", async () => {
    const { page, front, loads, returns, meets } = await standing("/order?id=1");
    // Eight polls include one with cookies.
    for (let round = 0; round < 8; round += 1) {
      front.log.splice(0);
      const next = round % 2 ? status(503) : front.forward;
      await meets((...both) => (front.log.length === 1 ? healthyApp : next)(...both));
      expect(front.log).toEqual(Array(2).fill("GET /order/backsoon-notice"));
      expect(await page.title()).toBe("Under Maintenance");
    }
    expect(loads).toEqual([]);
    front.answerWith(healthyApp);
    expect(await returns()).toBe(`${front.url}/order?id=1`);
  });

  it("keeps the notice while the app replies only beside its path, and returns when the path itself works", async () => {
    const { page, front, set, poll, leave, waits, loads, returns, change, meets } = await standing();
    // As with nginx and PHP: a path that does not end in .php is a file, which does not exist.
    front.answerWith(beside(status(404), front.forward));
    await page.goto(`${front.url}/sign-in.php?token=abc`);
    await waits();
    loads.splice(0);
    front.log.splice(0);
    for (const _time of [1, 2]) await poll();
    const both = ["GET /sign-in.php/backsoon-notice", "HEAD /sign-in.php"];
    expect(front.log).toEqual([...both, ...both]);
    expect(await page.locator(".quiet-line [role=status]").textContent()).toBe("");
    expect(loads).toEqual([]);
    // The page loads a new notice as a whole, as seldom as it repeats a failed return.
    await set("--title", "Moving");
    expect(await leave()).toBe(`${front.url}/sign-in.php?token=abc`);
    await expect.poll(() => page.title()).toBe("Moving");
    await waits();
    await change("--title", "Later");
    for (const code of [502, 429]) {
      await meets(beside(status(404), status(code)));
    }
    expect(loads).toHaveLength(1);
    await page.evaluate(() => sessionStorage.clear());
    front.log.splice(0);
    front.answerWith(healthyApp);
    await returns();
    expect(front.log.filter((entry) => entry.includes("token"))).toEqual(["GET /sign-in.php?token=abc"]);
  });

  it("starts a download URL once, and keeps the page and its URL", async () => {
    const { page, front, leave, pass } = await standing("/file?a=1#page=3");
    let downloads = 0;
    page.on("download", () => (downloads += 1));
    const zip = status(200, { "Content-Type": "application/zip", "Content-Disposition": "attachment" });
    front.answerWith(beside(status(404), zip));
    await leave();
    await expect.poll(() => downloads).toBe(1);
    const before = [...front.log];
    await pass(50_000);
    expect(await page.title()).toBe("We're back");
    expect(front.log).toEqual(before);
    front.answerWith();
    await pass(20_000);
    await expect.poll(() => page.title()).toBe("Under Maintenance");
    expect(page.url()).toBe(`${front.url}/file?a=1#page=3`);
    expect(downloads).toBe(1);
  });
});
