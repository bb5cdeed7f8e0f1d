import type { BrowserContext } from "playwright-core";
import { describe, expect, it } from "vitest";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { quickTime } from "../support/browser/page-time.ts";
import {
  askForClient,
  key,
  on,
  openPaying,
  type ProviderAnswer,
  providerScripts,
  script,
  started,
  withProvider,
} from "../support/browser/payments.ts";
import { setNotice } from "../support/browser/waiting.ts";
import { serveHere } from "../support/service/service-here.ts";

const open = launchBrowser(still);

describe("A page with payments", () => {
  it("starts one client with the key, loads the provider's script once, and blocks all other hosts", async () => {
    const service = await serveHere(on);
    const { page, asked, faults, unexpected } = await openPaying(service.url, (route) =>
      route.request().url() === script
        ? withProvider(route)
        : route.fulfill({ headers: { "Access-Control-Allow-Origin": "*" }, body: "" }),
    );
    const client = { key, wrapper: { name: "stripe-js", version: "7.10.0", startTime: expect.any(Number) } };
    await expect.poll(() => started(page)).toEqual([client]);
    // The first paint is tested below, because Chromium dates a paint when the display shows it.
    const [loaded = 0, requested = 0] = await page.evaluate((url) => {
      const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      const [asked] = performance.getEntriesByName(url);
      return [navigation?.loadEventEnd ?? 0, asked?.startTime ?? 0];
    }, script);
    expect(loaded).toBeGreaterThan(0);
    expect(requested).toBeGreaterThan(loaded);
    for (const title of ["One", "Two"]) {
      await setNotice(service, "--title", title);
      await expect.poll(() => page.title()).toBe(title);
    }
    expect(await askForClient(page, 20)).toEqual({ all: Array(20).fill(true), different: 1 });
    expect(await started(page)).toEqual([client]);
    expect(await providerScripts(page)).toEqual([["HEAD", script]]);
    expect(asked).toEqual([script]);
    expect(await faults()).toEqual([]);
    expect(unexpected()).toEqual([]);

    // The policy allows the provider's frames and its API.
    const urls = (hosts: string[]) => hosts.map((host) => `https://${host}/`);
    const use = (frames: string[], connections: string[]) =>
      page.evaluate(
        async ([sources = [], targets = []]) => {
          for (const src of sources)
            document.body.append(Object.assign(document.createElement("iframe"), { src }));
          await Promise.allSettled(targets.map((target) => fetch(target)));
        },
        [urls(frames), urls(connections)],
      );
    const frames = ["js.stripe.com", "b.js.stripe.com", "hooks.stripe.com"];
    await use(frames, ["api.stripe.com"]);
    await expect.poll(() => asked).toHaveLength(5);
    expect(await faults()).toEqual([]);
    await use(["stripe.com.example"], ["js.stripe.com", "example.com"]);
    await expect.poll(faults).toHaveLength(3);
    expect(asked.toSorted()).toEqual([...urls([...frames, "api.stripe.com"]), script].toSorted());
  });

  it("loads the provider only after the first paint and when idle, at the latest after 10 seconds", async () => {
    const service = await serveHere(on);
    const holdBack = `
      window.held = { requestAnimationFrame: [], requestIdleCallback: [] };
      for (const name in held)
        window[name] = (callback, { timeout } = {}) => held[name].push(callback) && (window.idleTimeout = timeout);
      window.give = (name) => held[name].splice(0).map((callback) => callback(performance.now())).length;
    `;
    const { page, asked, requests } = await openPaying(service.url, withProvider, { before: holdBack });
    const give = (name: string) => page.evaluate<number>(`give("request${name}")`);
    const held = (name: string) => page.evaluate<number>(`held.request${name}.length`);
    const somePolls = async () => {
      const before = requests.length;
      await expect.poll(() => requests.length).toBeGreaterThan(before);
    };
    for (let frame = 0; frame < 2; frame += 1) {
      await expect.poll(() => held("AnimationFrame")).toBe(1);
      await somePolls();
      expect([await held("IdleCallback"), asked]).toEqual([0, []]);
      expect(await give("AnimationFrame")).toBe(1);
    }
    await expect.poll(() => held("IdleCallback")).toBe(1);
    await somePolls();
    expect(asked).toEqual([]);
    expect(await page.evaluate("0 < idleTimeout && idleTimeout <= 10_000")).toBe(true);
    expect(await give("IdleCallback")).toBe(1);
    await expect.poll(() => started(page)).toHaveLength(1);
  });

  it("retries the provider on request without a second script, also without requestIdleCallback", async () => {
    const service = await serveHere(on);
    let isUp = false;
    const before = "delete window.requestIdleCallback";
    const answer: ProviderAnswer = (route) => (isUp ? withProvider(route) : route.abort());
    const { page, asked } = await openPaying(service.url, answer, { before });
    await expect.poll(() => asked).toHaveLength(1);
    expect(await askForClient(page, 5)).toEqual({ all: Array(5).fill(false), different: 1 });
    isUp = true;
    expect(await askForClient(page, 5)).toEqual({ all: Array(5).fill(true), different: 1 });
    expect(await started(page)).toHaveLength(1);
    expect(await providerScripts(page)).toEqual([["HEAD", script]]);
  });
});

describe("A page without payments", () => {
  it("sends requests only to the service, and contains no code of payments", async () => {
    const service = await serveHere({ POLL_SECONDS: "1" });
    const asked: string[] = [];
    const contents: Promise<string>[] = [];
    let isOver = false;
    const prepare = async (context: BrowserContext) => {
      context.on("request", (request) => asked.push(request.url()));
      context.on("response", (response) => {
        // The page polls until it is closed, which ends the last response.
        if (isOver) return;
        // A 304 has no body.
        const body = response.status() === 304 ? "" : response.text();
        contents.push(Promise.all([body, response.allHeaders()]).then((parts) => JSON.stringify(parts)));
      });
    };
    const { page, requests } = await open(service.url, {}, quickTime, { prepare });
    await setNotice(service, "--title", "Changed");
    await expect.poll(() => page.title()).toBe("Changed");
    expect(asked.filter((url) => !/^(data:|http:\/\/127\.0\.0\.1:)/.test(url))).toEqual([]);
    expect(requests.filter((path) => path.startsWith("/assets/"))).toHaveLength(2);
    isOver = true;
    const all = (await Promise.all(contents)).join("\n");
    for (const part of ["content-security-policy", "Thank you", "hydrat", "etag"])
      expect(all).toContain(part);
    expect(all).not.toMatch(/stripe|payment/i);
  });
});
