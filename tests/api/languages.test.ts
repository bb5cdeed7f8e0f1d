import { describe, expect, it } from "vitest";
import { lookUpLanguage } from "../../api/visitor/languages.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { locales } from "../../web/locales/locales.ts";
import { formatTime } from "../../web/page/notice-view.ts";
import { relativeTime } from "../../web/page/relative-time.ts";
import { createTestApp } from "../support/service/app.ts";

const [english, ...others] = locales;
const keys = Object.keys(english.strings) as (keyof typeof english.strings)[];

describe("the languages", () => {
  it("are twenty at least, two of them from right to left, each under a tag of its own", () => {
    expect(locales.length).toBeGreaterThanOrEqual(20);
    expect(locales.filter(({ direction }) => direction === "rtl").map(({ tag }) => tag)).toEqual([
      "ar",
      "he",
    ]);
    expect(new Set(locales.map(({ tag }) => tag)).size).toBe(locales.length);
    expect(Intl.getCanonicalLocales(locales.map(({ tag }) => tag))).toEqual(locales.map(({ tag }) => tag));
    for (const { tag, direction } of locales) {
      expect(direction).toBe(
        ["Arab", "Hebr"].includes(new Intl.Locale(tag).maximize().script ?? "") ? "rtl" : "ltr",
      );
    }
  });

  it("begin with the notice's own defaults", () => {
    expect(english.strings.title).toBe(defaults.title);
    expect(english.strings.message).toBe(
      "We're currently performing scheduled maintenance to improve our services. We'll be back online shortly.",
    );
  });

  it.each(others.map((locale) => [locale.tag, locale] as const))(
    "have every string, and none in English: %s",
    (_tag, { strings }) => {
      expect(Object.keys(strings)).toEqual(keys);
      for (const key of keys) {
        expect(strings[key].trim()).not.toBe("");
        expect(strings[key]).not.toBe(english.strings[key]);
        expect(strings[key]).toBe(strings[key].normalize("NFC"));
        expect(strings[key]).not.toMatch(/\b(maintenance page|expected|return|back|help|thank|we're|the)\b/i);
      }
      expect(strings.title.length).toBeLessThanOrEqual(120);
    },
  );

  it.each(locales.map((locale) => [locale.tag, locale] as const))(
    "are known to the runtime, and write in their script: %s",
    (tag, locale) => {
      expect(Intl.DateTimeFormat.supportedLocalesOf(tag)).toEqual([tag]);
      expect(formatTime(new Date("2026-11-21T17:30:00Z"), tag, "UTC")).toMatch(/UTC/);
      const words = relativeTime(new Date(3 * 3_600_000), 0, locale);
      expect(words).toContain(locale.strings.about.trim());
      const { script } = new Intl.Locale(tag).maximize();
      const scripts: Record<string, RegExp> = {
        Latn: /\p{Script=Latin}/u,
        Cyrl: /\p{Script=Cyrillic}/u,
        Arab: /\p{Script=Arabic}/u,
        Hebr: /\p{Script=Hebrew}/u,
        Deva: /\p{Script=Devanagari}/u,
        Jpan: /[\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Han}]/u,
        Kore: /\p{Script=Hangul}/u,
        Hans: /\p{Script=Han}/u,
        Hant: /\p{Script=Han}/u,
      };
      for (const key of keys) expect(locale.strings[key]).toMatch(scripts[script ?? ""] ?? /never/);
    },
  );
});

describe("a relative time", () => {
  const at = (minutes: number) => relativeTime(new Date(minutes * 60_000), 0, english);
  it.each([
    [0.2, "in about 1 minute"],
    [1.6, "in about 2 minutes"],
    [89, "in about 89 minutes"],
    [91, "in about 2 hours"],
    [35 * 60, "in about 35 hours"],
    [36 * 60, "in about 2 days"],
    [10 * 1440, "in about 10 days"],
  ])("of %d minutes is %s", (minutes, words) => {
    expect(at(minutes)).toBe(words);
  });

  it.each([
    ["de", "in etwa 3 Stunden"],
    ["fr", "dans environ 3 heures"],
    ["he", "בעוד בערך 3 שעות"],
    ["zh-Hans", "约3小时后"],
    ["pl", "za mniej więcej 3 godziny"],
    ["uk", "через приблизно 3 години"],
    ["tr", "yaklaşık 3 saat sonra"],
    ["ja", "約 3 時間後"],
    ["ar", "خلال حوالي 3 ساعات"],
  ])("is grammatical in %s", (tag, words) => {
    const locale = locales.find((candidate) => candidate.tag === tag) ?? english;
    expect(relativeTime(new Date(3 * 3_600_000), 0, locale)).toBe(words);
  });
});

describe("a relative time in every language", () => {
  it.each(locales.map((locale) => [locale.tag, locale] as const))(
    "is free of brackets and of doubled spaces: %s",
    (_tag, locale) => {
      for (const minutes of [1, 2, 5, 11, 60, 120, 300, 660, 1440, 2880, 7200, 15_840]) {
        expect(relativeTime(new Date(minutes * 60_000), 0, locale)).toMatch(/^[^()]+$/);
        expect(relativeTime(new Date(minutes * 60_000), 0, locale)).not.toMatch(/\s\s/);
      }
    },
  );
});

describe("the language of a request is looked up:", () => {
  it.each([
    [undefined, "en"],
    ["", "en"],
    ["*", "en"],
    ["xx", "en"],
    ["!!", "en"],
    ["de", "de"],
    ["DE-at", "de"],
    ["de-AT-1996", "de"],
    ["fr-CA, en;q=0.5", "fr"],
    ["en;q=0.5, fr-CA", "fr"],
    ["de;q=0, fr;q=0.1", "fr"],
    ["xx, yy;q=0.9, sv;q=0.1", "sv"],
    ["pt", "pt"],
    ["pt-PT", "pt"],
    ["pt-BR", "pt-BR"],
    ["zh", "zh-Hans"],
    ["zh-CN", "zh-Hans"],
    ["zh-TW", "zh-Hant"],
    ["zh-HK", "zh-Hant"],
    ["zh-Hant-HK", "zh-Hant"],
    ["zh-SG", "zh-Hans"],
    ["iw", "he"],
    ["ar-EG", "ar"],
    ["ja-JP-u-ca-japanese", "ja"],
    ["en-GB, de", "en"],
    ["*, de;q=0.5", "de"],
    [`${"x".repeat(9)}, it`, "it"],
  ])("%j → %s", (header, tag) => {
    expect(lookUpLanguage(header ?? "")).toBe(tag);
  });
});

describe("the notice speaks the visitor's language", () => {
  it.each(locales.map((locale) => [locale.tag, locale] as const))(
    "%s, in HTML, JSON and text",
    async (tag, { strings, direction }) => {
      const { ask } = await createTestApp({ expectedReturn: "2126-11-21T18:30:00Z" });
      const get = (accept: string) =>
        ask({ url: "/", headers: { accept, "accept-language": `${tag}, en;q=0.1` } });
      const [html, json, text] = await Promise.all([
        get("text/html"),
        get("application/json"),
        get("text/plain"),
      ]);
      for (const { headers } of [html, json, text]) expect(headers["content-language"]).toBe(tag);
      expect(html.body).toContain(`<html lang="${tag}" dir="${direction}">`);
      expect(html.body).toContain(`>${strings.thanks}</p>`);
      for (const locale of locales.filter((other) => other.strings.thanks !== strings.thanks)) {
        expect(html.body).not.toContain(locale.strings.thanks);
      }
      expect(json.json()).toMatchObject({ title: strings.title, detail: strings.message });
      for (const key of ["title", "message", "expectedReturn", "needHelp", "thanks"] as const) {
        expect(text.body).toContain(strings[key]);
      }
    },
  );

  it("and leaves the text of ops as it is written", async () => {
    const { ask } = await createTestApp({ title: "Zurück um neun", message: "Bis gleich." });
    const { body, headers } = await ask({ url: "/", headers: { "accept-language": "ar" } });
    expect(headers["content-language"]).toBe("ar");
    expect(body).toContain('<h1 dir="auto">Zurück um neun</h1><p class="message" dir="auto">Bis gleich.</p>');
  });
});
