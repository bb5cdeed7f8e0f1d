import { Validator } from "@cfworker/json-schema";
import { Ajv } from "ajv";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isNoticeError } from "../../schema/errors/notice-error.ts";
import { checkNotice, readStoredNotice } from "../../schema/notice/change.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { difference, differenceLines } from "../../schema/notice/difference.ts";
import { findFaults } from "../../schema/notice/faults.ts";
import { type Notice, normalizeText, noticeSchema, serialize } from "../../schema/notice/notice.ts";
import { textNames, textSchemas } from "../../schema/notice/texts.ts";
import { anyJson, translatedNotice } from "../support/texts/arbitraries.ts";
import { documents, largest } from "../support/texts/documents.ts";
import { maxMessage, maxReturn, maxTitle, noticeWith, outOfLimits } from "../support/texts/notices.ts";

const isValid = (value: unknown) => findFaults(value).length === 0;
const details = (changes: object) => findFaults({ ...defaults, ...changes }).map(({ detail }) => detail);
const moving = noticeWith({ title: "We are moving" });

/** The notice, or the sentence with which it is refused. */
function readOr(read: (value: unknown) => Notice, value: unknown): Notice | string {
  try {
    return read(value);
  } catch (error) {
    if (!isNoticeError(error, "NOTICE_INVALID")) throw error;
    return error.message;
  }
}

