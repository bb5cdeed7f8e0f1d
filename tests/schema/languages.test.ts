import { describe, expect, it } from "vitest";
import { canonicalTag, languageTags, lookUpTag, means, siblings } from "../../schema/languages/tags.ts";
import { locales } from "../../web/render.tsx";

describe("the languages of translations", () => {
  it("are those of the page", () => {
    expect([...languageTags].sort()).toEqual(locales.map(({ tag }) => tag).sort());
  });

  it("never lose one that has been released", () => {
    expect(languageTags).toEqual(
      expect.arrayContaining(
        "ar cs da de en es fi fr he hi it ja ko nl pl pt-BR ro sv tr uk zh-Hans zh-Hant".split(" "),
      ),
    );
  });

  it("are canonical tags, in the order of the alphabet", () => {
    expect(languageTags.map(canonicalTag)).toEqual(languageTags);
    expect([...languageTags].sort()).toEqual(languageTags);
  });

  it("stand in for each other in the same script alone", () => {
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

describe("a tag means one of the page's languages where its lookup finds that one:", () => {
  it.each([
    ...languageTags,
    ..."de-AT de-CH de-Latn-DE en-GB es-419 fr-CA zh zh-CN zh-SG zh-TW zh-HK zh-MO zh-Hans-TW zh-Hant-CN".split(
      " ",
    ),
    ..."pt pt-AO pt-MZ pt-BR no sr-RS sr-Cyrl ms-BN fil-PH sw-KE fi-FI eo".split(" "),
  ])("%s", (tag) => {
    const own = languageTags.filter((known) => means(tag, known));
    const found = lookUpTag(tag);
    expect(own).toEqual(found ? [found] : []);
  });
});

it.each(["sr-Latn", "sr-ME", "bs", "nn"])(
  "whoever reads %s reads a page of ours, whose words are in another",
  (tag) => {
    expect(lookUpTag(tag)).toBeDefined();
    expect(languageTags.filter((known) => means(tag, known))).toEqual([]);
  },
);

describe("a language tag in canonical case", () => {
  it.each([
    ["EN", "en"],
    ["en-gb", "en-GB"],
    ["ZH-hant-tw", "zh-Hant-TW"],
    ["iw", "he"],
    ["sl-rozaj", "sl-rozaj"],
    ["es-419", "es-419"],
    ["english", undefined],
    ["en_GB", undefined],
    ["", undefined],
    ["de-u-co-phonebk", undefined],
    ["x-klingon", undefined],
  ])("is made of %j: %j", (given, tag) => {
    expect(canonicalTag(given)).toBe(tag);
  });
});
