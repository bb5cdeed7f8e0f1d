import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { overflow } from "../support/browser/looks.ts";
import { standing } from "../support/browser/waiting.ts";
import { cells } from "../support/cells.ts";
import { notice } from "../support/command/command.ts";
import { translated, visitsByLanguage, wordsIn } from "../support/texts/translated.ts";

const words = (page: Page) =>
  page.evaluate(() =>
    ["title", "h1", ".message", ".time bdi"].map((selector) => {
      const element = document.querySelector(selector);
      const lang = element?.closest("[lang]:not(:root)")?.getAttribute("lang");
      return [element?.textContent, lang, element?.matches(":dir(rtl)") ? "rtl" : "ltr"];
    }),
  );

const expected = (language: string, changes = {}) => {
  const { title, message, expectedReturn } = { ...wordsIn(language), ...changes };
  const direction = language === "ar" ? "rtl" : "ltr";
  return [title, title, message, expectedReturn].map((text) => [text, language, direction]);
};

const said = async (page: Page) => {
  const parts = await page
    .locator(".announcement")
    .evaluate(({ childNodes }) => [...childNodes].map((it) => [it.textContent, (it as HTMLElement).lang]));
  return parts.filter(([text]) => text !== "\n");
};

async function begin() {
  const opened = await standing();
  const { page, service, poll, reload } = opened;
  const run = async (args: string[], stdin = "") =>
    expect(await notice(service.env, args, { stdin })).toMatchObject({ code: 0 });
  return {
    ...opened,
    async openIn(language: string): Promise<void> {
      await run(["apply", "-"], JSON.stringify(translated));
      await page.setExtraHTTPHeaders({ "Accept-Language": language });
      await reload();
    },
    async change(...args: string[]): Promise<void> {
      await run(args);
      await poll();
    },
  };
}

const heading = (page: Page) => page.locator("h1").innerText();

describe("The notice's own texts on the page", () => {
  it("have links for telephone numbers and URLs, from the server and from the script", async () => {
    const { page, openIn, change, reload } = await begin();
    await openIn("ar");
    const message = "اتصل (+49 30 901820) أو https://a.example/x?y=1.";
    await change("set", "--title", "+49 30 901820", "--message", message);
    const links = () => page.locator("h1 a, .message a").evaluateAll((all) => all.map((it) => it.outerHTML));
    const phone = '<a href="tel:+4930901820" rel="noreferrer" dir="ltr">+49 30 901820</a>';
    const url = "https://a.example/x?y=1";
    const web = `<a href="${url}" rel="noreferrer" dir="ltr">${url}</a>`;
    await expect.poll(links).toEqual([phone, phone, web]);
    await reload();
    expect(await links()).toEqual([phone, phone, web]);
  });

  it("are in the visitor's language or the nearest one, with that language's direction and line height", async () => {
    const { page, openIn, unexpected } = await begin();
    await page.setViewportSize({ width: 320, height: 640 });
    const looks = () =>
      page.evaluate(() =>
        ["h1", ".message", ".time"].map((selector) => {
          const style = getComputedStyle(document.querySelector(selector) as Element);
          const leading = Number.parseFloat(style.lineHeight) / Number.parseFloat(style.fontSize);
          return `${leading.toFixed(2)} ${style.wordBreak}`;
        }),
      );
    const visits = [...visitsByLanguage, ["he-IL", "he", "en"], ["ur-PK", "ur", "en"], ["ko-KR", "ko", "en"]];
    const kept = ["pt-PT", "ar-EG", "ja-JP", "ur-PK"];
    for (const [locale = "", tag, language = ""] of cells(visits, ([locale]) => kept.includes(locale))) {
      await openIn(locale);
      expect(await page.locator("html").getAttribute("lang")).toBe(tag);
      expect(await words(page)).toEqual(expected(language));
      const label = await page.locator("h2").evaluate((element) => element.matches(":dir(rtl)"));
      expect([locale, label]).toEqual([locale, /^(?:ar|he|ur)/.test(locale)]);
      expect([locale, await overflow(page)]).toEqual([locale, []]);
      if (language === "en")
        expect(await looks(), locale).toEqual(["1.15 normal", "1.50 normal", "1.35 normal"]);
    }
    expect(unexpected()).toEqual([]);
  });

  it("change on an open page in the visitor's language, and are announced in it", async () => {
    const { page, requests, openIn, change } = await begin();
    await openIn("de-AT");
    // A translation into another language changes nothing.
    await change("set", "--lang", "pt-BR", "--title", "Mudança");
    expect(await words(page)).toEqual(expected("de"));
    expect(await said(page)).toEqual([]);
    requests.splice(0);
    await change("set", "--lang", "de", "--title", "Umzug", "--expected-return", "bald");
    await expect.poll(() => heading(page)).toBe("Umzug");
    expect(await words(page)).toEqual(expected("de", { title: "Umzug", expectedReturn: "bald" }));
    expect(await said(page)).toEqual([
      ["Aktualisiert:", ""],
      ["Umzug", "de"],
      ["\nVoraussichtlich wieder verfügbar: ", ""],
      ["bald", "de"],
    ]);
    expect(new Set(requests)).toEqual(new Set(["/backsoon-notice"]));

    // A translation into the page's own language replaces that into its sibling. A change of only the language shows at once.
    await openIn("pt-PT");
    expect(await words(page)).toEqual(expected("pt-BR"));
    await change("set", "--language", "pt-PT");
    await expect.poll(() => heading(page)).toBe("We are moving");
    expect(await page.locator("h1").getAttribute("lang")).toBe("pt-PT");
    await change("set", "--language", "pt-AO");
    const langs = () =>
      page.locator("title, h1").evaluateAll((all) => all.map((it) => it.getAttribute("lang")));
    await expect.poll(langs).toEqual(["pt-AO", "pt-AO"]);

    await openIn("ja");
    await change("set", "--title", "Moving", "--clear", "message,expected-return");
    await expect.poll(() => said(page)).toContainEqual(["Moving", "en"]);
    await change("set", "--lang", "ja", "--title", "引っ越し中です");
    await expect.poll(() => words(page)).toContainEqual(["引っ越し中です", "ja", "ltr"]);
    expect(await said(page)).toEqual([
      ["更新：", ""],
      ["引っ越し中です", "ja"],
    ]);
    // The first revision has no language.
    await change("rollback", "1");
    await expect.poll(() => page.locator("h1[lang]").count()).toBe(0);
    expect(await page.locator("title").getAttribute("lang")).toBe("ja");
  });
});
