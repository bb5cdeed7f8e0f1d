import { describe, expect, it } from "vitest";
import type { Notice } from "../../../schema/notice/notice.ts";
import { decisionsAfter } from "../../../web/editor/draft/continued.ts";
import { changesOf, documentOf, faultsOf, mineOf } from "../../../web/editor/draft/document.ts";
import { type Draft, draftFrom, draftOf, isTouched } from "../../../web/editor/draft/draft.ts";
import {
  decided,
  decidedFully,
  withField,
  withLanguage,
  withoutLanguage,
  withReturn,
  withTranslation,
  writtenAnew,
} from "../../../web/editor/draft/edit.ts";
import { timeOf } from "../../../web/editor/draft/return-value.ts";
import {
  lackingTexts,
  tagsToDecide,
  translationStatusOf,
  undecidedTags,
} from "../../../web/editor/draft/translation-status.ts";

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
const draftFor = (notice: Notice): Draft =>
  draftOf({ revision: 7, etag: '"7-0123abcd"', notice }, "Europe/Berlin");

describe("a draft in which nothing is typed", () => {
  it.each([
    ["the defaults", plain],
    ["texts in several languages", written],
    ["a return at a time, with its seconds", { ...plain, expectedReturn: "2026-11-22T03:30:15.5+01:00" }],
    ["a return in a leap second", { ...plain, expectedReturn: "2016-12-31T23:59:60Z" }],
    ["a return in words", { ...plain, expectedReturn: "around nine" }],
  ])("is the document that it was made from: %s", (_name, notice) => {
    const draft = draftFor(notice);
    expect(documentOf(draft)).toEqual(notice);
    expect([changesOf(draft), faultsOf(draft), isTouched(draft)]).toEqual([[], [], false]);
    // Of a time that is none, the page could not be drawn.
    expect(timeOf(draft.expectedReturn)).not.toBeNaN();
  });
});

describe("what is typed", () => {
  it("makes the document, in NFC, and an empty optional field makes none", () => {
    const draft = withField(withField(draftFor(written), "message", ""), "title", "Cafe\u0301");
    expect(documentOf(decided(decided(draft, "de", "keep"), "fr", "drop"))).toEqual({
      ...plain,
      title: "Café",
      language: "en",
      translations: { de: { title: "Wir ziehen um" } },
    });
  });

  it("is told what is wrong with it as people call it", () => {
    const [fault] = faultsOf(withField(draftFor(plain), "title", ""));
    expect(fault).toEqual({
      pointer: "#/title",
      detail: "Title is empty: write one line, or use the default.",
    });
  });
});

describe("an expected return", () => {
  const typed = (date: string, clock: string, more = {}) =>
    withReturn(draftFor(plain), { kind: "time", date, clock, ...more });

  it("by date and clock has the offset of the zone", () => {
    expect(documentOf(typed("2026-11-22", "03:30")).expectedReturn).toBe("2026-11-22T03:30:00+01:00");
  });

  it.each([
    ["that does not exist", typed("2027-03-28", "02:30"), "The next time that exists is 03:00."],
    ["that comes twice", typed("2026-10-25", "02:30"), "choose the first or the second."],
    ["without a clock time", typed("2026-10-25", ""), "give a date and a time"],
    ["in words, without any", withReturn(draftFor(plain), { kind: "words" }), "write some"],
  ])("%s is refused with the way out", (_name, draft, wayOut) => {
    const faults = faultsOf(draft);
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatchObject({ pointer: "#/expectedReturn", detail: expect.stringContaining(wayOut) });
    expect(documentOf(draft)).toEqual(plain);
  });

  it.each([
    ["first", "2026-10-25T02:30:00+02:00"],
    ["second", "2026-10-25T02:30:00+01:00"],
  ] as const)("that comes twice is the %s, once that is said", (occurrence, value) => {
    expect(documentOf(typed("2026-10-25", "02:30", { occurrence })).expectedReturn).toBe(value);
  });

  it("in words that were refused is a fault, until they are changed or let through", () => {
    const typed = { kind: "words", words: "22.30", refused: "No form." } as const;
    const draft = withReturn(draftFor(plain), typed);
    expect(faultsOf(draft)).toEqual([{ pointer: "#/expectedReturn", detail: "No form." }]);
    expect(faultsOf(withReturn(draft, { kind: "none" }))).toEqual([]);
    expect(faultsOf(withReturn(draft, { words: "22.30" }))).toEqual([]);
    expect(faultsOf(withReturn(draftFor({ ...plain, expectedReturn: "22.30" }), typed))).toEqual([]);
  });

  it("in words that are a time is that time", () => {
    const understood = "2126-11-22T22:30:00+01:00";
    const draft = withReturn(draftFor(plain), { kind: "words", words: "22:30", understood });
    expect(documentOf(draft).expectedReturn).toBe(understood);
  });

  it("keeps what is not chosen", () => {
    const words = withReturn(typed("2026-11-22", "03:30"), { kind: "words", words: "soon" });
    expect(documentOf(words).expectedReturn).toBe("soon");
    expect(documentOf(withReturn(words, { kind: "time" })).expectedReturn).toBe("2026-11-22T03:30:00+01:00");
  });
});

