import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { launchBrowser, still } from "../support/browser/browser.ts";
import { wake } from "../support/browser/events.ts";
import { withClock } from "../support/browser/page-time.ts";
import { pollOnce } from "../support/browser/polls.ts";
import { notice } from "../support/command/command.ts";
import { type ServiceHere, serveHere } from "../support/service/service-here.ts";
import { translated, visitsByLanguage, wordsIn } from "../support/texts/translated.ts";

const open = launchBrowser(still);
const long = { timeout: 20_000 };

/** A service that polls are rare at, with the notice in several languages as revision 2. */
async function serveTranslated(): Promise<ServiceHere> {
  const service = await serveHere({ POLL_SECONDS: "3600" });
  await run(service, ["apply", "-"], JSON.stringify(translated));
  return service;
}

async function run({ env }: ServiceHere, args: string[], stdin = ""): Promise<void> {
  expect(await notice(env, args, { stdin })).toMatchObject({ code: 0 });
}

/** Each text by ops, its `lang` attribute, and the direction that it is shown in. */
const words = (page: Page) =>
  page.evaluate(() =>
    ["title", "h1", ".message", ".time bdi"].map((selector) => {
      const element = document.querySelector(selector);
      const lang = element?.closest("[lang]:not(:root)")?.getAttribute("lang");
      return [element?.textContent, lang, element?.matches(":dir(rtl)") ? "rtl" : "ltr"];
    }),
  );

const expected = (language: string, direction = "ltr") => {
  const { title, message, expectedReturn } = wordsIn(language);
  return [title, title, message, expectedReturn].map((text) => [text, language, direction]);
};

/** What a page says to screen reader users: each part that is not a line break, and its language. */
const said = async (page: Page) => {
  const parts = await page
    .locator(".announcement")
    .evaluate((region) =>
      [...region.childNodes].map((part) => [part.textContent, (part as HTMLElement).lang]),
    );
  return parts.filter(([text]) => text !== "\n");
};

/** A page whose time stands still, and that polls when it is told to; with the paths that it has asked for since. */
async function standing(locale: string): Promise<{ page: Page; service: ServiceHere; asked: string[] }> {
  const service = await serveTranslated();
  const { page, requests } = await open(service.url, { locale }, "", withClock);
  await page.clock.pauseAt(Date.now() + 60_000);
  const asked: string[] = [];
  page.on("request", (request) => asked.push(new URL(request.url()).pathname));
  expect(requests.filter((path) => path === "/api/notice")).toHaveLength(1);
  return { page, service, asked };
}

const heading = (page: Page) => page.locator("h1").innerText();

describe("the words of ops on a page", () => {
  it.each(visitsByLanguage)(
    "for a visitor who reads %s: the page is in %s, the words in %s",
    async (locale, ...tags) => {
      const [tag, language] = tags;
      const service = await serveTranslated();
      const { page, unexpected } = await open(service.url, { locale });
      expect(await page.locator("html").getAttribute("lang")).toBe(tag);
      expect(await words(page)).toEqual(expected(language, language === "ar" ? "rtl" : "ltr"));
      expect(unexpected()).toEqual([]);
    },
  );

  it("go from left to right on a page from right to left, if they are English", async () => {
    const service = await serveTranslated();
    const { page } = await open(service.url, { locale: "he-IL" });
    expect(await words(page)).toEqual(expected("en"));
    expect(await page.locator("h2").evaluate((label) => label.matches(":dir(rtl)"))).toBe(true);
  });

  it("are set as in their own language on a phone in Japan, and in Urdu and Korean", async () => {
    const service = await serveTranslated();
    const look = (page: Page) =>
      page.evaluate(() => ({
        isWide: document.documentElement.scrollWidth > innerWidth,
        look: ["h1", ".message", ".time"].map((selector) => {
          const style = getComputedStyle(document.querySelector(selector) as Element);
          const leading = Number.parseFloat(style.lineHeight) / Number.parseFloat(style.fontSize);
          return [leading.toFixed(2), style.wordBreak];
        }),
      }));
    const looks = [
      ["1.15", "normal"],
      ["1.60", "normal"],
      ["1.35", "normal"],
    ];
    for (const locale of ["ja-JP", "ur-PK", "ko-KR"]) {
      const { page } = await open(service.url, { locale, viewport: { width: 320, height: 640 } });
      expect(await look(page)).toEqual({ isWide: false, look: looks });
    }
  });
});

describe("on an open page", () => {
  it("a translation that changes is shown and announced in its language, and asks for nothing but the poll", async () => {
    const { page, service, asked } = await standing("de-AT");
    await run(service, ["set", "--lang", "de", "--title", "Umzug", "--expected-return", "bald"]);
    await wake(page);
    await expect.poll(() => heading(page), long).toBe("Umzug");
    const { message } = wordsIn("de");
    expect((await words(page)).map(([text, lang]) => [text, lang])).toEqual([
      ["Umzug", "de"],
      ["Umzug", "de"],
      [message, "de"],
      ["bald", "de"],
    ]);
    expect(await said(page)).toEqual([
      ["Aktualisiert:", ""],
      ["Umzug", "de"],
      ["\nVoraussichtlich wieder verfügbar: ", ""],
      ["bald", "de"],
    ]);
    expect(asked).toEqual(["/api/notice"]);
  });

  it("a translation of others changes nothing, and is not announced", async () => {
    const { page, service } = await standing("de");
    await run(service, ["set", "--lang", "pt-BR", "--title", "Mudança"]);
    await pollOnce(page);
    expect(await page.locator(".quiet-line").innerText()).toMatch(/geöffnet lassen/);
    expect(await words(page)).toEqual(expected("de"));
    expect(await said(page)).toEqual([]);
  });

  it("words get the language of the translation that comes, and go back to those of a revision without any", async () => {
    const { page, service } = await standing("ja");
    await run(service, ["set", "--title", "Moving", "--clear", "message,expected-return"]);
    await wake(page);
    await expect.poll(() => said(page), long).toContainEqual(["Moving", "en"]);
    await run(service, ["set", "--lang", "ja", "--title", "引っ越し中です"]);
    await wake(page);
    await expect.poll(() => words(page), long).toContainEqual(["引っ越し中です", "ja", "ltr"]);
    expect(await said(page)).toEqual([
      ["更新：", ""],
      ["引っ越し中です", "ja"],
    ]);
    await run(service, ["rollback", "3"]);
    await wake(page);
    await expect.poll(() => said(page), long).toContainEqual(["Moving", "en"]);
    expect((await words(page)).slice(0, 2)).toEqual([
      ["Moving", "en", "ltr"],
      ["Moving", "en", "ltr"],
    ]);
    await run(service, ["rollback", "1"]);
    await wake(page);
    await expect.poll(() => page.locator("h1[lang]").count(), long).toBe(0);
    expect(await page.locator("title").getAttribute("lang")).toBe("ja");
  });

  it("a sibling gives way to words in the page's own language, and a language alone is marked at once", async () => {
    const { page, service } = await standing("pt-PT");
    expect(await words(page)).toEqual(expected("pt-BR"));
    await run(service, ["set", "--language", "pt-PT"]);
    await wake(page);
    await expect.poll(() => heading(page), long).toBe("We are moving");
    expect(await page.locator("h1").getAttribute("lang")).toBe("pt-PT");
    await run(service, ["set", "--language", "pt-AO"]);
    await wake(page);
    const langs = () =>
      page.locator("title, h1").evaluateAll((all) => all.map((one) => one.getAttribute("lang")));
    await expect.poll(langs, long).toEqual(["pt-AO", "pt-AO"]);
  });
});
