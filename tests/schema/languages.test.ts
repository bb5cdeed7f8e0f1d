import { describe, expect, it } from "vitest";
import { canonicalTag, languageTags, lookUpTag, means, siblings } from "../../schema/languages/tags.ts";
import { locales } from "../../web/render.tsx";

describe("The languages of translations", () => {
  it("are the languages of the page", () => {
    expect([...languageTags].sort()).toEqual(locales.map(({ tag }) => tag).sort());
  });

  it("include every language that was released", () => {
    const released = "ar cs da de en es fi fr he hi it ja ko nl pl pt-BR ro sv tr uk zh-Hans zh-Hant";
    expect(languageTags).toEqual(expect.arrayContaining(released.split(" ")));
  });

  it("have canonical tags in alphabetical order", () => {
    expect(languageTags.map(canonicalTag)).toEqual(languageTags);
    expect([...languageTags].sort()).toEqual(languageTags);
  });

  it("replace each other only in the same script", () => {
    const scripts = languageTags.map((tag) => new Intl.Locale(tag).maximize());
    const found = scripts.flatMap((one, index) =>
      scripts
        .filter((other) => other !== one && other.language === one.language && other.script === one.script)
        .map((other) => [languageTags[index], languageTags[scripts.indexOf(other)]]),
    );
    const pairs = Object.entries(siblings).map(([tag, sibling]) => [tag, sibling.tag]);
    expect(pairs.sort()).toEqual(found.sort());
  });
});

describe("A language tag", () => {
  it.each([
    ...languageTags,
    ..."de-AT de-CH de-Latn-DE en-GB es-419 fr-CA zh zh-CN zh-SG zh-TW zh-HK zh-MO".split(" "),
    ..."zh-Hans-TW zh-Hant-CN pt pt-AO pt-MZ no sr-RS sr-Cyrl ms-BN fil-PH sw-KE fi-FI eo".split(" "),
  ])("means the page language that its lookup finds: %s", (tag) => {
    const found = lookUpTag(tag);
    expect(languageTags.filter((known) => means(tag, known))).toEqual(found ? [found] : []);
  });

  it.each(["sr-Latn", "sr-ME", "bs", "nn"])("gets a page, but means another language: %s", (tag) => {
    expect(lookUpTag(tag)).toBeDefined();
    expect(languageTags.filter((known) => means(tag, known))).toEqual([]);
  });

  it.each([
    ["EN", "en"],
    ["en-gb", "en-GB"],
    ["ZH-hant-tw", "zh-Hant-TW"],
    ["iw", "he"],
    ["sl-rozaj", "sl-rozaj"],
    ["es-419", "es-419"],
    ...["english", "en_GB", "", "de-u-co-phonebk", "x-klingon"].map((given) => [given, undefined]),
  ])("has a canonical form: %j gives %j", (given = "", tag) => {
    expect(canonicalTag(given)).toBe(tag);
  });
});
