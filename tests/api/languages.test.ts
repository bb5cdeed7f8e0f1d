import { describe, expect, it } from "vitest";
import { readBuild } from "../../api/http/assets.ts";
import { createNegotiate, lookUpLanguage } from "../../api/visitor/negotiate.ts";
import { regions } from "../../schema/languages/regions.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import type { Locale } from "../../web/locales/locale.ts";
import { locales, textsOfSent } from "../../web/locales/locales.ts";
import { formatTime } from "../../web/page/date-and-clock.ts";
import { forPage } from "../support/network/http.ts";
import { createTestApp, sharedApp } from "../support/service/app.ts";
import { maxTitle } from "../support/texts/notices.ts";

const [english, ...others] = locales;

/** Every text of a language. */
const textsOf = ({ tag, strings }: Locale) => ({ ...strings, ...textsOfSent(tag) });
const englishTexts = textsOf(english);
const keys = Object.keys(englishTexts) as (keyof typeof englishTexts)[];

/** Rows of a table of tests, one for each language. */
const each = (list: readonly Locale[]) => list.map((locale) => [locale.tag, locale] as const);

/** The placeholders of a text. */
const placeholders = (text: string): string[] => text.match(/\{.*?\}/g) ?? [];

describe("The page's languages", () => {
  it("have one tag each, and four are written from right to left", () => {
    const tagsOf = (list: readonly Locale[]) => list.map(({ tag }) => tag);
    expect(new Set(tagsOf(locales)).size).toBe(locales.length);
    expect(Intl.getCanonicalLocales(tagsOf(locales))).toEqual(tagsOf(locales));
    const rightToLeft = locales.filter(({ direction }) => direction === "rtl");
    expect(tagsOf(rightToLeft)).toEqual(["ar", "fa", "he", "ur"]);
    for (const { tag, direction } of locales) {
      const { script = "" } = new Intl.Locale(tag).maximize();
      expect(direction).toBe(["Arab", "Hebr"].includes(script) ? "rtl" : "ltr");
    }
  });

  it("begin with English, which has the notice's defaults", () => {
    expect(english.strings.title).toBe(defaults.title);
    expect(english.strings.message).toBe(
      "We're currently performing scheduled maintenance to improve our services. We'll be back online shortly.",
    );
  });

  it.each(each(others))("have every string, and none in English: %s", (_tag, locale) => {
    const { strings, about } = locale;
    const texts = textsOf(locale);
    expect(Object.keys(texts)).toEqual(keys);
    for (const key of keys) {
      const text = texts[key];
      expect(text).not.toBe(englishTexts[key]);
      expect(text).toBe(text.normalize("NFC"));
      expect(placeholders(text)).toEqual(placeholders(englishTexts[key]));
      expect(text.replace(/\{.*?\}/g, "")).not.toMatch(
        /\b(expected|return|back|help|thank|we're|the|this|known|right now|trying|opening|updated|time|typed|received)\b/i,
      );
    }
    expect(about.word.trim()).not.toBe("");
    expect(about.word).not.toContain("about");
    expect(strings.title.length).toBeLessThanOrEqual(maxTitle);
  });

  it.each(each(locales))("are known to Node and use only their script: %s", (tag, locale) => {
    expect(Intl.DateTimeFormat.supportedLocalesOf(tag)).toEqual([tag]);
    const { script = "" } = new Intl.Locale(tag).maximize();
    const scripts: Record<string, string[]> = {
      Jpan: ["Hira", "Kana", "Hani"],
      Kore: ["Hang"],
      Hans: ["Hani"],
      Hant: ["Hani"],
    };
    const names = (scripts[script] ?? [script]).map((name) => `\\p{Script_Extensions=${name}}`);
    const letters = new RegExp(`^[${names.join("")}]+$`, "u");
    for (const text of [locale.about.word, ...Object.values(textsOf(locale))])
      expect(text.replace(/\{.*?\}|[^\p{L}]/gu, "")).toMatch(letters);
  });

  it("write Persian and Urdu without Arabic letters that look alike", () => {
    const text = (wanted: string) =>
      JSON.stringify([locales.find(({ tag }) => tag === wanted), textsOfSent(wanted)]);
    expect(text("fa")).not.toMatch(/[يكىة٠-٩]/);
    expect(text("ur")).not.toMatch(/[يكىةه٠-٩]/);
  });
});

describe("The language of a request", () => {
  it.each([
    ["", ""],
    ["*", ""],
    ["xx, *;q=0.5", ""],
    ["de", "de"],
    ["DE-at", "de"],
    ["gsw-CH, fr", "de"],
    ["fr-CA, en;q=0.5", "fr"],
    ["en;q=0.5, fr-CA", "fr"],
    ["de;q=0, fr;q=0.1", "fr"],
    ["xx, yy;q=0.9, sv;q=0.1", "sv"],
    ["*, de;q=0.5", "de"],
    [`${"x".repeat(9)}, it`, "it"],
    ["es-419", "es"],
    ["pt", "pt-BR"],
    ["pt-MZ, pt-BR", "pt-PT"],
    ["zh", "zh-Hans"],
    ["zh-TW", "zh-Hant"],
    ["zh-Hant-HK", "zh-Hant"],
    ["yue-HK", "zh-Hant"],
    ["yue-CN", "zh-Hans"],
    ["no", "nb"],
    ["nn-NO, en;q=0.5", "nb"],
    ["fil-PH", "fil"],
    ["iw", "he"],
    ["fa-AF", "fa"],
    ["ja-JP-u-ca-japanese", "ja"],
    ["sr-Cyrl-ME", "sr"],
    ["sr-Latn, hr;q=0.5", "sr"],
    ["hr, sr-Latn;q=0.5", "hr"],
    ["sr-Latn-RS, en;q=0.8", "sr"],
    ["bs, en;q=0.8", "hr"],
    ["en, bs;q=0.8", "en"],
    ["bs;q=0, de;q=0.5", "de"],
    ["bs-Cyrl, de;q=0.5", "de"],
    ["sh, en;q=0.8", "hr"],
    ["sh-Cyrl", "sr"],
    ["cnr-ME, sr;q=0.8", "hr"],
    ["hi-Latn, mr;q=0.5", "mr"],
  ])("is looked up: %j gives %j", (header, tag) => {
    expect(lookUpLanguage(header).language).toBe(tag);
  });

  it.each(locales.map(({ tag }) => tag))("is found by its tag, with and without region: %s", (tag) => {
    expect(lookUpLanguage(tag)).toEqual({ language: tag });
    expect(lookUpLanguage(new Intl.Locale(tag).maximize().toString())).toEqual({ language: tag });
  });

  it("is English with times as in the visitor's region, in eleven forms", () => {
    const write = (tag: string) =>
      ["00:30", "09:05", "18:30"].map((clock) =>
        formatTime(new Date(`2126-11-22T${clock}Z`), english, [tag], "UTC"),
      );
    const forms = new Set<string>();
    for (const region of regions()) {
      const { language, formatting = "en-US" } = lookUpLanguage(`en-${region}, de;q=0.5`);
      expect([region, language, write(formatting)]).toEqual([region, "en", write(`en-${region}`)]);
      forms.add(formatting);
    }
    expect(forms.size).toBe(11);
    for (const tag of ["EN-gb, en;q=0.5", "xx, de;q=0, en-Latn-GB;q=0.1", "en-GB-u-hc-h12, en-US", "en-UK"])
      expect(lookUpLanguage(tag)).toEqual(lookUpLanguage("en-GB"));
  });

  it.each(["en, en-GB;q=0.9", "en-US", "en-PH, en-GB", "en-Latn"])(
    "is English with American times for %j",
    (header) => {
      expect(lookUpLanguage(header)).toEqual({ language: "en" });
    },
  );

  it("is one of the first 20 in the first 500 characters of the header", () => {
    const negotiate = createNegotiate();
    const ask = (acceptLanguage: string) =>
      negotiate({ accept: "", acceptEncoding: "", acceptLanguage }).language;
    expect(ask(`${"x".repeat(497)},de`)).toBe("de");
    expect(ask(`${"x".repeat(498)},de`)).toBe("");
    expect(ask(`${"xx,".repeat(19)}de`)).toBe("de");
    expect(ask(`${"xx,".repeat(20)}de`)).toBe("");
    for (const part of ["-", ",", ";q=", "de-", "*-", "a-a;q=1,", "x-x-", "\u00ff", "constructor,"]) {
      expect(ask(part.repeat(10_000))).toBe("");
    }
  });
});

describe("The notice in the visitor's language", () => {
  const ask = sharedApp(undefined, { expectedReturn: "2126-11-21T18:30:00Z" });
  it.each(each(locales))("is sent as HTML, JSON and text: %s", async (tag, { strings, direction }) => {
    const get = (accept: string) =>
      ask({ url: "/", headers: { accept, "accept-language": `${tag}, en;q=0.1` } });
    const [html, json, text] = [
      await get("text/html"),
      await get("application/json"),
      await get("text/plain"),
    ];
    for (const { headers } of [html, json, text]) expect(headers["content-language"]).toBe(tag);
    expect(html.body).toContain(`<html lang="${tag}" dir="${direction}">`);
    expect(html.body).toContain(`>${strings.thanks}</p>`);
    for (const locale of locales.filter((other) => other.strings.thanks !== strings.thanks))
      expect(html.body.includes(locale.strings.thanks)).toBe(false);
    expect(json.json()).toMatchObject({ title: strings.title, detail: strings.message });
    for (const key of ["title", "message", "expectedReturn", "needHelp", "thanks"] as const)
      expect(text.body).toContain(strings[key]);
  });

  it.each([
    ["en-US,en;q=0.9", "November 22, 2126 Friday 11:05 PM UTC", "Friday, November 22, 2126 at 11:05 PM UTC"],
    ["en-GB,en;q=0.9", "22 November 2126 Friday 23:05 UTC", "Friday, 22 November 2126 at 23:05 UTC"],
    ["en-AU,en;q=0.9", "22 November 2126 Friday 11:05 pm UTC", "Friday 22 November 2126 at 11:05 pm UTC"],
    [
      "en-CA,en;q=0.9",
      "November 22, 2126 Friday 11:05 p.m. UTC",
      "Friday, November 22, 2126 at 11:05 p.m. UTC",
    ],
    ["en-IE,en;q=0.9", "22 November 2126 Friday 23:05 UTC", "Friday 22 November 2126 at 23:05 UTC"],
  ])("has times as in the visitor's region: %s", async (acceptLanguage, rows, inText) => {
    const { ask } = await createTestApp({ expectedReturn: "2126-11-22T23:05:00Z" });
    // A visitor from another region may have got the same page before.
    await ask({ url: "/", headers: { accept: "text/html", "accept-language": "en-ZA, en-GB, en-US" } });
    const get = (accept: string, method: string) =>
      ask({ method, headers: { accept, "accept-language": acceptLanguage, "backsoon-unsaved": "1" } });
    const pages = await Promise.all([get("text/html", "GET"), get("text/html", "POST")]);
    const text = await get("text/plain", "GET");
    for (const { headers, body } of [...pages, text]) {
      expect(headers["content-language"]).toBe("en");
      expect(headers.vary).toContain("Accept-Language");
      expect(body).toContain(english.strings.thanks);
    }
    for (const { body } of pages) {
      expect(body).toContain('<html lang="en" dir="ltr">');
      const [, shown = ""] = /<time[^>]*>(.*)<\/time>/.exec(body) ?? [];
      const words = shown.replace(/<[^>]*>/g, "").replace(/\s+/g, " ");
      expect(words.trim()).toBe(rows);
      expect(body.replace(/<script.*?<\/script>/gs, "").match(/UTC/g)).toHaveLength(1);
    }
    expect(text.body).toContain(`${english.strings.expectedReturn}: ${inText}\n`);
  });

  const { assets } = readBuild("dist/web");
  const scripts = assets.filter(({ path }) => !path.includes("payments"));

  it("has scripts without the texts of any language", async () => {
    const bodies = scripts.map(({ bodies }) => bodies.identity.toString());
    const script = bodies
      .join("")
      .replace(/\\u([0-9a-f]{4})/gi, (_all, code) => String.fromCharCode(Number.parseInt(code, 16)));
    expect(script).toContain(defaults.title);
    for (const locale of locales) {
      const { tag } = locale;
      const texts = textsOf(locale);
      for (const key of ["thanks", "reload", "leaveOpen", "unreachable", "unsaved", "unsure"] as const)
        expect(script.includes(texts[key]), `${key} in ${tag}`).toBe(false);
    }
  });

  it("loads at most 6,000 bytes of script at first and 65,200 in all, in brotli", async () => {
    const { ask } = await createTestApp();
    const { body: page } = await ask({ url: "/", headers: { accept: "text/html" } });
    const [, first] = /<script[^>]* src="([^"]+)"/.exec(page) ?? [];
    const bytesOf = (some: typeof assets) => some.reduce((sum, { bodies }) => sum + bodies.br.length, 0);
    const watcher = bytesOf(scripts.filter(({ path }) => path === first));
    expect(watcher).toBeGreaterThan(3_000);
    expect(watcher).toBeLessThanOrEqual(6_000);
    expect(scripts).toHaveLength(2);
    expect(bytesOf(scripts)).toBeLessThanOrEqual(65_200);
  });

  it("keeps the operators' text unchanged", async () => {
    const { ask } = await createTestApp({ title: "Zurück um neun", message: "Bis gleich." });
    const { body, headers } = await ask({ url: "/", headers: { ...forPage, "accept-language": "ar" } });
    expect(headers["content-language"]).toBe("ar");
    expect(body).toContain(
      '<h1 lang="" dir="auto">Zurück um neun</h1><div class="message" lang="" dir="auto">Bis gleich.</div>',
    );
  });
});