describe("A notice", () => {
  it.each<Partial<Notice>>([
    {},
    ...["x", "😀".repeat(maxTitle), "👩‍👩‍👧‍👦 zurück", " x "].map((title) => ({ title })),
    ...["x".repeat(maxMessage), "one\n\ntwo\n", "</script> $&"].map((message) => ({ message })),
    ...["2026-11-21T18:30:00+01:00", "x".repeat(maxReturn)].map((expectedReturn) => ({ expectedReturn })),
    ...["first.last+tag@sub.example-domain.org", "r&d@example.com", "a@xn--bcher-kva.example"].map(
      (contactEmail) => ({ contactEmail }),
    ),
  ])("is accepted unchanged with %j", (changes) => {
    expect(checkNotice(noticeWith(changes))).toEqual(noticeWith(changes));
  });

  it.each(documents)("in several languages is accepted unchanged or refused: %s", (_name, given, valid) => {
    const found = readOr(checkNotice, given);
    expect(found).toEqual(valid ? given : expect.stringMatching(/^[ -~…]+\.$/));
  });

  it.each(["title", "message", "expectedReturn"])("refuses characters that a %s cannot show", (field) => {
    const control = ["\u0000", "\u0007", "\t", "\r", "\u001b", "\u007f", "\u009b"].map((one) => `a${one}b`);
    for (const text of [...control, ...(field === "message" ? [] : ["a\nb"])])
      expect(details({ [field]: text })).toEqual([expect.stringMatching(/the control character U\+00..:/)]);
    for (const text of ["\ud800", "\udfff", "a\udc00\ud800b"])
      expect(details({ [field]: text })).toEqual([expect.stringContaining("half a character")]);
    const blanks = ["\u00a0", "\u2003\u3000", "\u200b\u200d\ufeff", "\u2028", "\u2800", "\u3164", "\u00ad"];
    for (const text of [" ", ...blanks, "\ufff9"])
      expect(details({ [field]: text })).toEqual([expect.stringContaining("contains nothing visible")]);
  });

  it.each([
    ...["a", "a@b", "a@b.co?bcc=x@y.zz", "a?bcc=x@b.co", "a%0Abcc:x@b.co", "a@b.co\r\nBcc: x@y.zz"],
    ...["a b@c.co", "a@b..co", ".a@b.co", "a.@b.co", "a..b@c.co", "a@-b.co", "a@b-.co", "a@b.c", "a@1.2.3.4"],
    ...["a@[1.2.3.4]", "a@b.co,c@d.co", "A <a@b>", '"a b"@c.co', "<script>@b.co", "a@b@c.co", "@b.co"],
    ...["ä@b.co", `${"a".repeat(65)}@b.co`, `a@${"b".repeat(64)}.co`],
  ])("refuses the address %j and proposes no other", (contactEmail) => {
    const detail = expect.stringMatching(/ is not an e-mail .*: give it an e-m/);
    expect(details({ contactEmail })).toEqual([detail]);
  });

  it.each([
    ...[
      ...["mailto:help@b.co", "MAILTO:help@b.co?subject=Hi@you", "Help Desk <help@b.co>", "< help@b.co >"],
      ...['"Desk, Help" <mailto:help@b.co> ', " help@b.co\t", "help@b.co\n", "help@b.co\r"],
      "\u00a0help@b.co\u3000",
    ].map((given) => [given, "help@b.co"]),
    ["help@m\u00fcnchen.example", "help@xn--mnchen-3ya.example"],
    ["Hilfe <help@mu\u0308nchen.example>", "help@xn--mnchen-3ya.example"],
    ["help@\u4f8b\u3048.jp", "help@xn--r8jz45g.jp"],
  ])("refuses the address %j and proposes %s", (contactEmail, meant) => {
    expect(details({ contactEmail })).toEqual([expect.stringMatching(`: write "${meant}"\\.$`)]);
    expect(details({ contactEmail: meant })).toEqual([]);
  });

  it("is stored and measured in Unicode NFC, also in its translations", () => {
    expect(checkNotice(noticeWith({ title: "A\u030angstrom" })).title).toBe("\u00c5ngstrom");
    const { translations } = checkNotice({ ...moving, translations: { de: { title: "U\u0308ber" } } });
    expect(translations).toEqual({ de: { title: "\u00dcber" } });
    expect(checkNotice(noticeWith({ title: "e\u0301".repeat(maxTitle) })).title).toHaveLength(maxTitle);
    const longer = details({ title: "\u0958".repeat(maxTitle) });
    expect(longer).toEqual([expect.stringContaining(`has ${2 * maxTitle} characters`)]);
  });

  it("has LF for the line ends of Windows, and for the last CR that a shell leaves", () => {
    const message = "One\r\nTwo\r\n\r\nThree\r";
    const taken = checkNotice({ ...noticeWith({ message }), translations: { de: { message } } });
    expect([taken.message, taken.translations?.de?.message]).toEqual(Array(2).fill("One\nTwo\n\nThree\n"));
    expect(details({ message: "One\rTwo" })).toEqual([expect.stringContaining("U+000D")]);
  });

  it("has LF for other line separators, and a blank in a text of one line", () => {
    const text = "One\u2028Two\u2029Three\vFour\u0085Five";
    const given = noticeWith({ title: text, message: text, expectedReturn: text });
    const { title, message, expectedReturn } = checkNotice(given);
    const line = "One Two Three Four Five";
    expect([title, message, expectedReturn]).toEqual([line, line.replaceAll(" ", "\n"), line]);
  });

  it("is refused with one sentence, or accepted, normalised and read when stored, for any JSON", () => {
    let taken = 0;
    const check = (value: unknown) => {
      const [notice, stored] = [readOr(checkNotice, value), readOr(readStoredNotice, value)];
      for (const found of [notice, stored])
        if (typeof found === "string") expect(found).toMatch(/^[^\n]+\.$/);
      if (typeof notice === "string") return;
      taken += 1;
      expect(notice).toEqual(normalised(value));
      expect(JSON.parse(serialize(notice))).toEqual(notice);
      expect(stored).toEqual(notice);
    };
    fc.assert(fc.property(anyJson, check), { numRuns: 500 });
    expect(taken).toBeGreaterThan(20);
  });

  it("is written with its fields in one order", () => {
    const translations = { fr: { message: "m", title: "t" }, de: { title: "t", message: "m" } };
    expect(serialize({ translations, message: "m", language: "en", ...moving })).toBe(
      '{"isEnabled":true,"title":"We are moving","message":"m","contactEmail":"support@example.com","language":"en",' +
        '"translations":{"de":{"title":"t","message":"m"},"fr":{"title":"t","message":"m"}}}',
    );
  });

  it("fits into 512 KiB with the longest texts in every language", () => {
    expect(Buffer.byteLength(serialize(checkNotice(noticeWith(largest))))).toBeLessThan(512 * 1024);
  });

  it("is compared with another notice by field and language", () => {
    const before = { ...moving, translations: { de: { title: "Umzug" }, fr: { title: "a" } } };
    const after = { ...moving, language: "en", translations: { fr: { title: "b" }, it: { title: "c" } } };
    expect(differenceLines(difference(before, after))).toEqual([
      "+ language: en",
      "- translations.de.title: Umzug",
      "- translations.fr.title: a",
      "+ translations.fr.title: b",
      "+ translations.it.title: c",
    ]);
  });
});

