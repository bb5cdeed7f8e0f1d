import { describe, expect, it } from "vitest";
import { key, openPaying, type ProviderAnswer, script, withProvider } from "../support/browser/payments.ts";
import { waiting } from "../support/browser/waiting.ts";
import { forPage } from "../support/network/http.ts";

describe("A page with payments", () => {
  it("starts one client with the key, and loads the provider's script once, after the page", async () => {
    const opened = await openPaying();
    const { page, asked, started } = opened;
    const client = { key, wrapper: { name: "stripe-js", version: "7.10.0", startTime: expect.any(Number) } };
    await expect.poll(() => started()).toEqual([client]);
    // The first paint is tested below, because Chromium dates a paint when the display shows it.
    const [loaded = 0, requested = 0] = await page.evaluate((url) => {
      const [navigation] = performance.getEntriesByType("navigation") as PerformanceNavigationTiming[];
      const [asked] = performance.getEntriesByName(url);
      return [navigation?.loadEventEnd ?? 0, asked?.startTime ?? 0];
    }, script);
    expect(loaded).toBeGreaterThan(0);
    expect(requested).toBeGreaterThan(loaded);
    for (const title of ["One", "Two"]) {
      await opened.set("--title", title);
      await expect.poll(() => page.title()).toBe(title);
    }
    expect(await opened.askForClient(20)).toEqual({ all: Array(20).fill(true), different: 1 });
    expect(await started()).toEqual([client]);
    expect(await opened.providerScripts()).toEqual([["HEAD", script]]);
    expect(asked).toEqual([script]);
    expect(await opened.faults()).toEqual([]);
    expect(opened.unexpected()).toEqual([]);
  });

  it("loads the provider only after the first paint and when idle, at the latest after 10 seconds", async () => {
    const holdBack = `
      window.held = { requestAnimationFrame: [], requestIdleCallback: [] };
      for (const name in held)
        window[name] = (callback, { timeout } = {}) => held[name].push(callback) && (window.idleTimeout = timeout);
      window.give = (name) => held[name].splice(0).map((callback) => callback(performance.now())).length;
    `;
    const { page, asked, requests, started } = await openPaying({ before: holdBack });
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
    await expect.poll(() => started()).toHaveLength(1);
  });

  it("retries the provider on request without a second script, also without requestIdleCallback", async () => {
    let isUp = false;
    const before = "delete window.requestIdleCallback";
    const answer: ProviderAnswer = (route) => (isUp ? withProvider(route) : route.abort());
    const { asked, askForClient, started, providerScripts } = await openPaying({ answer, before });
    await expect.poll(() => asked).toHaveLength(1);
    expect(await askForClient(5)).toEqual({ all: Array(5).fill(false), different: 1 });
    isUp = true;
    expect(await askForClient(5)).toEqual({ all: Array(5).fill(true), different: 1 });
    expect(await started()).toHaveLength(1);
    expect(await providerScripts()).toEqual([["HEAD", script]]);
  });
});

describe("A page without payments", () => {
  it("sends requests only to the service, and loads no code of payments", async () => {
    const asked = new Set<string>();
    const { page, front, set } = await waiting("/", {
      prepare: async (context) => context.on("request", (request) => asked.add(request.url())),
    });
    await set("--title", "Changed");
    await expect.poll(() => page.title()).toBe("Changed");
    expect([...asked].filter((url) => !/^(data:|http:\/\/127\.0\.0\.1:)/.test(url))).toEqual([]);
    const scripts = [...asked].filter((url) => url.includes("/assets/"));
    expect(scripts).toHaveLength(2);
    for (const url of [front.url, ...scripts]) {
      const reply = await fetch(url, { headers: forPage });
      const all = JSON.stringify([...reply.headers]) + (await reply.text());
      expect(all).toContain("content-type");
      expect(all).not.toMatch(/stripe|payment/i);
    }
  });
});
