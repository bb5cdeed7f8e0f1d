import { languageTags } from "../../../schema/languages/tags.ts";
import { defaults } from "../../../schema/notice/defaults.ts";
import { maxMessage, maxReturn, maxTitle } from "./notices.ts";

/** A document and, if it is refused, what is said of it. */
type Case = [name: string, document: unknown, fault?: RegExp];

const base = { ...defaults, title: "We are moving", message: "Back at nine." };
const de = { title: "Wir ziehen um", message: "Um neun sind wir zurück." };
const time = "2026-11-21T18:30:00+01:00";
const inWords = { expectedReturn: "soon" };
const inGerman = { expectedReturn: "bald" };
const inLanguage = (language: unknown) => ({ ...base, language });
const translated = (translations: unknown, changes: object = {}) => ({ ...base, ...changes, translations });
const each = (tags: readonly string[], texts: object = de) =>
  Object.fromEntries(tags.map((tag) => [tag, texts]));

const taken: Case[] = [
  ["a translation", translated({ de })],
  ["a language alone", { ...base, language: "pt-BR" }],
  ["a language that the page does not have", { ...base, language: "eo" }],
  ["a language, a script and a region", { ...base, language: "sr-Latn-RS" }],
  ["a language and a translation", translated({ de }, { language: "en" })],
  ["every language of the page", translated(each(languageTags))],
  [
    "a default title, which is not translated",
    { ...defaults, message: "x", translations: { de: { message: "y" } } },
  ],
  ["a time, which is not translated", translated({ de }, { expectedReturn: time })],
  ["an expected return in words", translated({ de: { ...de, ...inGerman } }, inWords)],
  ["both scripts of Chinese", translated(each(["zh-Hans", "zh-Hant"]), { language: "en" })],
  ["one script of Chinese beside the other", translated({ "zh-Hant": de }, { language: "zh-CN" })],
  ["one Portuguese beside the other", translated({ "pt-PT": de }, { language: "pt-BR" })],
  ["Serbian in the script of the page beside the other", translated({ sr: de }, { language: "sr-Latn" })],
  [
    "the longest texts in every language, which are 458 kB",
    translated(
      each(languageTags, {
        title: "😀".repeat(maxTitle),
        message: "😀".repeat(maxMessage),
        expectedReturn: "😀".repeat(maxReturn),
      }),
      inWords,
    ),
  ],
  [
    "the longest texts",
    translated({ de: { title: "ü".repeat(maxTitle), message: "😀".repeat(maxMessage) } }),
  ],
];

