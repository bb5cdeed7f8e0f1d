import { expect, it } from "vitest";
import { checkNotice } from "../../schema/notice/change.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { restoreFields } from "../../schema/notice/translations.ts";
import { noticeWith } from "../support/texts/notices.ts";

const now = new Date("2026-11-28T12:00:00Z");
const back = { expectedReturn: "2026-11-28T14:00:00Z" };
const passed = { expectedReturn: "2026-11-28T11:00:00Z" };
const title = { title: "Old" };
const own = { message: "Before" };
const both = { ...own, translations: { de: { message: "Vorher" } } };
const titled = { ...own, ...title, translations: { de: { title: "Alt", message: "Vorher" } } };

it.each<[string, during: Partial<Notice>, before: Partial<Notice>, fields: string, after: Partial<Notice>]>([
  [
    "a changed field is as before, another stays",
    { message: "x", ...title },
    own,
    "message",
    { ...title, ...own },
  ],
  ["a new field goes", own, {}, "message", {}],
  ["a removed translation is back", { message: "x" }, both, "message translations.de", both],
  ["a new translation goes", both, own, "translations.de", own],
  ["a translation that would lack a text goes", both, { ...title, ...own }, "title", { ...title, ...own }],
  ["a translation loses a text that goes", titled, own, "title", both],
  [
    "the expected return is as before",
    back,
    { expectedReturn: "soon" },
    "expectedReturn",
    { expectedReturn: "soon" },
  ],
  ["an expected return set since goes", back, {}, "message", {}],
  ["one that was there stays", back, back, "message", back],
  ["one that has passed goes", back, passed, "expectedReturn", {}],
])("after an outage, %s", (rule, during, before, fields, after) => {
  const restored = restoreFields(noticeWith(during), noticeWith(before), fields.split(" "), now);
  const left = rule.includes("lack") ? "Left out, because text is missing: de. " : "";
  const remark = `${left}Changed since then, and kept: ${rule.includes("another") ? "title" : "nothing"}.`;
  expect(restored).toEqual({ notice: noticeWith(after), remark });
  checkNotice(restored.notice);
});
