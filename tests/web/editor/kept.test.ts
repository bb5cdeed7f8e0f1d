import { describe, expect, it } from "vitest";
import { storageIn } from "../../../web/editor/browser-storage.ts";
import { draftOf, withField } from "../../../web/editor/draft.ts";
import { createKept, readable } from "../../../web/editor/kept.ts";
import { noticeWith, outOfLimits } from "../../support/texts/notices.ts";
import { storageWith } from "./storage.ts";

const base = { revision: 7, etag: '"7-0123abcd"', notice: noticeWith() };
const draft = withField(draftOf(base), "title", "Typed");
const key = "backsoon draft";
const at = expect.any(Number);

describe("what is typed", () => {
  it("is found by its own tab after a reload, and offered by the browser to another one", () => {
    const [tab, browser] = [storageWith(), storageWith()];
    expect(createKept(tab, browser).keep(draft)).toBe(true);
    expect(createKept(tab, browser).find()).toEqual({ own: { at, draft } });
    expect(createKept(storageWith(), browser).find()).toEqual({ offer: { at, draft } });
    createKept(tab, browser).forget();
    expect([createKept(tab, browser).hasAny(), createKept(storageWith(), browser).find()]).toEqual([
      false,
      {},
    ]);
  });

  it("stays offered if another tab has typed since, and if it is left for others", () => {
    const [browser, later] = [storageWith(), withField(draft, "title", "Later")];
    const [one, other] = [createKept(storageWith(), browser), createKept(storageWith(), browser)];
    one.keep(draft);
    other.keep(later);
    one.forget();
    expect(createKept(storageWith(), browser).find()).toEqual({ offer: { at, draft: later } });
    other.leave();
    other.forget();
    expect(createKept(storageWith(), browser).find()).toEqual({ offer: { at, draft: later } });
    one.forgetOffer();
    expect(createKept(storageWith(), browser).find()).toEqual({});
  });

  it("is told of where the browser forbids keeping it", () => {
    const forbidden = storageIn(() => {
      throw new DOMException("no", "SecurityError");
    });
    const kept = createKept(forbidden, forbidden);
    expect([kept.keep(draft), kept.find(), kept.hasAny()]).toEqual([false, {}, false]);
  });

  it.each(outOfLimits)(
    "in a notice that was published before a limit is found again: %s",
    (_name, changes) => {
      const [tab, old] = [storageWith(), draftOf({ ...base, notice: noticeWith(changes) })];
      createKept(tab, storageWith()).keep(old);
      expect(createKept(tab, storageWith()).find()).toEqual({ own: { at, draft: old } });
    },
  );
});

it.each<[string, unknown]>([
  ["no JSON", undefined],
  ["a number for a title", { ...draft, notice: { ...draft.notice, title: 5 } }],
  ["no contact", { ...draft, notice: { isEnabled: true, title: "x" } }],
  ["a translation of one word", { ...draft, notice: { ...draft.notice, translations: { de: "Moving" } } }],
  ["a language that the page has not", { ...draft, notice: { ...draft.notice, translations: { xx: {} } } }],
  ["a decision of one word", { ...draft, keep: "de" }],
  ["a return that is no text", { ...draft, typedReturn: 5 }],
  ["a part that nobody knows", { ...draft, colour: "red" }],
  ["no revision", { ...draft, base: { ...base, revision: "one" } }],
  ["a tag that no header takes", { ...draft, base: { ...base, etag: "\u2026" } }],
  ["a notice that is none", { ...draft, base: { ...base, notice: { ...base.notice, isEnabled: false } } }],
])(
  "what is no draft of this version is offered as text, and stays until it is deleted: %s",
  (_name, other) => {
    const text = JSON.stringify({ at: 1, draft: other });
    const [tab, browser] = [storageWith({ [key]: text }), storageWith({ [key]: text })];
    const kept = createKept(tab, browser);
    expect(kept.find()).toEqual({ offer: { text: expect.stringContaining("at: 1") } });
    kept.forget();
    expect(createKept(tab, browser).find()).toEqual({ offer: { text: expect.any(String) } });
  },
);

it("a draft that is set aside is offered only as text, with what was typed on a line each", () => {
  const [tab, browser] = [storageWith(), storageWith()];
  createKept(tab, browser).keep(withField(draft, "message", "One.\nTwo."));
  createKept(tab, browser).setAside();
  const { offer } = createKept(tab, browser).find();
  expect(offer).toEqual({ text: expect.stringMatching(/^title: Typed\n(?:.*\n)*message: One\.\nTwo\.$/m) });
  expect(createKept(storageWith(), browser).find()).toEqual({ offer });
  expect([readable("{"), readable("5"), readable("[".repeat(20_000) + "]".repeat(20_000))]).toEqual([
    "{",
    "5",
    expect.stringMatching(/^\[+\]+$/),
  ]);
});