const de = { title: "Umzug" };
const time = "2026-11-21T18:30:00Z";

describe("A stored notice", () => {
  it.each<[string, Partial<Notice>]>([
    ...outOfLimits,
    ["an empty title", { title: "" }],
    ["a title that shows nothing", { title: " \u200b" }],
    ["half a character", { title: "a\ud800" }],
    ["a long address", { contactEmail: `${"a".repeat(300)}@b.co` }],
    ["an incomplete translation", { title: "Moving", translations: { de: { message: "Um neun." } } }],
    ["a translation into its own language", { title: "Moving", language: "de", translations: { de } }],
    ["a time in German", { title: "Moving", translations: { de: { ...de, expectedReturn: time } } }],
  ])("is read although today's limits refuse it: %s", (_name, changes) => {
    const notice = noticeWith(changes);
    expect(() => checkNotice(notice)).toThrow();
    expect(readStoredNotice(notice)).toEqual(notice);
  });

  it.each<[object, place: string]>([
    [{ isEnabled: false }, "isEnabled"],
    [{ title: undefined }, "title"],
    [{ title: 7 }, "title"],
    [{ message: null }, "message"],
    [{ severity: "high" }, "severity"],
    [{ title: "x".repeat(maxTitle + 1), severity: "high" }, "severity"],
    [{ translations: [] }, "translations"],
    [{ translations: { xx: de } }, "translations.xx"],
    [{ translations: { de: { title: 7 } } }, "translations.de.title"],
    [{ translations: { de: { ...de, footer: "x" } } }, "footer"],
    // The product writes these into headers, attributes and a link.
    [{ language: 'en" onload="x' }, "language"],
    [{ language: "en\r\nSet-Cookie: a=b" }, "language"],
    [{ language: `de${"-abcde".repeat(2000)}` }, "language"],
    [{ language: "" }, "language"],
    [{ contactEmail: "" }, "contactEmail"],
    [{ contactEmail: "a\ud800@b.co" }, "contactEmail"],
    [{ contactEmail: "a@b.co\r\nBcc: c@d.co" }, "contactEmail"],
  ])("is refused if its shape is not that of a notice: %j", (changes, place) => {
    expect(readOr(readStoredNotice, { ...noticeWith(), ...changes })).toMatch(new RegExp(`^"${place}" `));
  });
});

describe("The published schema", () => {
  const schema = JSON.parse(JSON.stringify(noticeSchema));
  const another = new Validator(schema, "7");

  it.each<[string, (value: unknown) => boolean]>([
    ["Ajv with the flag u", new Ajv({ unicodeRegExp: true }).compile(noticeSchema)],
    ["Ajv without the flag u", new Ajv({ unicodeRegExp: false }).compile(noticeSchema)],
    ["another validator", (value) => another.validate(value).valid],
  ])("decides as the product does in %s", (_name, accepts) => {
    for (const [name, document, valid] of documents) expect([name, accepts(document)]).toEqual([name, valid]);
    const agrees = (value: unknown) => {
      const normal = normalised(value);
      expect(accepts(normal)).toBe(isValid(normal));
    };
    fc.assert(fc.property(anyJson, agrees), { numRuns: 500 });
    fc.assert(fc.property(translatedNotice, agrees), { numRuns: 300 });
  });

  it("is JSON, with an identifier and the limits with which it was published", () => {
    expect(schema).toEqual(noticeSchema);
    expect(new URL(noticeSchema.$id).protocol).toBe("https:");
    const { properties } = noticeSchema;
    const limits = [properties.title, properties.message, properties.expectedReturn, properties.contactEmail];
    expect(limits.map(({ maxLength }) => maxLength)).toEqual([120, 2000, 200, 254]);
    expect(properties.language.maxLength).toBe(35);
  });

  it.each(textNames)("has no `.` in the pattern of %s: in Python it stops at more line breaks", (name) => {
    const withoutClasses = textSchemas[name].pattern.replace(/\[(?:\\.|[^\]])*\]|\\./g, "");
    expect(withoutClasses, "Write [\\s\\S] for any character.").not.toContain(".");
  });
});

function normalised(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value), (name, part) =>
    typeof part === "string" ? normalizeText(part, name) : part,
  );
}
