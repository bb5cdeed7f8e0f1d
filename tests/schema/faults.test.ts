import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isNoticeError } from "../../schema/errors/notice-error.ts";
import { checkNotice } from "../../schema/notice/change.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { findFaults } from "../../schema/notice/faults.ts";
import { anyJson } from "../support/texts/arbitraries.ts";
import { maxTitle } from "../support/texts/notices.ts";

const pointers = (value: unknown) => findFaults(value).map(({ pointer }) => pointer);
const details = (value: unknown) => findFaults(value).map(({ detail }) => detail);

/** With what the command refuses a value; undefined for one that it takes. */
function refusal(value: unknown): string | undefined {
  try {
    checkNotice(value);
    return undefined;
  } catch (error) {
    if (isNoticeError(error, "NOTICE_INVALID")) return error.message;
    throw error;
  }
}

const base = { ...defaults, title: "We are moving", message: "Back at nine." };
const de = { title: "Wir ziehen um", message: "Um neun sind wir zurück." };

describe("the faults of a notice", () => {
  it("are all named at once, each with its place", () => {
    const value = {
      isEnabled: false,
      message: "",
      expectedReturn: 7,
      contactEmail: "x".repeat(300),
      language: "EN",
      status: "x",
      translations: { dee: { title: "a" }, de: { title: "a\u0007", contactEmail: "x" } },
    };
    expect(pointers(value)).toEqual([
      "#/title",
      "#/status",
      "#/isEnabled",
      "#/message",
      "#/expectedReturn",
      "#/contactEmail",
      "#/language",
      "#/translations/dee",
      "#/translations/de/contactEmail",
      "#/translations/de/title",
    ]);
    for (const { detail } of findFaults(value)) expect(detail).toMatch(/^"[ -~]+\.$/);
    expect(details(value)[0]).toMatch(/^"title" is missing: give it one line/);
    // One part has one fault, although an address of 300 characters is wrong in two ways.
    expect(details(value)[5]).toBe(
      '"contactEmail" has 300 characters, and at most 254 are allowed: shorten it by 46.',
    );
  });

  it("are those of every translation, and of their languages", () => {
    const translations = { de: { title: "x" }, fr: de, it: { ...de, title: "" } };
    expect(pointers({ ...base, language: "fr-CA", translations })).toEqual([
      "#/translations/it/title",
      "#/translations/fr",
      "#/translations/de/message",
    ]);
  });

  it("leave out what depends on how another one is corrected", () => {
    expect(pointers({ ...base, translations: { de: {} } })).toEqual(["#/translations/de"]);
    expect(pointers({ ...base, message: null, translations: { de } })).toEqual(["#/message"]);
    expect(pointers({ ...base, message: null, translations: { de: { title: "x" } } })).toEqual(["#/message"]);
    const { title: _, ...untitled } = base;
    expect(pointers({ ...untitled, translations: { de: { message: "x" } } })).toEqual(["#/title"]);
    const long = { ...base, title: "x".repeat(maxTitle + 1), translations: { de: { message: "x" } } };
    expect(pointers(long)).toEqual(["#/title", "#/translations/de/title"]);
  });

  it.each([null, true, 7, "text", [], [defaults]])("are one when it is no object: %j", (value) => {
    expect(findFaults(value)).toEqual([{ detail: refusal(value), pointer: "#" }]);
  });

  it("are at most a hundred, then their number", () => {
    const unknown = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`field${n}`, n]));
    expect(findFaults({ ...base, ...unknown(100) })).toHaveLength(100);
    const faults = findFaults({ ...base, ...unknown(40_000) });
    expect(faults).toHaveLength(101);
    expect(faults.at(-1)).toEqual({
      detail: "There are 39900 more faults: correct these first.",
      pointer: "#",
    });
    expect(details({ ...base, ...unknown(101) }).at(-1)).toBe(
      "There is one more fault: correct these first.",
    );
  });

  it("have pointers that are fragments of a URI, whatever the names are", () => {
    const place = (name: string) => pointers(JSON.parse(JSON.stringify({ ...base, [name]: 1 })))[0];
    expect(place("a/b~c")).toBe("#/a~1b~0c");
    expect(place("ü %#\u0000\u202e")).toBe("#/%C3%BC%20%25%23%00%E2%80%AE");
    expect(place("\ud800")).toBe("#/%EF%BF%BD");
    expect(place("")).toBe("#/");
    expect(place("__proto__")).toBe("#/__proto__");
    expect(place("x".repeat(101))).toBe("#");
    expect(pointers({ ...base, translations: { ["x".repeat(101)]: { y: 1 } } })).toEqual(
      expect.arrayContaining(["#/translations"]),
    );
  });

  it("are sentences, with pointers into the document, whatever JSON it is", () => {
    let faulty = 0;
    fc.assert(
      fc.property(anyJson, (value) => {
        for (const { detail, pointer } of findFaults(value)) {
          faulty += 1;
          expect(detail).toMatch(/^[ -~…]+\.$/);
          expect(pointer).toMatch(/^#(?:\/[\w~!'()*.%-]*)*$/);
        }
      }),
      { numRuns: 500 },
    );
    expect(faulty).toBeGreaterThan(200);
  });

  it("tell nothing of what the engine gives every object", () => {
    const names = ["constructor", "toString", "hasOwnProperty"];
    for (const name of names)
      expect(details({ ...base, [name]: 1 })).toEqual([expect.stringContaining(name)]);
  });
});