describe("a translation", () => {
  const changed = withField(draftFor(written), "message", "Back at ten.");

  it("stands while the notice's own words do", () => {
    expect(translationStatusOf(withField(draftFor(written), "contactEmail", "a@b.example"), "de")).toBe(
      "stands",
    );
  });

  it("is to be decided about when they change, and stays as it is until then", () => {
    expect([translationStatusOf(changed, "de"), translationStatusOf(changed, "fr")]).toEqual([
      "undecided",
      "undecided",
    ]);
    expect([undecidedTags(changed), documentOf(changed).translations]).toEqual([
      ["fr", "de"],
      written.translations,
    ]);
    const kept = decidedFully(changed, ["de", "fr"], "keep");
    expect([undecidedTags(kept), documentOf(kept).translations]).toEqual([[], written.translations]);
    const gone = decidedFully(kept, ["de", "fr"], "drop");
    expect([undecidedTags(gone), documentOf(gone).translations]).toEqual([[], undefined]);
    expect(tagsToDecide(gone)).toEqual(["fr", "de"]);
  });

  it("that lacks a new text is no fault and no change, and cannot be kept before that is written", () => {
    const more = withReturn(draftFor(written), { kind: "words", words: "around nine" });
    expect([faultsOf(more), documentOf(more).translations]).toEqual([[], undefined]);
    expect([undecidedTags(more), mineOf(more).translations]).toEqual([["fr", "de"], written.translations]);
    expect(changesOf(more).map(({ field, translation }) => [field, translation])).toEqual([
      ["expectedReturn", undefined],
    ]);
    const kept = decidedFully(more, ["de"], "keep");
    expect([undecidedTags(kept), faultsOf(kept), lackingTexts(kept, "de")]).toEqual([
      ["fr", "de"],
      [],
      ["expectedReturn"],
    ]);
    const typed = withTranslation(kept, "de", "expectedReturn", "gegen neun");
    expect([undecidedTags(typed), documentOf(typed).translations]).toEqual([
      ["fr"],
      { de: { ...written.translations?.de, expectedReturn: "gegen neun" } },
    ]);
  });

  it("is not asked about while there is nothing to translate, or nothing but a time has changed", () => {
    const bare = withField(withField(draftFor(written), "title", plain.title), "message", "");
    const timed = withReturn(draftFor(written), { kind: "time", exact: "2026-11-22T03:30:00Z" });
    expect([tagsToDecide(bare), tagsToDecide(timed)]).toEqual([[], []]);
  });

  it("of what is live is asked about in a draft that starts from a notice without it", () => {
    const live = { revision: 9, etag: '"9-0123abcd"', notice: written };
    const draft = draftFrom({ ...plain, title: "Old" }, live, "UTC");
    expect(undecidedTags(draft)).toEqual(["fr", "de"]);
    expect(documentOf(decidedFully(draft, ["de", "fr"], "drop"))).toEqual({ ...plain, title: "Old" });
  });

  it("is asked about after a conflict as before it, but where what is theirs was not taken", () => {
    const theirs: Notice = { ...written, contactEmail: "a@b.example" };
    const merged: Notice = {
      ...theirs,
      message: "Back at ten.",
      translations: { de: written.translations?.de ?? {} },
    };
    const live = { revision: 9, etag: '"9-0123abcd"', notice: theirs };
    const draft = draftFrom(merged, live, "UTC", decisionsAfter(changed, merged, theirs));
    expect([undecidedTags(draft), draft.decisions]).toEqual([["de"], { fr: "drop" }]);
    expect(documentOf(draft)).toEqual(merged);
  });

  it.each(["keep", "drop"] as const)("is theirs after a conflict if that was taken (%s)", (decision) => {
    const before = decided(changed, "fr", decision);
    const live = { revision: 9, etag: '"9-0123abcd"', notice: { ...written, contactEmail: "a@b.example" } };
    const draft = draftFrom(live.notice, live, "UTC", decisionsAfter(before, live.notice, live.notice));
    expect([documentOf(draft), isTouched(draft)]).toEqual([live.notice, false]);
  });

  it("stays kept after a conflict in which the words that it translates stay changed", () => {
    const live = { revision: 9, etag: '"9-0123abcd"', notice: { ...written, contactEmail: "a@b.example" } };
    const merged = { ...live.notice, message: "Back at ten." };
    const before = decided(changed, "de", "keep");
    expect(decisionsAfter(before, merged, live.notice)).toEqual({ de: "keep" });
  });

  it("is kept when that is chosen, and written anew when something is typed", () => {
    const kept = decided(changed, "de", "keep");
    expect([translationStatusOf(kept, "de"), documentOf(kept).translations]).toEqual([
      "kept",
      written.translations,
    ]);
    const anew = withTranslation(changed, "fr", "message", "De retour à dix heures.");
    expect([translationStatusOf(anew, "fr"), Object.keys(documentOf(anew).translations ?? {})]).toEqual([
      "stands",
      ["fr", "de"],
    ]);
  });

  it("that is begun anew or added has no words yet, and what the revision has stays until it has", () => {
    const anew = writtenAnew(withLanguage(changed, "ar"), "de");
    expect(["ar", "de"].map((tag) => translationStatusOf(anew, tag))).toEqual(["blank", "blank"]);
    expect(documentOf(anew).translations).toEqual(written.translations);
    expect(undecidedTags(anew)).toEqual(["fr", "de"]);
  });

  it("that is half written has a fault at the empty field", () => {
    const half = withTranslation(withLanguage(draftFor(written), "es"), "es", "title", "Nos mudamos");
    expect(faultsOf(half).map(({ pointer }) => pointer)).toEqual(["#/translations/es/message"]);
  });

  it("can be removed and brought back with its words", () => {
    const removed = withoutLanguage(draftFor(written), "de");
    expect([translationStatusOf(removed, "de"), Object.keys(documentOf(removed).translations ?? {})]).toEqual(
      ["removed", ["fr"]],
    );
    expect(documentOf(decided(removed, "de", undefined))).toEqual(written);
  });

  it("that this draft has added is gone when it is removed", () => {
    expect(withoutLanguage(withLanguage(draftFor(written), "es"), "es").translations).not.toHaveProperty(
      "es",
    );
  });

  it("of another notice that the draft starts from is of its words", () => {
    const draft = draftFrom(written, { revision: 9, etag: '"9-0123abcd"', notice: plain }, "UTC");
    expect(documentOf(draft)).toEqual(written);
  });
});
