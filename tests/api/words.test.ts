import { describe, expect, it } from "vitest";
import { localeOf } from "../../web/render.tsx";
import { exchange, forPage } from "../support/network/http.ts";
import { createTestApp } from "../support/service/app.ts";
import { draftWith } from "../support/texts/notices.ts";
import { translated, visitsByLanguage, wordsIn } from "../support/texts/translated.ts";

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
      const json = JSON.parse(await get("application/json"));
      expect(json).toMatchObject({ title, detail: message, expectedReturn });
      const xml = await get("application/xml");
      for (const [name, text] of Object.entries({ title, detail: message, expectedReturn }))
        expect(xml).toContain(`  <${name}>${text}</${name}>\n`);
      expect(await get("text/plain")).toMatch(
        `${title}\n\n${message}\n\n${strings.expectedReturn}: ${expectedReturn}\n\n`,
      );
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
    const of = async (tag: string) =>
      (await ask({ headers: { ...forPage, "accept-language": tag } })).headers;
    expect(await of("de")).toMatchObject({ "content-language": "de" });
    expect(await of("fr")).toMatchObject({ "content-language": "fr, de-CH" });
  });

  it.each([
    ["German", "de", "de", "de"],
    ["Swiss German", "de-CH", "de", "de-CH"],
    ["Portuguese", "pt-PT", "pt-PT", "pt-PT"],
    ["Irish, which the page does not have", "ga", "en", "ga"],
    ["no named language", undefined, "en", ""],
  ])(
    "in %s gives its own language to visitors who name none that the page has",
    async (_name, language, page, words) => {
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
      expect((await ask({ headers: { ...forPage, "accept-language": "xx, ja" } })).body).toContain(
        '<html lang="ja"',
      );
      const tooLarge = `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${"x".repeat(40_000)}\r\n\r\n`;
      expect(await exchange(url, tooLarge)).toMatch(new RegExp(`^HTTP/1.1 431 .*<html lang="${page}"`, "s"));
    },
  );

  it("in British English gives British times to visitors who name no language", async () => {
    const { ask } = await createTestApp({ expectedReturn: "2126-11-22T23:05:00Z", language: "en-GB" });
    const { body } = await ask({ headers: { accept: "text/plain" } });
    expect(body).toContain("Friday, 22 November 2126 at 23:05 UTC");
  });
});
