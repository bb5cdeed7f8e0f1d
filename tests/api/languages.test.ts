import { describe, expect, it } from "vitest";
import { readBuild } from "../../api/http/assets.ts";
import { createNegotiate, lookUpLanguage } from "../../api/visitor/negotiate.ts";
import { regions } from "../../schema/languages/regions.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import type { Locale } from "../../web/locales/locale.ts";
import { locales, textsOfSent } from "../../web/locales/locales.ts";
import { formatTime } from "../../web/page/date-and-clock.ts";
import { localeOf } from "../../web/render.tsx";
import { exchange, forPage } from "../support/network/http.ts";
import { createTestApp, sharedApp } from "../support/service/app.ts";
import { draftWith, maxTitle } from "../support/texts/notices.ts";
import { translated, visitsByLanguage, wordsIn } from "../support/texts/translated.ts";

const [english, ...others] = locales;

const textsOf = ({ tag, strings }: Locale) => ({ ...strings, ...textsOfSent(tag) });
const englishTexts = textsOf(english);
const keys = Object.keys(englishTexts) as (keyof typeof englishTexts)[];

const each = (list: readonly Locale[]) => list.map((locale) => [locale.tag, locale] as const);
const placeholders = (text: string): string[] => text.match(/\{.*?\}/g) ?? [];

/** The Unicode scripts of languages that combine several or share one. */
const scriptsOf: Record<string, string[]> = {
  ...{ Jpan: ["Hira", "Kana", "Hani"], Kore: ["Hang"], Hans: ["Hani"], Hant: ["Hani"] },
};

describe("The page's texts", () => {
  it.each(each(locales))("are in the direction and letters of their script: %s", (tag, locale) => {
    const { script = "" } = new Intl.Locale(tag).maximize();
    expect(Intl.DateTimeFormat.supportedLocalesOf(tag)).toEqual([tag]);
    expect(locale.direction).toBe(["Arab", "Hebr"].includes(script) ? "rtl" : "ltr");
    const names = (scriptsOf[script] ?? [script]).map((name) => `\\p{Script_Extensions=${name}}`);
    const letters = new RegExp(`^[${names.join("")}]+$`, "u");
    for (const text of [locale.about.word, ...Object.values(textsOf(locale))])
      expect(text.replace(/\{.*?\}|[^\p{L}]/gu, "")).toMatch(letters);
  });

  it.each(each(others))("are complete, and none is in English: %s", (_tag, locale) => {
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
    expect(locale.about.word).toMatch(/^(?!.*about).*\S/);
    expect(texts.title.length).toBeLessThanOrEqual(maxTitle);
  });
});

describe("The language of a request", () => {
  it.each([
    ["", ["", "*"]],
    ["de", ["DE-at", "gsw-CH, fr", "*, de;q=0.5", "bs;q=0, de;q=0.5", "bs-Cyrl, de;q=0.5"]],
    ["en", ["en, bs;q=0.8"]],
    ["es", ["es-419"]],
    ["fa", ["fa-AF"]],
    ["fil", ["fil-PH"]],
    ["fr", ["en;q=0.5, fr-CA", "de;q=0, fr;q=0.1"]],
    ["he", ["iw"]],
    ["hr", ["hr, sr-Latn;q=0.5", "bs, en;q=0.8", "sh, en;q=0.8", "cnr-ME, sr;q=0.8"]],
    ["it", [`${"x".repeat(9)}, it`]],
    ["ja", ["ja-JP-u-ca-japanese"]],
    ["mr", ["hi-Latn, mr;q=0.5"]],
    ["nb", ["no", "nn-NO, en;q=0.5"]],
    ["pt-BR", ["pt"]],
    ["pt-PT", ["pt-MZ, pt-BR"]],
    ["sr", ["sr-Cyrl-ME", "sr-Latn, hr;q=0.5", "sr-Latn-RS, en;q=0.8", "sh-Cyrl"]],
    ["sv", ["xx, yy;q=0.9, sv;q=0.1"]],
    ["zh-Hans", ["zh", "yue-CN"]],
    ["zh-Hant", ["zh-TW", "zh-Hant-HK", "yue-HK"]],
  ])("is %j for each of %j", (tag, headers) => {
    for (const header of headers) expect([header, lookUpLanguage(header).language]).toEqual([header, tag]);
  });

  it("is found by the tag of each language, with and without region", () => {
    for (const { tag } of locales)
      for (const wanted of [tag, new Intl.Locale(tag).maximize().toString()])
        expect([wanted, lookUpLanguage(wanted)]).toEqual([wanted, { language: tag }]);
  });

  it("is English with times as in the visitor's region, in eleven forms", () => {
    const write = (tag: string) =>
      ["00:30", "09:05", "18:30"].map((clock) =>
        formatTime(new Date(`2126-11-22T${clock}Z`), english, [tag], "UTC"),
      );
    const forms = new Map<string, string[]>();
    for (const region of regions()) {
      const { language, formatting = "en-US" } = lookUpLanguage(`en-${region}, de;q=0.5`);
      const form = forms.get(formatting) ?? write(formatting);
      expect([region, language, form]).toEqual([region, "en", write(`en-${region}`)]);
      forms.set(formatting, form);
    }
    expect(forms.size).toBe(11);
    for (const tag of ["EN-gb, en;q=0.5", "xx, de;q=0, en-Latn-GB;q=0.1", "en-GB-u-hc-h12, en-US", "en-UK"])
      expect([tag, lookUpLanguage(tag)]).toEqual([tag, lookUpLanguage("en-GB")]);
    for (const tag of ["en, en-GB;q=0.9", "en-US", "en-PH, en-GB", "en-Latn"])
      expect([tag, lookUpLanguage(tag)]).toEqual([tag, { language: "en" }]);
  });

  it("is one of the first 20 in the first 500 characters of the header", () => {
    const negotiate = createNegotiate();
    const ask = (acceptLanguage: string) =>
      negotiate({ accept: "", acceptEncoding: "", acceptLanguage }).language;
    expect([497, 498].map((length) => ask(`${"x".repeat(length)},de`))).toEqual(["de", ""]);
    expect([19, 20].map((others) => ask(`${"xx,".repeat(others)}de`))).toEqual(["de", ""]);
    for (const part of ["-", ",", ";q=", "de-", "*-", "a-a;q=1,", "x-x-", "\u00ff", "constructor,"])
      expect(ask(part.repeat(10_000))).toBe("");
  });
});

