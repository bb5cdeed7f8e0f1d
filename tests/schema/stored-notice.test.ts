import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isNoticeError } from "../../schema/errors/notice-error.ts";
import { checkNotice, readStoredNotice } from "../../schema/notice/change.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { anyJson } from "../support/texts/arbitraries.ts";
import { maxTitle, noticeWith, outOfLimits } from "../support/texts/notices.ts";

function readOr(read: (value: unknown) => Notice, value: unknown): Notice | string {
  try {
    return read(value);
  } catch (error) {
    if (!isNoticeError(error, "NOTICE_INVALID")) throw error;
    return error.message;
  }
}

const de = { title: "Umzug" };
const time = "2026-11-21T18:30:00Z";

describe("A stored notice", () => {
  it.each<[string, Partial<Notice>]>([
    ...outOfLimits,
    ["an empty title", { title: "" }],
    ["a title that shows nothing", { title: " \u200b" }],
    ["half a character", { title: "a\ud800" }],
    ["a long address", { contactEmail: `${"a".repeat(300)}@b.co` }],
    ["an incomplete translation", { title: "Moving", translations: { de: { message: "Um neun." } } }],
    ["a translation into its own language", { title: "Moving", language: "de", translations: { de } }],
    ["a time in German", { title: "Moving", translations: { de: { ...de, expectedReturn: time } } }],
  ])("is read although today's limits refuse it: %s", (_name, changes) => {
    const notice = noticeWith(changes);
    expect(() => checkNotice(notice)).toThrow();
    expect(readStoredNotice(notice)).toEqual(notice);
  });

  it.each<[object, place: string]>([
    [{ isEnabled: false }, "isEnabled"],
    [{ title: undefined }, "title"],
    [{ title: 7 }, "title"],
    [{ message: null }, "message"],
    [{ severity: "high" }, "severity"],
    [{ title: "x".repeat(maxTitle + 1), severity: "high" }, "severity"],
    [{ translations: [] }, "translations"],
    [{ translations: { xx: de } }, "translations.xx"],
    [{ translations: { de: { title: 7 } } }, "translations.de.title"],
    [{ translations: { de: { ...de, footer: "x" } } }, "footer"],
    // The product writes these into headers, attributes and a link.
    [{ language: 'en" onload="x' }, "language"],
    [{ language: "en\r\nSet-Cookie: a=b" }, "language"],
    [{ language: `de${"-abcde".repeat(2000)}` }, "language"],
    [{ language: "" }, "language"],
    [{ contactEmail: "" }, "contactEmail"],
    [{ contactEmail: "a\ud800@b.co" }, "contactEmail"],
    [{ contactEmail: "a@b.co\r\nBcc: c@d.co" }, "contactEmail"],
  ])("is refused if its shape is not that of a notice: %j", (changes, place) => {
    expect(readOr(readStoredNotice, { ...noticeWith(), ...changes })).toMatch(new RegExp(`^"${place}" `));
  });

  it("is read if it is valid today, and otherwise read or refused with one sentence", () => {
    fc.assert(
      fc.property(anyJson, (value) => {
        const [strict, lenient] = [readOr(checkNotice, value), readOr(readStoredNotice, value)];
        if (typeof strict !== "string") expect(lenient).toEqual(strict);
        if (typeof lenient === "string") expect(lenient).toMatch(/^[^\n]+\.$/);
      }),
      { numRuns: 500 },
    );
  });
});
