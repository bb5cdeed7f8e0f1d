import { expect, it } from "vitest";
import { findFaults } from "../../../schema/notice/faults.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { faultInWords, faultsInWords } from "../../../web/editor/faults.ts";
import { inEnglish } from "../../../web/editor/language.ts";
import { maxMessage, maxTitle } from "../../support/texts/notices.ts";

const notice: Notice = {
  isEnabled: true,
  title: "We are moving",
  message: "Back at nine.",
  contactEmail: "help@shop.example",
  language: "en",
};
const german = (texts: object) => ({
  translations: { de: { title: "Wir ziehen um", message: "Um neun.", ...texts } },
});

const wrong: [string, object, string][] = [
  ["an empty address", { contactEmail: "" }, "Contact e-mail is empty"],
  ["a long title", { title: "x".repeat(maxTitle + 1) }, "Title is too long"],
  ["a long message", { message: "é".repeat(maxMessage + 10) }, "Message is too long"],
  ["a control character", { title: "a\u0007" }, "(U+0007)"],
  ["an address with a name", { contactEmail: "Help <help@shop.example>" }, "write help@shop.example."],
  ["an empty text", german({ message: "" }), "Message in German"],
  [
    "a time in a translation",
    { expectedReturn: "soon", ...german({ expectedReturn: "2026-11-21T18:30:00Z" }) },
    "Expected return in German",
  ],
  ["the notice's own language", { ...german({}), language: "de" }, "itself is in German"],
];

it.each(wrong)(
  "the editor names the field and the fault without names of JSON: %s",
  (_name, change, detail) => {
    const value = { ...notice, ...change };
    const faults = faultsInWords(value);
    expect(faults).toEqual([
      { pointer: findFaults(value)[0]?.pointer, detail: expect.stringContaining(detail) },
    ]);
    expect(faults[0]?.detail).not.toMatch(/"|translations|contactEmail|\\n|does not fit/);
  },
);

it("a fault from the service names the editor's field, or is marked as English if it names none", () => {
  const [fault] = findFaults({ ...notice, contactEmail: "help" });
  if (!fault) throw new Error("There is no fault.");
  expect(fault.detail).toContain('"contactEmail"');
  expect(faultInWords(fault)).not.toContain("contactEmail");
  const other = { detail: "There is one more.", pointer: "#" };
  expect(faultInWords(other)).toBe(inEnglish("There is one more."));
});
