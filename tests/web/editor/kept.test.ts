import { describe, expect, it } from "vitest";
import { storageIn } from "../../../web/editor/browser-storage.ts";
import { draftOf, withField } from "../../../web/editor/draft.ts";
import { createKept, readable } from "../../../web/editor/kept.ts";
import { noticeWith, outOfLimits } from "../../support/texts/notices.ts";
import { baseOf, storageWith } from "./made-up.ts";

const draft = withField(draftOf(baseOf(7)), "title", "Typed");
const at = expect.any(Number);

describe("A draft in the browser's storage", () => {
  it("is restored in its own tab after a reload, and offered to another tab", () => {
    const [tab, browser] = [storageWith(), storageWith()];
    expect(createKept(tab, browser).keep(draft)).toBe(true);
    expect(createKept(tab, browser).find()).toEqual({ own: { at, draft } });
    expect(createKept(storageWith(), browser).find()).toEqual({ offer: { at, draft } });
    createKept(tab, browser).forget();
    expect(createKept(tab, browser).hasAny()).toBe(false);
    expect(createKept(storageWith(), browser).find()).toEqual({});
  });

  it("stays offered after its tab forgot it, if another tab typed later or left it", () => {
    const [browser, later] = [storageWith(), withField(draft, "title", "Later")];
    const [one, other] = [createKept(storageWith(), browser), createKept(storageWith(), browser)];
    const found = () => createKept(storageWith(), browser).find();
    one.keep(draft);
    other.keep(later);
    one.forget();
    expect(found()).toEqual({ offer: { at, draft: later } });
    other.leave();
    other.forget();
    expect(found()).toEqual({ offer: { at, draft: later } });
    one.forgetOffer();
    expect(found()).toEqual({});
  });

  it("is reported as not kept if the browser forbids storage", () => {
    const forbidden = storageIn(() => {
      throw new DOMException("no", "SecurityError");
    });
    const kept = createKept(forbidden, forbidden);
    expect([kept.keep(draft), kept.find(), kept.hasAny()]).toEqual([false, {}, false]);
  });

  it.each(outOfLimits)("is restored if its notice is over a newer limit: %s", (_name, changes) => {
    const [tab, old] = [storageWith(), draftOf(baseOf(7, "", noticeWith(changes)))];
    createKept(tab, storageWith()).keep(old);
    expect(createKept(tab, storageWith()).find()).toEqual({ own: { at, draft: old } });
  });

  it("is offered only as text after it was set aside, with each typed line", () => {
    const [tab, browser] = [storageWith(), storageWith()];
    createKept(tab, browser).keep(withField(draft, "message", "One.\nTwo."));
    createKept(tab, browser).setAside();
    const { offer } = createKept(tab, browser).find();
    const text = expect.stringMatching(/^title: Typed\n(?:.*\n)*message: One\.\nTwo\.$/m);
    expect(offer).toEqual({ text });
    expect(createKept(storageWith(), browser).find()).toEqual({ offer });
    const deep = "[".repeat(20_000) + "]".repeat(20_000);
    for (const text of ["{", "5", deep]) expect(readable(text) === text).toBe(true);
  });

  it("is offered as text until it is deleted, if this version cannot read it", () => {
    const entries = { "backsoon draft": '{"at":1,"draft":{}}' };
    const [tab, browser] = [storageWith(entries), storageWith(entries)];
    const kept = createKept(tab, browser);
    expect(kept.find()).toEqual({ offer: { text: expect.stringContaining("at: 1") } });
    kept.forget();
    expect(createKept(tab, browser).find()).toEqual({ offer: { text: expect.any(String) } });
  });
});
