import { describe, expect, it } from "vitest";
import { checkNotice } from "../../schema/notice/check.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { restoreFields } from "../../schema/words/restore.ts";
import { noticeWith } from "../support/texts/notices.ts";

const now = new Date("2026-11-28T12:00:00Z");
const [past, later] = ["2026-11-28T11:00:00Z", "2026-11-28T14:00:00Z"];
const de = { de: { message: "Vorher" } };
const [title, message, contactEmail] = ["Old", "Before", "old@shop.example"];

describe("after an outage", () => {
  it.each<[string, Partial<Notice>, Partial<Notice>, string[], Partial<Notice>, string[]]>([
    ["a changed field is as before", { message: "During" }, { message }, ["message"], { message }, []],
    ["a new field goes", { message: "During" }, {}, ["message"], {}, []],
    [
      "another field stays",
      { message: "x", contactEmail: "new@shop.example" },
      { message, contactEmail },
      ["message"],
      { message, contactEmail: "new@shop.example" },
      [],
    ],
    [
      "a removed translation is back",
      { message: "x" },
      { message, translations: de },
      ["message", "translations.de"],
      { message, translations: de },
      [],
    ],
    [
      "a new translation goes",
      { message, translations: de },
      { message },
      ["translations.de"],
      { message },
      [],
    ],
    [
      "a translation that would lack a text goes",
      { message, translations: de },
      { title, message },
      ["title"],
      { title, message },
      ["de"],
    ],
    [
      "a translation loses a text that goes",
      { title, message, translations: { de: { title: "Neu", message: "Vorher" } } },
      { message },
      ["title"],
      { message, translations: de },
      [],
    ],
    [
      "the expected return is as before",
      { expectedReturn: later },
      { expectedReturn: "soon" },
      ["expectedReturn"],
      { expectedReturn: "soon" },
      [],
    ],
    ["an expected return set since goes", { expectedReturn: later }, {}, ["message"], {}, []],
    [
      "one that was there stays",
      { expectedReturn: later },
      { expectedReturn: later },
      ["message"],
      { expectedReturn: later },
      [],
    ],
    [
      "one that has passed goes",
      { expectedReturn: later },
      { expectedReturn: past },
      ["expectedReturn"],
      {},
      [],
    ],
  ])("%s", (_rule, during, before, fields, after, leftOut) => {
    const restored = restoreFields(noticeWith(during), noticeWith(before), fields, now);
    expect(restored).toEqual({ notice: noticeWith(after), leftOut });
    checkNotice(restored.notice);
  });
});
