import { describe, expect, it } from "vitest";
import { storageIn } from "../../../web/editor/browser-storage.ts";
import { draftOf, withField } from "../../../web/editor/draft.ts";
import { createKept, readable } from "../../../web/editor/kept.ts";
import { noticeWith, outOfLimits } from "../../support/texts/notices.ts";
import { storageWith } from "./storage.ts";

const base = { revision: 7, etag: '"7-0123abcd"', notice: noticeWith() };
const draft = withField(draftOf(base), "title", "Typed");
const at = expect.any(Number);

describe("A draft in the browser's storage", () => {
  it("is restored in its own tab after a reload, and offered to another tab", () => {
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

  it("stays offered after its tab forgot it, if another tab typed later or left it", () => {
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

  it("is reported as not kept if the browser forbids storage", () => {
    const forbidden = storageIn(() => {
      throw new DOMException("no", "SecurityError");
    });
    const kept = createKept(forbidden, forbidden);
    expect([kept.keep(draft), kept.find(), kept.hasAny()]).toEqual([false, {}, false]);
  });

  it.each(outOfLimits)("is restored if its notice is over a newer limit: %s", (_name, changes) => {
    const [tab, old] = [storageWith(), draftOf({ ...base, notice: noticeWith(changes) })];
    createKept(tab, storageWith()).keep(old);
    expect(createKept(tab, storageWith()).find()).toEqual({ own: { at, draft: old } });
  });
});

it("a draft that was set aside is offered only as text, with each typed line", () => {
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

it("a draft that this version cannot read is offered as text until it is deleted", () => {
  const entries = { "backsoon draft": '{"at":1,"draft":{}}' };
  const [tab, browser] = [storageWith(entries), storageWith(entries)];
  const kept = createKept(tab, browser);
  expect(kept.find()).toEqual({ offer: { text: expect.stringContaining("at: 1") } });
  kept.forget();
  expect(createKept(tab, browser).find()).toEqual({ offer: { text: expect.any(String) } });
});
