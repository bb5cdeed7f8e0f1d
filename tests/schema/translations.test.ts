import { Validator } from "@cfworker/json-schema";
import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { languageTags } from "../../schema/languages/tags.ts";
import { checkNotice } from "../../schema/notice/change.ts";
import { difference, differenceLines } from "../../schema/notice/difference.ts";
import { noticeSchema, serialize } from "../../schema/notice/notice.ts";
import { translatedNotice } from "../support/texts/arbitraries.ts";
import { documents } from "../support/texts/documents.ts";
import { maxMessage, maxReturn, maxTitle, noticeWith } from "../support/texts/notices.ts";

const moving = noticeWith({ title: "We are moving" });

describe("a notice in several languages", () => {
  it.each(documents)("is taken, or refused with one sentence: %s", (_name, document, fault) => {
    if (!fault) return void expect(checkNotice(document)).toEqual(document);
    expect(() => checkNotice(document)).toThrow(fault);
    expect(() => checkNotice(document)).toThrow(/^[ -~]+[.]$/);
  });

  it("is taken in NFC, in its translations as well", () => {
    const { translations } = checkNotice({ ...moving, translations: { de: { title: "U\u0308ber" } } });
    expect(translations).toEqual({ de: { title: "\u00dcber" } });
  });

  it("is written in one order", () => {
    const translations = { zh: 0, fr: { message: "m", title: "t" }, de: { title: "t", message: "m" } };
    const { zh: _, ...known } = translations;
    const notice = { translations: known, message: "m", language: "en", ...moving };
    expect(serialize(notice)).toBe(
      '{"isEnabled":true,"title":"We are moving","message":"m","contactEmail":"support@example.com","language":"en",' +
        '"translations":{"de":{"title":"t","message":"m"},"fr":{"title":"t","message":"m"}}}',
    );
  });

  it("fits into 512 KiB, with the longest texts in every language", () => {
    const longest = {
      title: "😀".repeat(maxTitle),
      message: "😀".repeat(maxMessage),
      expectedReturn: "😀".repeat(maxReturn),
    };
    const translations = Object.fromEntries(languageTags.map((tag) => [tag, longest]));
    const notice = checkNotice({ ...moving, ...longest, translations });
    expect(Buffer.byteLength(serialize(notice))).toBeLessThan(512 * 1024);
  });

  it("differs by value and by language", () => {
    const before = { ...moving, translations: { de: { title: "Umzug" }, fr: { title: "a" } } };
    const after = { ...moving, language: "en", translations: { fr: { title: "b" }, it: { title: "c" } } };
    expect(differenceLines(difference(before, after))).toEqual([
      "+ language: en",
      "- translations.de.title: Umzug",
      "- translations.fr.title: a",
      "+ translations.fr.title: b",
      "+ translations.it.title: c",
    ]);
  });
});

describe("the published schema says the same as we do", () => {
  const schema = JSON.parse(JSON.stringify(noticeSchema));
  const another = new Validator(schema, "7");
  const ajv = new Ajv({ strict: true, unicodeRegExp: false }).compile(noticeSchema);

  it.each(documents)("in a validator of another make: %s", (_name, document, fault) => {
    expect(another.validate(document).valid).toBe(fault === undefined);
    expect(ajv(document)).toBe(fault === undefined);
  });

  it("in a validator of another make: whatever the document holds", () => {
    let taken = 0;
    fc.assert(
      fc.property(translatedNotice, (value) => {
        const notice = JSON.parse(JSON.stringify(value).normalize("NFC"));
        const isValid = another.validate(notice).valid;
        taken += Number(isValid);
        expect([isTaken(notice), ajv(notice)]).toEqual([isValid, isValid]);
      }),
      { numRuns: 300 },
    );
    expect(taken).toBeGreaterThan(15);
    expect(taken).toBeLessThan(290);
  });
});

function isTaken(value: unknown): boolean {
  try {
    checkNotice(value);
    return true;
  } catch {
    return false;
  }
}