describe("The notice in the visitor's language", () => {
  const ask = sharedApp(undefined, { expectedReturn: "2126-11-21T18:30:00Z" });
  it.each(each(locales))("is sent as HTML, JSON and text: %s", async (tag, { strings, direction }) => {
    const get = (accept: string) => ask({ headers: { accept, "accept-language": `${tag}, en;q=0.1` } });
    const html = await get("text/html");
    const [json, text] = [await get("application/json"), await get("text/plain")];
    for (const { headers } of [html, json, text]) expect(headers["content-language"]).toBe(tag);
    expect(html.body).toContain(`<html lang="${tag}" dir="${direction}">`);
    expect(html.body).toContain(`>${strings.thanks}</p>`);
    for (const { strings: other } of locales.filter((locale) => locale.strings.thanks !== strings.thanks))
      expect(html.body.includes(other.thanks)).toBe(false);
    expect(json.json()).toMatchObject({ title: strings.title, detail: strings.message });
    for (const key of ["title", "message", "expectedReturn", "needHelp", "thanks"] as const)
      expect(text.body).toContain(strings[key]);
  });

  it.each([
    ["en-US,en", "November 21, 2126 Thursday 6:30 PM UTC", "Thursday, November 21, 2126 at 6:30 PM UTC"],
    ["en-AU,en", "21 November 2126 Thursday 6:30 pm UTC", "Thursday 21 November 2126 at 6:30 pm UTC"],
  ])("has times as in the visitor's region: %s", async (acceptLanguage, rows, inText) => {
    // A visitor from another region may have got the same page before.
    await ask({ headers: { accept: "text/html", "accept-language": "en-ZA, en-GB, en-US" } });
    const get = (accept: string, method = "GET") =>
      ask({ method, headers: { accept, "accept-language": acceptLanguage, "backsoon-unsaved": "1" } });
    for (const { body, headers } of [await get("text/html"), await get("text/html", "POST")]) {
      expect([headers["content-language"], headers.vary?.includes("Accept-Language")]).toEqual(["en", true]);
      const [, shown = ""] = /<time[^>]*>(.*)<\/time>/.exec(body) ?? [];
      const seen = shown.replace(/<[^>]*>/g, "").replace(/\s+/g, " ");
      expect(seen.trim()).toBe(rows);
      expect(body.replace(/<script.*?<\/script>/gs, "").match(/UTC/g)).toHaveLength(1);
    }
    expect((await get("text/plain")).body).toContain(`${english.strings.expectedReturn}: ${inText}\n`);
  });

  it("has at most 65,200 bytes of scripts in Brotli, without the texts of any language", () => {
    const scripts = readBuild("dist/web").assets.filter(({ path }) => !path.includes("payments"));
    expect(scripts).toHaveLength(2);
    expect(scripts.reduce((sum, { bodies }) => sum + bodies.br.length, 0)).toBeLessThanOrEqual(65_200);
    const text = scripts.map(({ bodies }) => String(bodies.identity)).join("");
    const all = text.replace(/\\u([0-9a-f]{4})/gi, (code) => JSON.parse(`"${code}"`));
    expect(all).toContain(defaults.title);
    for (const locale of locales)
      for (const key of ["thanks", "reload", "leaveOpen", "unreachable", "unsaved", "unsure"] as const)
        expect(all.includes(textsOf(locale)[key]), `${key} in ${locale.tag}`).toBe(false);
  });
});

