import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { languageTags } from "../../schema/languages/tags.ts";
import { checkNotice } from "../../schema/notice/change.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { explain, findFaults } from "../../schema/notice/faults.ts";
import { noticeSchema, serialize } from "../../schema/notice/notice.ts";
import { textSchemas } from "../../schema/notice/texts.ts";
import { anyJson } from "../support/texts/arbitraries.ts";
import { documents } from "../support/texts/documents.ts";
import { maxTitle } from "../support/texts/notices.ts";

const pointers = (value: unknown) => findFaults(value).map(({ pointer }) => pointer);
const details = (value: unknown) => findFaults(value).map(({ detail }) => detail);

const base = { ...defaults, title: "We are moving", message: "Back at nine." };
const de = { title: "Wir ziehen um", message: "Um neun sind wir zurück." };
const texts = ["title", "message", "expectedReturn", "contactEmail"] as const;

/** Changes of a notice that are refused, each for another reason or in another field. */
const changes: object[] = [
  ...["isEnabled", "title", "contactEmail"].map((field) => ({ [field]: undefined })),
  ...["constructor", "", "titel", "Message", "contact_email", "traslation"].map((name) => ({ [name]: "x" })),
  ...[false, "true"].map((isEnabled) => ({ isEnabled })),
  ...[7, ["x"], { a: 1 }, null].map((title) => ({ title })),
  { message: null },
  ...texts.map((field) => ({ [field]: "" })),
  ...texts.map((field) => ({ [field]: "x".repeat(noticeSchema.properties[field].maxLength + 1) })),
  ...["a\u0007b", "x\ud800"].map((title) => ({ title })),
  { message: "\n \n" },
  ...["a@b?bcc=x", "\u001b[2J\u202e"].map((contactEmail) => ({ contactEmail })),
  { "\u001b[2J\u202e": "x" },
];

/** A line for each refused value: the value, and the place and sentence of its first fault. */
function* sentences(): Generator<string> {
  const line = (name: string, value: unknown) => {
    const [{ detail, pointer } = { detail: "no fault", pointer: "" }] = findFaults(value);
    expect(detail).toMatch(/^[ -~…]+$/);
    return `${name} | ${pointer} | ${detail.replace(languageTags.join(", "), "…")}\n`;
  };
  for (const value of [null, 7, "text", []]) yield line(JSON.stringify(value), value);
  for (const change of changes) {
    const [[field, given] = []] = Object.entries(change);
    const name = `${JSON.stringify(field)}: ${JSON.stringify(given) ?? "none"}`;
    const document = JSON.parse(JSON.stringify({ ...defaults, ...change }));
    yield line(name.replaceAll("\u202e", "\\u202e").slice(0, 40), document);
  }
  for (const [name, document, isValid] of documents) if (!isValid) yield line(name, document);
}

describe("A fault of a notice", () => {
  it("is told in one ASCII sentence, as reviewed", async () => {
    const text = [...sentences()].join("");
    expect(text).not.toMatch(/no fault/);
    await expect(text).toMatchFileSnapshot("reviewed-faults.txt");
  });

  it("is the message of the error with which the notice is refused", () => {
    const notice = { ...defaults, status: 1 };
    const error = { code: "NOTICE_INVALID", exitCode: 2, message: details(notice)[0] };
    expect(() => checkNotice(notice)).toThrow(expect.objectContaining(error));
  });

  it("quotes the value if a rule has no sentence of its own", () => {
    const error = { keyword: "pattern", instancePath: "/message", schemaPath: "", params: {}, data: "Move!" };
    expect(explain(error, {})).toBe(`"message" is "Move!": give it ${textSchemas.message.description}.`);
  });

  it("names a prototype as an unknown field, and takes no field from a prototype", () => {
    const prototype = '{"isEnabled":true,"__proto__":{"title":"x","contactEmail":"a@b.co"}}';
    expect(pointers(JSON.parse(prototype))).toEqual(["#/title", "#/contactEmail", "#/__proto__"]);
    const extended = `${serialize(defaults).slice(0, -1)},"__proto__":{}}`;
    expect(details(JSON.parse(extended))).toEqual([expect.stringMatching(/^"__proto__" is not a field/)]);
    for (const name of ["constructor", "toString", "hasOwnProperty"])
      expect(details({ ...base, [name]: 1 })).toEqual([expect.stringContaining(name)]);
  });
});

describe("The faults of a notice", () => {
  it("are all named at once, each with its place", () => {
    const value = {
      ...{ isEnabled: false, message: "", expectedReturn: 7, contactEmail: "x".repeat(300), language: "EN" },
      status: "x",
      translations: { dee: { title: "a" }, de: { title: "a\u0007", contactEmail: "x" } },
    };
    const own = ["title", "status", "isEnabled", "message", "expectedReturn", "contactEmail", "language"];
    const inLanguages = ["dee", "de/contactEmail", "de/title"].map((name) => `translations/${name}`);
    expect(pointers(value)).toEqual([...own, ...inLanguages].map((name) => `#/${name}`));
    // An address of 300 characters is wrong in two ways, but has one fault.
    expect(details(value)[5]).toMatch(/ at most 254 are allowed: shorten it by 46\.$/);
  });

  it("include those of every translation and its language", () => {
    const translations = { de: { title: "x" }, fr: de, it: { ...de, title: "" } };
    const places = ["it/title", "fr", "de/message"].map((place) => `#/translations/${place}`);
    expect(pointers({ ...base, language: "fr-CA", translations })).toEqual(places);
  });

  it("leave out a fault that depends on how another is corrected", () => {
    expect(pointers({ ...base, translations: { de: {} } })).toEqual(["#/translations/de"]);
    expect(pointers({ ...base, message: null, translations: { de } })).toEqual(["#/message"]);
    expect(pointers({ ...base, message: null, translations: { de: { title: "x" } } })).toEqual(["#/message"]);
    const { title: _, ...untitled } = base;
    expect(pointers({ ...untitled, translations: { de: { message: "x" } } })).toEqual(["#/title"]);
    const long = { ...base, title: "x".repeat(maxTitle + 1), translations: { de: { message: "x" } } };
    expect(pointers(long)).toEqual(["#/title", "#/translations/de/title"]);
  });

  it("are at most a hundred, then their number", () => {
    const unknown = (count: number) =>
      Object.fromEntries(Array.from({ length: count }, (_, n) => [`field${n}`, n]));
    expect(findFaults({ ...base, ...unknown(100) })).toHaveLength(100);
    const faults = findFaults({ ...base, ...unknown(40_000) });
    expect(faults).toHaveLength(101);
    expect(faults.at(-1)).toEqual({ pointer: "#", detail: expect.stringMatching(/^There are 39900 more/) });
    expect(details({ ...base, ...unknown(101) }).at(-1)).toMatch(/^There is one more/);
  });

  it("have pointers that are fragments of a URI, whatever the names are", () => {
    for (const [name = "", place] of [
      ["a/b~c", "#/a~1b~0c"],
      ["ü %#\u0000\u202e\ud800", "#/%C3%BC%20%25%23%00%E2%80%AE%EF%BF%BD"],
      ["x".repeat(100), `#/${"x".repeat(100)}`],
      ["x".repeat(101), "#"],
    ])
      expect(pointers({ ...base, [name]: 1 })).toEqual([place]);
    expect(pointers({ ...base, translations: { ["x".repeat(101)]: { y: 1 } } })).toContain("#/translations");
  });

  it("are sentences with pointers into the document for any JSON", () => {
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
});
