import { describe, expect, it } from "vitest";
import { checkNotice } from "../../../schema/notice/check.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { faultsOf } from "../../../web/editor/draft/document.ts";
import { type Draft, draftOf } from "../../../web/editor/draft/draft.ts";
import { withField, withLanguage, withReturn, withTranslation } from "../../../web/editor/draft/edit.ts";
import { wholeOf } from "../../../web/editor/draft/whole.ts";
import { maxTitle } from "../../support/texts/notices.ts";

const notice: Notice = {
  isEnabled: true,
  title: "We are moving",
  message: "Back at nine.",
  contactEmail: "help@shop.example",
  translations: { de: { title: "Wir ziehen um", message: "Um neun sind wir zurück." } },
};
const draft = draftOf({ revision: 7, etag: '"7-0123abcd"', notice }, "UTC");
const shown = (draft: Draft, last = notice) => wholeOf(draft, faultsOf(draft), last);

describe("the preview of a draft with faults", () => {
  it("has the part of a new notice where what is live was published before a limit", () => {
    const title = "x".repeat(maxTitle + 1);
    for (const live of [
      { ...notice, title },
      { ...notice, translations: { de: { ...notice.translations?.de, title } } },
      { ...notice, title, translations: { de: { ...notice.translations?.de, title } } },
    ]) {
      const page = shown(draftOf({ ...draft.base, notice: live }, "UTC"), live);
      expect(page).toMatchObject({ message: "Back at nine.", contactEmail: "help@shop.example" });
      expect(checkNotice(page)).toEqual(page);
    }
  });

  it("goes on with all but the field that has one", () => {
    const typed = withField(
      withField(draft, "contactEmail", "new@shop.example"),
      "title",
      "x".repeat(maxTitle + 1),
    );
    expect(shown(typed)).toMatchObject({ title: "We are moving", contactEmail: "new@shop.example" });
  });

  it("leaves a half-written language out, and has the last words of one that was there", () => {
    const french = withTranslation(withLanguage(draft, "fr"), "fr", "title", "Nous déménageons");
    expect(shown(withField(french, "contactEmail", "new@shop.example"))).toEqual({
      ...notice,
      contactEmail: "new@shop.example",
    });
    expect(shown(withTranslation(draft, "de", "message", ""))).toEqual(notice);
  });

  it("leaves a language out whose last words fit no more", () => {
    const more = withReturn(draft, { kind: "words", words: "soon" });
    const half = withTranslation(more, "de", "expectedReturn", "");
    const typed = withTranslation(half, "de", "title", "Wir ziehen bald um");
    expect(faultsOf(typed)).toHaveLength(1);
    const { translations: _, ...own } = notice;
    expect(shown(typed)).toEqual({ ...own, expectedReturn: "soon" });
  });

  it("has no time while that is not whole, where the last words of the return do not fit", () => {
    const last: Notice = {
      ...notice,
      expectedReturn: "soon",
      translations: { de: { title: "Wir ziehen um", message: "Um neun.", expectedReturn: "bald" } },
    };
    const typed = withReturn(withField(draft, "message", "Back at ten."), { kind: "time" });
    const whole = shown(withTranslation(typed, "de", "message", "Um zehn."), last);
    expect([whole.message, whole.translations?.de?.message, whole.expectedReturn]).toEqual([
      "Back at ten.",
      "Um zehn.",
      undefined,
    ]);
  });
});
