import { describe, expect, it } from "vitest";
import { judgeReturn } from "../../../schema/advice/typed-return.ts";
import { checkNotice } from "../../../schema/notice/change.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import {
  type Draft,
  draftOf,
  outdatedTags,
  outlookOf,
  withField,
  withLanguage,
  withOutdated,
  withReturn,
  withText,
  withTexts,
} from "../../../web/editor/draft.ts";
import { maxTitle, noticeWith, overlong } from "../../support/texts/notices.ts";

const contactEmail = "support@example.com";
const plain: Notice = { isEnabled: true, title: "Under Maintenance", contactEmail };
const written: Notice = {
  ...plain,
  title: "We are moving",
  message: "Back at nine.",
  language: "en",
  translations: {
    de: { title: "Wir ziehen um", message: "Um neun sind wir zurück." },
    fr: { title: "Nous déménageons", message: "De retour à neuf heures." },
  },
};
const draftFor = (notice: Notice): Draft => draftOf({ revision: 7, etag: '"7-0123abcd"', notice });
const noticeOf = (draft: Draft) => outlookOf(draft).notice;
const pointersOf = (draft: Draft) => outlookOf(draft).faults.map(({ pointer }) => pointer);
const withTyped = (draft: Draft, text: string) =>
  withReturn(draft, text, judgeReturn(text, { now: Date.parse("2026-11-22T12:00:00Z"), zone: "UTC" }));

it.each([
  ["the defaults", plain],
  ["texts in several languages", written],
  ["a return at a time, with its seconds", { ...plain, expectedReturn: "2026-11-22T03:30:15.5+01:00" }],
  ["a return in words", { ...plain, expectedReturn: "around nine" }],
])("an untouched draft equals its notice: %s", (_name, notice) => {
  const { notice: same, changes, faults, isTouched } = outlookOf(draftFor(notice));
  expect([same, changes, faults, isTouched]).toEqual([notice, [], [], false]);
});

it("typed text is normalized to NFC, and an empty field is left out", () => {
  const draft = withField(withField(draftFor(written), "message", ""), "title", "Cafe\u0301");
  expect(noticeOf(withOutdated(draft, true))).toEqual({
    ...plain,
    title: "Café",
    language: "en",
    translations: { de: { title: "Wir ziehen um" }, fr: { title: "Nous déménageons" } },
  });
  expect(noticeOf(withField(draft, "title", ""))).toEqual({ ...plain, language: "en" });
  expect(outlookOf(withField(withField(draftFor(plain), "message", "x"), "message", "")).isTouched).toBe(
    false,
  );
});

it("a typed return becomes a time or text, and a refused one stays only in the field", () => {
  const draft = draftFor({ ...plain, expectedReturn: "soon" });
  expect(noticeOf(withTyped(draft, "22:30")).expectedReturn).toBe("2026-11-22T22:30:00Z");
  expect(noticeOf(withTyped(draft, "around ten")).expectedReturn).toBe("around ten");
  const refused = withTyped(withTyped(draft, "around ten"), "22:30 Uhr");
  const { faults, changes, isTouched } = outlookOf(refused);
  expect([refused.typedReturn, refused.notice.expectedReturn]).toEqual(["22:30 Uhr", "soon"]);
  expect([faults, changes, isTouched]).toEqual([
    [{ pointer: "#/expectedReturn", detail: expect.stringContaining("Write a time as +90m") }],
    [],
    true,
  ]);
  const given = withReturn(refused, "22:30 Uhr", { kind: "words", value: "22:30 Uhr" });
  expect([noticeOf(given).expectedReturn, pointersOf(given)]).toEqual(["22:30 Uhr", []]);
  expect(noticeOf(withTyped(refused, ""))).toEqual(plain);
});

describe("A translation in a draft", () => {
  const changed = withField(draftFor(written), "message", "Back at ten.");

  it("is outdated while only the notice's own text has changed, and is kept or removed as chosen", () => {
    expect(outdatedTags(withField(draftFor(written), "contactEmail", "a@b.example"))).toEqual([]);
    expect([outlookOf(changed).undecided, noticeOf(changed).translations]).toEqual([
      ["fr", "de"],
      written.translations,
    ]);
    const kept = withOutdated(changed, true);
    expect([outlookOf(kept).undecided, noticeOf(kept).translations]).toEqual([[], written.translations]);
    const gone = withOutdated(kept, false);
    expect([outlookOf(gone), noticeOf(gone).translations]).toMatchObject([
      { undecided: [], outdated: ["fr", "de"] },
      undefined,
    ]);
    expect(noticeOf(withOutdated(gone, true)).translations).toEqual(written.translations);
    const anew = withText(changed, "fr", "message", "De retour à dix heures.");
    expect(outlookOf(anew).undecided).toEqual(["de"]);
    expect(outlookOf(withField(changed, "message", "Back at nine.")).isTouched).toBe(false);
  });

  it("that lacks a new text is a fault only after it was kept", () => {
    const more = withTyped(draftFor(written), "around nine");
    const { faults, changes, undecided, page } = outlookOf(more);
    expect([faults, undecided, changes.map(({ field }) => field)]).toEqual([
      [],
      ["fr", "de"],
      ["expectedReturn"],
    ]);
    expect(page).toEqual({ ...plain, ...written, expectedReturn: "around nine", translations: undefined });
    const kept = withOutdated(more, true);
    expect(pointersOf(kept)).toEqual(["fr", "de"].map((tag) => `#/translations/${tag}/expectedReturn`));
    expect(pointersOf(withText(kept, "de", "expectedReturn", "gegen neun"))).toHaveLength(1);
  });

  it("that is half written is a fault, and disappears when it is removed", () => {
    const added = withLanguage(draftFor(written), "es");
    expect([noticeOf(added), pointersOf(added)]).toEqual([written, []]);
    const half = withText(added, "es", "title", "Nos mudamos");
    expect(pointersOf(half)).toEqual(["#/translations/es/message"]);
    expect(noticeOf(withTexts(half, "es", undefined))).toEqual(written);
    const removed = withTexts(draftFor(written), "de", undefined);
    expect(Object.keys(noticeOf(removed).translations ?? {})).toEqual(["fr"]);
    expect(noticeOf(withLanguage(removed, "de"))).toEqual(written);
  });
});

describe("The preview of a draft with faults", () => {
  it("shows faulty parts as published", () => {
    const long = withField(draftFor(written), "title", "x".repeat(maxTitle + 1));
    const half = withText(withLanguage(long, "es"), "es", "title", "Nos mudamos");
    const { page } = outlookOf(withField(half, "contactEmail", "new@shop.example"));
    expect(page).toEqual({ ...written, contactEmail: "new@shop.example" });
  });

  it("shows the default for a published part that is over a newer limit", () => {
    const draft = draftFor(overlong);
    expect(pointersOf(withField(draft, "message", "Back at nine."))).toEqual(["#/title"]);
    const { page } = outlookOf(draft);
    expect([checkNotice(page), page.title]).toEqual([page, noticeWith().title]);
  });
});
