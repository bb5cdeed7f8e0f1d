import { describe, expect, it } from "vitest";
import { acme, brandFolder, informal, logo } from "../support/brand.ts";
import { listen, wake } from "../support/browser/events.ts";
import { styles } from "../support/browser/looks.ts";
import { standing, status } from "../support/browser/waiting.ts";
import { healthyApp } from "../support/network/front.ts";
import { serveHere } from "../support/service/service-here.ts";

const viewport = { width: 1440, height: 900 };
const files = { "logo.svg": logo, "logo-dark.svg": logo.replace("#0b6e4f", "#fff") };

describe("A brand", () => {
  it("uses its own texts on an open page: changed, no return time, unreachable and back", async () => {
    const { page, front, reload, change, meets } = await standing("/", {
      settings: {
        BRAND_DIR: brandFolder({ name: "Acme", texts: { de: informal } }),
        RETURN_SPREAD_SECONDS: "600",
      },
      viewport,
    });
    await page.setExtraHTTPHeaders({ "Accept-Language": "de" });
    await reload();
    const quiet = () => page.locator(".quiet-line").innerText();
    const updated = () => page.locator(".updated").allInnerTexts();
    await expect.poll(quiet).toBe(informal.leaveOpen);
    const heard = await listen(page);
    await change("--message", "Ruhe.", "--expected-return", "soon");
    await expect.poll(updated).toEqual([informal.updatedNow]);
    expect(await heard()).toEqual([`${informal.changed}\nRuhe.\n${informal.expectedReturn}: soon`]);
    expect(await page.locator("h2").innerText()).toBe(informal.expectedReturn);
    await change("--clear", "expected-return");
    await expect.poll(async () => (await heard()).at(-1)).toContain(informal.noReturnKnown);
    await expect.poll(() => page.locator(".expected-return .time").innerText()).toBe(informal.noReturnKnown);
    await page.clock.runFor(5 * 60_000);
    await expect.poll(updated).toEqual([informal.updated.replace("{time}", "vor 5 Minuten")]);
    await meets(status(502), 2);
    await expect.poll(quiet).toBe(informal.unreachable);
    front.answerWith(healthyApp);
    await wake(page);
    await expect.poll(() => page.title()).toBe(`${informal.backTitle} – Acme`);
    expect(await page.locator(".message").innerText()).toBe(informal.opening);
  });

  it("stands at the start edge in each direction, uses the logo of each colour scheme, and stays in the tab's title", async () => {
    const settings = { BRAND_DIR: brandFolder(acme, files), RETURN_SPREAD_SECONDS: "600" };
    const { page, front, set } = await standing("/", { settings, viewport });
    const plain = await serveHere({ BRAND_DIR: brandFolder({ name: "Acme", footer: "Acme Ltd" }) });
    const look = async (url: string, language: string) => {
      await page.setExtraHTTPHeaders({ "Accept-Language": language });
      await page.goto(url);
      const directions = await styles(page, "direction", ".brand span", ".brand-foot p");
      const edges = await page.evaluate(() => {
        const edges = (selector: string) => {
          const { left, right } = (document.querySelector(selector) as Element).getBoundingClientRect();
          return document.dir === "rtl" ? { start: right, end: left } : { start: left, end: right };
        };
        const logo = document.querySelector(".brand img") && edges(".brand img");
        return { title: edges("h1").start, name: edges(".brand span"), logo };
      });
      return { ...edges, directions };
    };
    for (const language of ["ar", "en"]) {
      const { title, name, directions } = await look(plain.url, language);
      expect([name.start, directions]).toEqual([title, ["ltr", "ltr"]]);
      const beside = await look(front.url, language);
      expect([beside.logo?.start, beside.directions]).toEqual([beside.title, ["ltr", "ltr"]]);
      expect(beside.name.start - (beside.logo?.end ?? 0)).toBe(language === "ar" ? -12 : 12);
    }

    const shown = () =>
      page.evaluate(() => {
        const image = document.querySelector(".brand img") as HTMLImageElement;
        const { color } = getComputedStyle(document.querySelector(".help a") as Element);
        const width = image.naturalWidth && image.clientWidth;
        return { isDark: image.currentSrc.includes("%23fff"), width, color };
      });
    await page.emulateMedia({ colorScheme: "light" });
    const inLight = await shown();
    expect(inLight).toMatchObject({ isDark: false, width: 120 });
    await page.emulateMedia({ colorScheme: "dark" });
    await expect.poll(shown).toMatchObject({ isDark: true, width: 120 });
    const inDark = await shown();
    expect(inDark.color).not.toBe(inLight.color);
    // Paper uses the logo for light; forced colours come from the system.
    await page.emulateMedia({ media: "print" });
    await expect.poll(shown).toEqual(inLight);
    await page.emulateMedia({ media: "screen", colorScheme: "light", forcedColors: "active" });
    expect([inLight.color, inDark.color]).not.toContain((await shown()).color);

    expect(await page.title()).toBe("Under Maintenance – Acme");
    await set("--title", "We are moving");
    await wake(page);
    await expect.poll(() => page.title()).toBe("We are moving – Acme");
    front.answerWith(healthyApp);
    await wake(page);
    await expect.poll(() => page.title()).toBe("We're back – Acme");
    expect(await page.locator(".brand a").getAttribute("href")).toBe("https://acme.example/");
  });
});
