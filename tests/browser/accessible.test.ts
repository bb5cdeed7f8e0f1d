import { describe, expect, it } from "vitest";
import { openPage, reload } from "../support/browser/browser.ts";
import { wake } from "../support/browser/events.ts";
import { violations } from "../support/browser/looks.ts";
import { setNotice } from "../support/browser/waiting.ts";
import { healthyApp, startFront } from "../support/network/front.ts";
import { serveHere } from "../support/service/service-here.ts";

describe("The page", () => {
  it("passes axe-core (WCAG 2.2 A and AA, best practice) in each state: waiting, overdue, right to left, back", async () => {
    const service = await serveHere({ RETURN_SPREAD_SECONDS: "600" });
    await setNotice(service, "--title", "We are moving", "--message", "One.\n\nTwo.");
    await setNotice(service, "--expected-return", "2126-11-21T18:30:00Z");
    const front = await startFront(service.url);
    const script = "Math.random = () => 0.99";
    const { page, unexpected } = await openPage(front.url, { colorScheme: "light", script });
    const set = async (...options: string[]) => {
      await setNotice(service, ...options);
      await reload(page);
    };
    expect(await violations(page, 15)).toEqual([]);
    expect(await page.locator("h1").count()).toBe(1);
    expect(await page.getByRole("heading").count()).toBe(2);
    expect(await page.getByRole("status").allTextContents()).toEqual(["", ""]);
    expect(await page.locator("meta[http-equiv]").count()).toBe(0);

    // A phone, at 400 %.
    await page.setViewportSize({ width: 320, height: 256 });
    await page.emulateMedia({ colorScheme: "dark", forcedColors: "active" });
    await set("--as-given", "--expected-return", "2026-01-01T00:00:00Z");
    expect(await violations(page, 15)).toEqual([]);

    await page.setExtraHTTPHeaders({ "Accept-Language": "he" });
    await page.emulateMedia({ forcedColors: "none" });
    await set("--expected-return", "soon");
    expect(await page.locator("html").getAttribute("dir")).toBe("rtl");
    await page.setViewportSize({ width: 320, height: 800 });
    expect((await page.locator(".sunrise").boundingBox())?.x).toBeLessThan(100);
    expect(await violations(page, 15)).toEqual([]);
    expect(unexpected()).toEqual([]);

    front.answerWith(healthyApp);
    await wake(page);
    await expect.poll(() => page.locator("h1").innerText()).not.toBe("We are moving");
    expect(await violations(page, 15)).toEqual([]);
  });
});
