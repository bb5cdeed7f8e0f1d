import fc from "fast-check";
import { maxTitle } from "./notices.ts";

// `unit: "binary"` makes a table of all code points when it is imported, which slows down every test.
const codePoint = fc
  .nat({ max: 0x10f7ff })
  .map((index) => String.fromCodePoint(index < 0xd800 ? index : index + 0x800));
const oddUnits = [..." \t\n\u200b\u3000\u2028a\u0301<&$", "\ud800"];
const oddTexts = ["", "</script><script>alert(1)</script>", "$& $1 $`", "A\u030a", "\u212b", "\u0958"];

/** Texts of any characters: control characters, lone surrogates, blanks, combining marks, HTML. */
export const anyText = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 130 }),
  fc.string({ unit: "grapheme", maxLength: 130 }),
  fc.string({ unit: fc.constantFrom(...oddUnits) }),
  fc.constantFrom(...oddTexts, "x".repeat(maxTitle + 1)),
);

const mostly = <T, U>(usual: fc.Arbitrary<T>, other: fc.Arbitrary<U>) =>
  fc.oneof({ weight: 8, arbitrary: usual }, other);
const almostText = mostly(anyText, fc.jsonValue());

/** Values that look like notices, most of them with faults. */
export const almostNotice = fc.record(
  {
    isEnabled: mostly(fc.constant(true), fc.constantFrom(false, 1, "true", null)),
    title: almostText,
    message: almostText,
    expectedReturn: almostText,
    contactEmail: fc.oneof(fc.emailAddress(), fc.constant("support@example.com"), anyText),
    extra: fc.jsonValue(),
  },
  { requiredKeys: [] },
);

/** Values of which about half are notices. */
export const likelyNotice = fc.record(
  {
    isEnabled: fc.constant(true),
    title: anyText,
    message: anyText,
    expectedReturn: anyText,
    contactEmail: fc.constantFrom("support@example.com", "a.b+c@sub.example.org"),
  },
  { requiredKeys: ["isEnabled", "title", "contactEmail"] },
);

const text = mostly(
  fc.constantFrom("Moving", "zur\u00fcck", "A\u030a"),
  fc.constantFrom("Under Maintenance", "2026-11-21T18:30:00Z", ""),
);
const texts = fc.record({ title: text, message: text, expectedReturn: text }, { requiredKeys: ["title"] });
const tags = mostly(fc.constantFrom("de", "fr", "pt-BR", "zh-Hant"), fc.constant("xx"));

/** Values of which about half are notices in several languages. */
export const translatedNotice = fc
  .record({
    own: texts,
    language: fc.constantFrom(undefined, undefined, "en", "ja", "de-AT", "pt", "zh-TW", "EN"),
    // Most translations have the texts of the notice, for which null stands.
    translations: fc.dictionary(tags, mostly(fc.constant(null), texts), { minKeys: 1, maxKeys: 3 }),
  })
  .map(({ own, language, translations }) => ({
    isEnabled: true,
    ...own,
    contactEmail: "support@example.com",
    ...(language && { language }),
    translations: Object.fromEntries(Object.entries(translations).map(([tag, other]) => [tag, other ?? own])),
  }));

export const anyJson = fc.oneof(fc.jsonValue(), almostNotice, likelyNotice, translatedNotice);
