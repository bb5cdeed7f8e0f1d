import { expect, it } from "vitest";
import { checkNotice } from "../../schema/notice/change.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { restoreFields } from "../../schema/notice/translations.ts";
import { noticeWith } from "../support/texts/notices.ts";

const now = new Date("2026-11-28T12:00:00Z");
const back = { expectedReturn: "2026-11-28T14:00:00Z" };
const passed = { expectedReturn: "2026-11-28T11:00:00Z" };
const inWords = { expectedReturn: "soon" };
const title = { title: "Old" };
const own = { message: "Before" };
const both = { ...own, translations: { de: { message: "Vorher" } } };
const titled = { ...own, ...title, translations: { de: { title: "Alt", message: "Vorher" } } };

it.each<[string, during: Partial<Notice>, before: Partial<Notice>, fields: string, after: Partial<Notice>]>([
  ["restores one field and keeps another", { message: "x", ...title }, own, "message", { ...title, ...own }],
  ["removes a new field", own, {}, "message", {}],
  ["restores a removed translation", { message: "x" }, both, "message translations.de", both],
  ["removes a new translation", both, own, "translations.de", own],
  ["removes a translation that would lack a text", both, { ...title, ...own }, "title", { ...title, ...own }],
  ["removes a text from a translation", titled, own, "title", both],
  ["restores the expected return", back, inWords, "expectedReturn", inWords],
  ["removes an expected return that was set since", back, {}, "message", {}],
  ["keeps an expected return that was there before", back, back, "message", back],
  ["removes an expected return that has passed", back, passed, "expectedReturn", {}],
])("The end of an outage %s", (rule, during, before, fields, after) => {
  const restored = restoreFields(noticeWith(during), noticeWith(before), fields.split(" "), now);
  const left = rule.includes("lack") ? "Left out, because text is missing: de. " : "";
  const remark = `${left}Changed since then, and kept: ${rule.includes("another") ? "title" : "nothing"}.`;
  expect(restored).toEqual({ notice: noticeWith(after), remark });
  checkNotice(restored.notice);
});
