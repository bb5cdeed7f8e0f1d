import fc from "fast-check";
import { noticeSchema } from "../../../schema/notice/notice.ts";
import { maxTitle } from "./notices.ts";

/** How many code points are surrogates, and which is the first. */
const [surrogates, firstSurrogate] = [0x800, 0xd800];
const skipSurrogates = (index: number): string =>
  String.fromCodePoint(index < firstSurrogate ? index : index + surrogates);

/**
 * Any code point but a surrogate, the same ones for the same seed as with `unit: "binary"`. That makes a table of all
 * of them when it is imported, which takes longer than most files of tests, and is in the way of every collection of
 * garbage from then on.
 */
const codePoint = fc.nat({ max: 0x10ffff - surrogates }).map(skipSurrogates, (text) => {
  const number = String(text).codePointAt(0) ?? 0;
  const index = number < firstSurrogate ? number : number - surrogates;
  if (skipSurrogates(index) !== text) throw new Error("This is more or less than a code point.");
  return index;
});

/** Texts that go to the limits: any Unicode, controls, lone surrogates, blanks, combining marks, HTML. */
export const anyText = fc.oneof(
  fc.string({ unit: codePoint, maxLength: 130 }),
  fc.string({ unit: "grapheme", maxLength: 130 }),
  fc.string({
    unit: fc.constantFrom(
      " ",
      "\t",
      "\n",
      "\u200b",
      "\u3000",
      "\u2028",
      "a",
      "\u0301",
      "\ud800",
      "<",
      "&",
      "$",
    ),
  }),
  fc.constantFrom(
    "",
    "</script><script>alert(1)</script>",
    "$& $1 $`",
    "A\u030a",
    "\u212b",
    "\u0958",
    "x".repeat(maxTitle + 1),
  ),
);

/** Values that look like notices, most of them wrong in something. */
export const almostNotice = fc.record(
  {
    isEnabled: fc.oneof({ weight: 8, arbitrary: fc.constant(true) }, fc.constantFrom(false, 1, "true", null)),
    title: fc.oneof({ weight: 8, arbitrary: anyText }, fc.jsonValue()),
    message: fc.oneof({ weight: 8, arbitrary: anyText }, fc.jsonValue()),
    expectedReturn: fc.oneof({ weight: 8, arbitrary: anyText }, fc.jsonValue()),
    contactEmail: fc.oneof(
      fc.emailAddress(),
      fc.constant(noticeSchema.properties.contactEmail.default),
      anyText,
    ),
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

const text = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom("Moving", "zur\u00fcck", "A\u030a") },
  fc.constantFrom("Under Maintenance", "2026-11-21T18:30:00Z", ""),
);
const texts = fc.record({ title: text, message: text, expectedReturn: text }, { requiredKeys: ["title"] });
const tags = fc.oneof(
  { weight: 9, arbitrary: fc.constantFrom("de", "fr", "pt-BR", "zh-Hant") },
  fc.constant("xx"),
);

/** Values of which about half are notices in several languages. */
export const translatedNotice = fc
  .record({
    own: texts,
    language: fc.constantFrom(undefined, undefined, "en", "ja", "de-AT", "pt", "zh-TW", "EN"),
    translations: fc.dictionary(tags, fc.oneof({ weight: 9, arbitrary: fc.constant(null) }, texts), {
      minKeys: 1,
      maxKeys: 3,
    }),
  })
  .map(({ own, language, translations }) => ({
    isEnabled: true,
    ...own,
    contactEmail: "support@example.com",
    ...(language && { language }),
    // Most of them have the texts of the notice; null stands for these.
    translations: Object.fromEntries(Object.entries(translations).map(([tag, other]) => [tag, other ?? own])),
  }));

export const anyJson = fc.oneof(fc.jsonValue(), almostNotice, likelyNotice, translatedNotice);