/** What is wrong with translations, and what is said of them, after their name. */
const wrongTranslations: [name: string, translations: unknown, fault: RegExp, changes?: object][] = [
  ["translations that are no object", "de", /" must be an object, not "de": give it an object/],
  ["translations in a list", [de], /" must be an object, not a list/],
  ["translations that are null", null, /" must be an object, not null: leave the field out/],
  ["no translation", {}, /" is empty: give it a translation, or leave it out\.$/],
  ["an empty one", { de: {} }, /\.de" is empty: give it every text that the notice has, or remove/],
  ["one that is no object", { de: "x" }, /\.de" must be an object, not "x": give it/],
  ["one that is null", { de: null }, /\.de" must be an object, not null: leave the field out/],
  ["a tag that is nearly one", { dee: de }, /\.dee" is not one of the page's languages: write "de"/],
  ["a tag with a region", { "de-AT": de }, /\.de-AT" is not one .*: write "de" if you mean/],
  ["a tag in another case", { "PT-br": de }, /\.PT-br" is not one .*: write "pt-BR" if/],
  ["a tag that is none", { german: de }, /\.german" is not one .*: remove it, or write one of am, ar, /],
  ["a tag that is hostile", { "\u001b[2J\u202e": de }, /\.\\u001b\[2J\\u202e" is not one/],
  [
    "a language too many",
    each([...languageTags, "eo"]),
    /" has \d+ languages, and at most \d+ are allowed: remove 1\b/,
  ],
  [
    "the language of the notice itself",
    { de },
    /\.de" translates the notice into its own language, because "language" is "de": remove it/,
    { language: "de" },
  ],
  ["the same from a region", { de }, /.* own language, because "language" is "de-AT"/, { language: "de-AT" }],
  [
    "the same in a script",
    { "zh-Hant": de },
    /.* own language, because "language" is "zh-TW"/,
    { language: "zh-TW" },
  ],
  [
    "the same in Portuguese",
    { "pt-BR": de },
    /.* own language, because "language" is "pt"/,
    { language: "pt" },
  ],
  [
    "half a translation",
    { de: { title: "x" } },
    /\.de" lacks "message", but a translation needs every text of the notice: give it 1 to \d+ characters/,
  ],
  ["one without the expected return", { de }, /\.de" lacks "expectedReturn"/, inWords],
  ["half of one of two", { de, fr: { message: "x" } }, /\.fr" lacks "title"/],
  [
    "a message of a notice that has none",
    { de },
    /\.de\.message" translates nothing, because the notice has no "message" of its own: remove it, or give/,
    { message: undefined },
  ],
  [
    "a title of a notice that has the default one",
    { de },
    /\.de\.title" translates nothing, because the "title" of the notice is the default one, which the page/,
    { title: defaults.title },
  ],
  [
    "a time in a translation of words",
    { de: { ...de, expectedReturn: time } },
    /\.de\.expectedReturn" is the time "2026-.*", but a time belongs in the notice itself, once for all lang/,
    inWords,
  ],
  [
    "a time in a translation of a time",
    { de: { ...de, expectedReturn: time } },
    /\.de\.expectedReturn" is the time "2026-.*: remove it, or give text if the notice has text\.$/,
    { expectedReturn: time },
  ],
  [
    "words for a time",
    { de: { ...de, ...inGerman } },
    /\.de\.expectedReturn" translates nothing/,
    { expectedReturn: time },
  ],
];

/** What is wrong with a text of one, and what is said of it, after its name. */
const wrongTexts: [name: string, texts: object, fault: RegExp][] = [
  [
    "a long title",
    { title: "x".repeat(maxTitle + 7) },
    /title" has \d+ characters, and at most \d+ are allowed: shorten it by 7\.$/,
  ],
  [
    "a control character",
    { message: "a\u0007" },
    /message" contains the control character U\+0007: give it 1 to \d+ characters/,
  ],
  ["a line break in a title", { title: "a\nb" }, /title" contains the control character U\+000A/],
  ["half a character", { title: "a\ud800" }, /title" contains half a character/],
  ["a blank text", { title: "\u3000" }, /title" contains nothing visible/],
  ["an empty text", { title: "" }, /title" is empty: give it one line/],
  ["a number for a text", { title: 7 }, /title" must be text, not 7: give it/],
];

const otherFaults: Case[] = [
  [
    "an empty one of nothing",
    { ...defaults, translations: { de: {} } },
    /^"translations\.de" is empty: give it every text/,
  ],
  [
    "a member too many",
    translated({ de: { ...de, contactEmail: "a@b.co" } }),
    /^"contactEmail" is not a text of a translation: remove it from "translations\.de"; its texts are title, message, /,
  ],
  [
    "a member whose name is misspelt",
    translated({ de: { ...de, mesage: "x" } }),
    /^"mesage" is not a text of a translation \(did you mean message\?\): correct the name in "translations\.de", or remove it\.$/,
  ],
  [
    "a prototype",
    JSON.parse(JSON.stringify(translated({ de })).replace('"de":{', '"de":{"__proto__":{},')),
    /^"__proto__" is not a text/,
  ],
  [
    "a language in another case",
    inLanguage("EN-gb"),
    /^"language" is "EN-gb", which is not .*: write "en-GB"\.$/,
  ],
  [
    "a language by its name",
    inLanguage("English"),
    /^"language" is "English", which is not .*: give it a language tag/,
  ],
  [
    "an empty language",
    inLanguage(""),
    /^"language" is empty: give it a language tag .*, or leave it out\.$/,
  ],
  ["a language that is null", inLanguage(null), /^"language" must be text, not null/],
  ["a language of two lines", inLanguage("en\n"), /^"language" is "en\\n"/],
  // What is wrong with the notice itself comes first.
  ["half a translation and no title", translated({ de: {} }, { title: undefined }), /^"title" is missing/],
  [
    "a wrong tag and a wrong field",
    translated({ dee: {} }, { status: 1 }),
    /^"status" is not a field of a notice/,
  ],
  [
    "half a translation and a long title",
    translated({ de: {} }, { title: "x".repeat(maxTitle + 1) }),
    /^"title" has \d+ characters/,
  ],
  [
    "a wrong tag and isEnabled false",
    translated({ dee: {} }, { isEnabled: false }),
    /^"isEnabled" is always true/,
  ],
];

/** A fault of what has a name. */
const after = (name: string, { source }: RegExp) => new RegExp(`^"${name}${source}`);

/** Documents with words in several languages: what one part of the product says of them, every other part must say. */
export const publishable = [
  ...taken,
  ...wrongTranslations.map(([name, translations, fault, changes]): Case => {
    return [name, translated(translations, changes), after("translations", fault)];
  }),
  ...wrongTexts.map(([name, texts, fault]): Case => {
    return [name, translated({ de: { ...de, ...texts } }), after("translations\\.de\\.", fault)];
  }),
  ...otherFaults,
].map(([name, document, fault]) => [name, JSON.parse(JSON.stringify(document)), fault] as Case);

/** These, and what the schema takes and a store may have, though nothing publishes it any more. */
export const documents: Case[] = [
  ...publishable,
  ["what only looks like a time", translated({ de }, { expectedReturn: "2026-02-30T10:00:00Z" })],
];
