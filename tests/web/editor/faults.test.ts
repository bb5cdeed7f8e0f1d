import { describe, expect, it } from "vitest";
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
  ["an empty address", { contactEmail: "" }, "Contact e-mail is empty: give an address that somebody reads."],
  ["a long title", { title: "x".repeat(maxTitle + 1) }, "Title is 1 character too long: shorten it."],
  [
    "a long message",
    { message: "é".repeat(maxMessage + 10) },
    "Message is 10 characters too long: shorten it.",
  ],
  ["spaces alone", { title: "  " }, "Title is empty: write some words."],
  [
    "a control character",
    { title: "a\u0007" },
    "Title has a character that cannot be shown (U+0007): delete it.",
  ],
  ["half a character", { message: "a\ud83d" }, "(U+D83D): delete it."],
  ["an address that is none", { contactEmail: "help" }, "not a valid e-mail address: write one such as "],
  ["an address with a name", { contactEmail: "Help <help@shop.example>" }, ": write help@shop.example."],
  [
    "a half-written translation",
    german({ message: "" }),
    "Message in German is empty: write it, or remove German.",
  ],
  [
    "a time in a translation",
    { expectedReturn: "soon", ...german({ expectedReturn: "2026-11-21T18:30:00Z" }) },
    "Expected return in German is a time",
  ],
  [
    "a translation into its own language",
    { ...german({}), language: "de" },
    "The notice itself is in German, so this translation is not needed",
  ],
];

describe("what is wrong with a draft is told in the page's own words", () => {
  it.each(wrong)("%s", (_name, change, detail) => {
    const value = { ...notice, ...change };
    const faults = faultsInWords(value);
    expect(faults).toEqual([
      { pointer: findFaults(value)[0]?.pointer, detail: expect.stringContaining(detail) },
    ]);
    expect(faults[0]?.detail).not.toMatch(/"|translations|contactEmail|\\n|does not fit/);
  });
});

it("what the service says is wrong names the field as the page does, and is in English where it names none", () => {
  const [fault] = findFaults({ ...notice, contactEmail: "help" });
  if (!fault) throw new Error("There is no fault.");
  expect(fault.detail).toContain('"contactEmail"');
  expect(faultInWords(fault)).not.toContain("contactEmail");
  const other = { detail: "There is one more.", pointer: "#" };
  expect(faultInWords(other)).toBe(inEnglish("There is one more."));
});