describe("The operators' text", () => {
  it("is sent in the nearest language of the notice, in every format", async () => {
    const { ask } = await createTestApp(translated);
    for (const [visitor, page, language] of visitsByLanguage) {
      const { title, message, expectedReturn } = wordsIn(language);
      const { strings } = localeOf(page);
      const get = async (accept: string) => {
        const { body, headers } = await ask({ headers: { accept, "accept-language": visitor } });
        expect(headers["content-language"]).toBe(page === language ? page : `${page}, ${language}`);
        return body;
      };
      const marks = `lang="${language}" dir="auto"`;
      const html = await get("text/html");
      expect(html).toContain(`<title ${marks}>${title}</title>`);
      expect(html).toContain(`<h1 ${marks}>${title}</h1><section class="expected-return"`);
      expect(html).toContain(`</section><div class="message" ${marks}>${message}</div>`);
      expect(html).toContain(`<p class="time" lang="${language}"><bdi>${expectedReturn}</bdi></p>`);
      for (const other of ["en", "ar", "de", "pt-BR", "zh-Hans"].filter((tag) => tag !== language))
        expect(html).not.toContain(wordsIn(other).message);
      const detail = { title, detail: message, expectedReturn };
      expect(JSON.parse(await get("application/json"))).toMatchObject(detail);
      const xml = await get("application/xml");
      for (const [name, text] of Object.entries(detail))
        expect(xml).toContain(`  <${name}>${text}</${name}>\n`);
      const time = `${strings.expectedReturn}: ${expectedReturn}`;
      expect(await get("text/plain")).toMatch(`${title}\n\n${message}\n\n${time}\n\n`);
    }
  });

  it("is marked as of unknown language if operators named none", async () => {
    const { ask } = await createTestApp({ message: "Bis gleich.", expectedReturn: "2126-11-21T18:30:00Z" });
    const { body, headers } = await ask({ headers: { ...forPage, "accept-language": "ja" } });
    const { strings } = localeOf("ja");
    expect(headers["content-language"]).toBe("ja");
    expect(body).toContain(`<div class="message" lang="" dir="auto">Bis gleich.</div>`);
    expect(body).toContain(`<h1>${strings.title}</h1><section`);
    expect(body).toContain(`<title lang="ja" dir="auto">${strings.title}</title>`);
    expect(body).toMatch(/<p class="time"><time dateTime="2126-11-21T18:30:00.000Z" class="months">/);
  });

  it("in Swiss German counts as German on a German page", async () => {
    const { ask } = await createTestApp({ title: "Samma ufm Weg", language: "de-CH" });
    for (const [tag, languages] of Object.entries({ de: "de", fr: "fr, de-CH" })) {
      const { headers } = await ask({ headers: { ...forPage, "accept-language": tag } });
      expect(headers["content-language"]).toBe(languages);
    }
  });

  it.each([
    ["German", "de", "de", "de"],
    ["Swiss German", "de-CH", "de", "de-CH"],
    ["Portuguese", "pt-PT", "pt-PT", "pt-PT"],
    ["Irish, which the page does not have", "ga", "en", "ga"],
    ["no named language", undefined, "en", ""],
  ])("in %s is given to visitors who name no language of the page", async (_name, language, page, words) => {
    const { ask, store, url } = await createTestApp({ title: "An English title", language: "en" });
    await ask({ headers: forPage });
    await store.append(draftWith({ title: "Wir ziehen um", ...(language && { language }) }));
    for (const wanted of [undefined, "", "*", "xx", "xx, *;q=0.5"]) {
      const named = wanted === undefined ? {} : { "accept-language": wanted };
      const { body, headers } = await ask({ headers: { ...forPage, ...named } });
      expect([wanted, body.match(/<html lang="([^"]*)"/)?.[1]]).toEqual([wanted, page]);
      expect(headers["content-language"]?.split(", ")[0]).toBe(page);
      expect(body).toContain(`<h1 lang="${words}" dir="auto">Wir ziehen um</h1>`);
      const text = await ask({ headers: { accept: "text/plain", ...named } });
      expect(text.body).toContain(localeOf(page).strings.thanks);
    }
    const japanese = await ask({ headers: { ...forPage, "accept-language": "xx, ja" } });
    expect(japanese.body).toContain('<html lang="ja"');
    const tooLarge = `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${"x".repeat(40_000)}\r\n\r\n`;
    expect(await exchange(url, tooLarge)).toMatch(new RegExp(`^HTTP/1.1 431 .*<html lang="${page}"`, "s"));
  });

  it("in British English gives British times to visitors who name no language", async () => {
    const { ask } = await createTestApp({ expectedReturn: "2126-11-22T23:05:00Z", language: "en-GB" });
    const { body } = await ask({ headers: { accept: "text/plain" } });
    expect(body).toContain("Friday, 22 November 2126 at 23:05 UTC");
  });
});
