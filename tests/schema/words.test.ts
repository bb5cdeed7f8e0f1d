import { describe, expect, it } from "vitest";
import { type LanguageTag, siblings } from "../../schema/languages/tags.ts";
import { checkNotice } from "../../schema/notice/change.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import {
  changeValues,
  removeTranslations,
  restoreFields,
  translate,
  type Values,
  visitorWords,
} from "../../schema/notice/translations.ts";
import { noticeWith } from "../support/texts/notices.ts";

const texts = { title: "We are moving", message: "Back at nine." };
const of = (tag: string) => ({ title: `${tag} title`, message: `${tag} message` });
const translatedInto = (tags: string[], changes: Partial<Notice> = {}): Notice =>
  checkNotice(
    noticeWith({ ...texts, ...changes, translations: Object.fromEntries(tags.map((tag) => [tag, of(tag)])) }),
  );

const wordsFor = (notice: Notice, tag: LanguageTag) => visitorWords(notice, { tag, sibling: siblings[tag] });

describe("The operators' text for a visitor", () => {
  it.each<[LanguageTag, string[], string | undefined, string | undefined]>([
    ["de", ["de", "fr"], "en", "de"],
    ["ja", ["de", "fr"], "en", "en"],
    ["ja", ["de"], undefined, undefined],
    ["pt-PT", ["pt-BR"], "en", "pt-BR"],
    ["pt-BR", ["pt-PT"], "en", "pt-PT"],
    ["pt-PT", ["pt-BR", "pt-PT"], "en", "pt-PT"],
    ["pt-PT", ["pt-BR"], "pt-PT", "pt-PT"],
    ["pt-BR", ["pt-PT"], "pt", "pt"],
    ["zh-Hant", ["zh-Hans"], "en", "en"],
    ["zh-Hans", ["zh-Hant"], "en", "en"],
    ["de", ["fr"], "de-AT", "de-AT"],
  ])(
    "on a page in %s, with translations into %j of a notice in %s, is that in %s",
    (page, tags, own, language) => {
      const notice = translatedInto(tags, own === undefined ? {} : { language: own });
      const written = language !== undefined && tags.includes(language) ? of(language) : texts;
      expect(wordsFor(notice, page)).toEqual({ texts: written, language });
    },
  );

  it("is absent if operators wrote none, whatever the language", () => {
    const notice = noticeWith({ language: "en", expectedReturn: "2026-11-21T18:30:00Z" });
    expect(wordsFor(notice, "ja")).toEqual({ texts: {}, language: undefined });
  });

  it("includes an expected return in words", () => {
    const translations = { de: { expectedReturn: "bald" } };
    const notice = checkNotice(noticeWith({ expectedReturn: "soon", language: "en", translations }));
    expect(wordsFor(notice, "de")).toEqual({ texts: translations.de, language: "de" });
    expect(wordsFor(notice, "fr")).toEqual({ texts: { expectedReturn: "soon" }, language: "en" });
  });
});

describe("A change of values", () => {
  const notice = translatedInto(["de", "fr"]);
  const tagsAfter = (values: Values, keep = false) =>
    Object.keys(checkNotice(changeValues(notice, values, keep)).translations ?? {});

  it.each<[string, Values, string[]]>([
    ["another title", { title: "Other" }, []],
    ["another message", { message: "Other" }, []],
    ["words for the expected return", { expectedReturn: "soon" }, []],
    ["the same title", { title: texts.title }, ["de", "fr"]],
    ["a time", { expectedReturn: "2026-11-21T18:30:00Z" }, ["de", "fr"]],
    ["another address", { contactEmail: "a@b.co" }, ["de", "fr"]],
    ["the language", { language: "en" }, ["de", "fr"]],
  ])("with %s leaves the translations %j", (_name, values, tags) => {
    expect(tagsAfter(values)).toEqual(tags);
  });

  it("removes a removed text from every translation", () => {
    const changed = checkNotice(changeValues(notice, { message: undefined }));
    expect(changed.translations).toEqual({ de: { title: "de title" }, fr: { title: "fr title" } });
    const untitled = checkNotice(changeValues(changed, { title: "Under Maintenance" }));
    expect(untitled).not.toHaveProperty("translations");
  });

  it("removes the translations of an expected return that becomes a time", () => {
    const translations = { de: { ...of("de"), expectedReturn: "bald" } };
    const before = checkNotice(noticeWith({ ...texts, expectedReturn: "soon", translations }));
    const after = checkNotice(changeValues(before, { expectedReturn: "2026-11-21T18:30:00Z" }));
    expect(after.translations).toEqual({ de: of("de") });
  });

  it("keeps translations on request, unless one would lack a text", () => {
    expect(tagsAfter({ title: "Other" }, true)).toEqual(["de", "fr"]);
    expect(() => tagsAfter({ expectedReturn: "soon" }, true)).toThrow(
      /^--keep-translations would leave de, fr without "expectedReturn"/,
    );
  });

  it("changes one text of a translation, or removes the translation", () => {
    const translated = checkNotice(translate(notice, "de", { title: "Umzug" }));
    expect(translated.translations?.de).toEqual({ title: "Umzug", message: "de message" });
    expect(Object.keys(removeTranslations(notice, ["de"]).translations ?? {})).toEqual(["fr"]);
    expect(removeTranslations(notice, ["de", "fr"])).not.toHaveProperty("translations");
    expect(() => removeTranslations(notice, ["it"])).toThrow("no translation it: it has de, fr.");
  });
});

const now = new Date("2026-11-28T12:00:00Z");
const back = { expectedReturn: "2026-11-28T14:00:00Z" };
const passed = { expectedReturn: "2026-11-28T11:00:00Z" };
const inWords = { expectedReturn: "soon" };
const title = { title: "Old" };
const own = { message: "Before" };
const both = { ...own, translations: { de: { message: "Vorher" } } };
const titled = { ...own, ...title, translations: { de: { title: "Alt", message: "Vorher" } } };

it.each<[string, during: Partial<Notice>, before: Partial<Notice>, fields: string, after: Partial<Notice>]>([
  ["restores one field and keeps another", { message: "x", ...title }, own, "message", { ...title, ...own }],
  ["removes a new field", own, {}, "message", {}],
  ["restores a removed translation", { message: "x" }, both, "message translations.de", both],
  ["removes a new translation", both, own, "translations.de", own],
  ["removes a translation that would lack a text", both, { ...title, ...own }, "title", { ...title, ...own }],
  ["removes a text from a translation", titled, own, "title", both],
  ["restores the expected return", back, inWords, "expectedReturn", inWords],
  ["removes an expected return that was set since", back, {}, "message", {}],
  ["keeps an expected return that was there before", back, back, "message", back],
  ["removes an expected return that has passed", back, passed, "expectedReturn", {}],
])("The end of an outage %s", (rule, during, before, fields, after) => {
  const restored = restoreFields(noticeWith(during), noticeWith(before), fields.split(" "), now);
  const left = rule.includes("lack") ? "Left out, because text is missing: de. " : "";
  const remark = `${left}Changed since then, and kept: ${rule.includes("another") ? "title" : "nothing"}.`;
  expect(restored).toEqual({ notice: noticeWith(after), remark });
  checkNotice(restored.notice);
});
