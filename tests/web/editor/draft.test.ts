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
import { baseOf } from "./made-up.ts";

const plain = noticeWith();
const written = noticeWith({
  title: "We are moving",
  message: "Back at nine.",
  language: "en",
  translations: {
    de: { title: "Wir ziehen um", message: "Um neun sind wir zurück." },
    fr: { title: "Nous déménageons", message: "De retour à neuf heures." },
  },
});
const draftFor = (notice: Notice): Draft => draftOf(baseOf(7, "", notice));
const noticeOf = (draft: Draft) => outlookOf(draft).notice;
const pointersOf = (draft: Draft) => outlookOf(draft).faults.map(({ pointer }) => pointer);
const withTyped = (draft: Draft, text: string) =>
  withReturn(draft, text, judgeReturn(text, { now: Date.parse("2026-11-22T12:00:00Z"), zone: "UTC" }));

describe("A draft", () => {
  it.each([
    ["the defaults", plain],
    ["texts in several languages", written],
    ["a return at a time, with its seconds", { ...plain, expectedReturn: "2026-11-22T03:30:15.5+01:00" }],
    ["a return in words", { ...plain, expectedReturn: "around nine" }],
  ])("that is untouched equals its notice: %s", (_name, notice) => {
    const untouched = { notice, changes: [], faults: [], isTouched: false };
    expect(outlookOf(draftFor(notice))).toMatchObject(untouched);
  });

  it("has its text in NFC, and no empty field", () => {
    const draft = withField(withField(draftFor(written), "message", ""), "title", "Cafe\u0301");
    expect(noticeOf(withOutdated(draft, true))).toEqual({
      ...plain,
      title: "Café",
      language: "en",
      translations: { de: { title: "Wir ziehen um" }, fr: { title: "Nous déménageons" } },
    });
    expect(noticeOf(withField(draft, "title", ""))).toEqual({ ...plain, language: "en" });
    const back = withField(withField(draftFor(plain), "message", "x"), "message", "");
    expect(outlookOf(back).isTouched).toBe(false);
  });

  it("has a typed return as a time or text, and a refused return only in the field", () => {
    const draft = draftFor({ ...plain, expectedReturn: "soon" });
    expect(noticeOf(withTyped(draft, "22:30")).expectedReturn).toBe("2026-11-22T22:30:00Z");
    expect(noticeOf(withTyped(draft, "around ten")).expectedReturn).toBe("around ten");
    const refused = withTyped(withTyped(draft, "around ten"), "22:30 Uhr");
    expect([refused.typedReturn, refused.notice.expectedReturn]).toEqual(["22:30 Uhr", "soon"]);
    const faults = [{ pointer: "#/expectedReturn", detail: expect.stringContaining("+90m") }];
    expect(outlookOf(refused)).toMatchObject({ faults, changes: [], isTouched: true });
    const given = withReturn(refused, "22:30 Uhr", { kind: "words", value: "22:30 Uhr" });
    expect([noticeOf(given).expectedReturn, pointersOf(given)]).toEqual(["22:30 Uhr", []]);
    expect(noticeOf(withTyped(refused, ""))).toEqual(plain);
  });
});

describe("A translation in a draft", () => {
  const changed = withField(draftFor(written), "message", "Back at ten.");

  it("is outdated while only the notice's own text has changed, and is kept or removed as chosen", () => {
    expect(outdatedTags(withField(draftFor(written), "contactEmail", "a@b.example"))).toEqual([]);
    const { translations } = written;
    expect(outlookOf(changed)).toMatchObject({ undecided: ["fr", "de"], notice: { translations } });
    const kept = withOutdated(changed, true);
    expect(outlookOf(kept)).toMatchObject({ undecided: [], notice: { translations } });
    const gone = withOutdated(kept, false);
    expect(outlookOf(gone)).toMatchObject({ undecided: [], outdated: ["fr", "de"] });
    expect(noticeOf(gone)).not.toHaveProperty("translations");
    expect(noticeOf(withOutdated(gone, true)).translations).toEqual(translations);
    const rewritten = withText(changed, "fr", "message", "De retour à dix heures.");
    expect(outlookOf(rewritten).undecided).toEqual(["de"]);
    expect(outlookOf(withField(changed, "message", "Back at nine.")).isTouched).toBe(false);
  });

  it("that lacks a new text is a fault only after it was kept", () => {
    const more = withTyped(draftFor(written), "around nine");
    const changes = [{ field: "expectedReturn" }];
    expect(outlookOf(more)).toMatchObject({ faults: [], undecided: ["fr", "de"], changes });
    const { translations: _, ...own } = written;
    expect(outlookOf(more).page).toEqual({ ...own, expectedReturn: "around nine" });
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
    expect([checkNotice(page), page.title]).toEqual([page, plain.title]);
  });
});
