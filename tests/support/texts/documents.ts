import { languageTags } from "../../../schema/languages/tags.ts";
import { defaults } from "../../../schema/notice/defaults.ts";
import { maxMessage, maxReturn, maxTitle } from "./notices.ts";

/** A document and, if it is refused, what is said of it. */
type Case = [name: string, document: unknown, fault?: RegExp];

const base = { ...defaults, title: "We are moving", message: "Back at nine." };
const de = { title: "Wir ziehen um", message: "Um neun sind wir zurück." };
const time = "2026-11-21T18:30:00+01:00";
const translated = (translations: unknown, changes: object = {}) => ({ ...base, ...changes, translations });
const each = (tags: readonly string[], texts: object = de) =>
  Object.fromEntries(tags.map((tag) => [tag, texts]));

/** Documents with words in several languages: what one part of the product says of them, every other part must say. */
export const publishable: Case[] = [
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
  [
    "an expected return in words",
    translated({ de: { ...de, expectedReturn: "bald" } }, { expectedReturn: "soon" }),
  ],
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
      {
        expectedReturn: "soon",
      },
    ),
  ],
  [
    "the longest texts",
    translated({ de: { title: "ü".repeat(maxTitle), message: "😀".repeat(maxMessage) } }),
  ],

  [
    "translations that are no object",
    translated("de"),
    /^"translations" must be an object, not "de": give it an object/,
  ],
  ["translations in a list", translated([de]), /^"translations" must be an object, not a list/],
  [
    "translations that are null",
    translated(null),
    /^"translations" must be an object, not null: leave the field out/,
  ],
  ["no translation", translated({}), /^"translations" is empty: give it a translation, or leave it out\.$/],
  [
    "an empty one",
    translated({ de: {} }),
    /^"translations\.de" is empty: give it every text that the notice has, or remove/,
  ],
  [
    "an empty one of nothing",
    { ...defaults, translations: { de: {} } },
    /^"translations\.de" is empty: give it every text/,
  ],
  [
    "one that is no object",
    translated({ de: "x" }),
    /^"translations\.de" must be an object, not "x": give it/,
  ],
  [
    "one that is null",
    translated({ de: null }),
    /^"translations\.de" must be an object, not null: leave the field out/,
  ],
  [
    "a tag that is nearly one",
    translated({ dee: de }),
    /^"translations\.dee" is not one of the page's languages: write "de"/,
  ],
  [
    "a tag with a region",
    translated({ "de-AT": de }),
    /^"translations\.de-AT" is not one .*: write "de" if you mean/,
  ],
  [
    "a tag in another case",
    translated({ "PT-br": de }),
    /^"translations\.PT-br" is not one .*: write "pt-BR" if/,
  ],
  [
    "a tag that is none",
    translated({ german: de }),
    /^"translations\.german" is not one .*: remove it, or write one of am, ar, /,
  ],
  [
    "a tag that is hostile",
    translated({ "\u001b[2J\u202e": de }),
    /^"translations\.\\u001b\[2J\\u202e" is not one/,
  ],
  [
    "more languages than the page has",
    translated(each([...languageTags, "eo"])),
    new RegExp(
      `^"translations" has ${languageTags.length + 1} languages, and at most ${languageTags.length} are allowed: remove 1`,
    ),
  ],
  [
    "the language of the notice itself",
    translated({ de }, { language: "de" }),
    /^"translations\.de" translates the notice into its own language, as "language" is "de": remove it/,
  ],
  [
    "the same from a region",
    translated({ de }, { language: "de-AT" }),
    /own language, as "language" is "de-AT"/,
  ],
  [
    "the same in a script",
    translated({ "zh-Hant": de }, { language: "zh-TW" }),
    /own language, as "language" is "zh-TW"/,
  ],
  [
    "the same in Portuguese",
    translated({ "pt-BR": de }, { language: "pt" }),
    /own language, as "language" is "pt"/,
  ],
  [
    "half a translation",
    translated({ de: { title: "x" } }),
    /^"translations\.de" lacks "message", and a translation has every text of the notice: give it 1 to \d+ characters/,
  ],
  [
    "one without the expected return",
    translated({ de }, { expectedReturn: "soon" }),
    /^"translations\.de" lacks "expectedReturn"/,
  ],
  ["half of one of two", translated({ de, fr: { message: "x" } }), /^"translations\.fr" lacks "title"/],
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
    "a message of a notice that has none",
    translated({ de }, { message: undefined }),
    /^"translations\.de\.message" translates nothing, as the notice has no "message" of its own: remove it, or give/,
  ],
  [
    "a title of a notice that has the default one",
    translated({ de }, { title: defaults.title }),
    /^"translations\.de\.title" translates nothing, as the "title" of the notice is the default one, which the page/,
  ],
  [
    "a time in a translation of words",
    translated({ de: { ...de, expectedReturn: time } }, { expectedReturn: "soon" }),
    /^"translations\.de\.expectedReturn" is the time "2026-.*", and a time is in the notice alone, once for every lang/,
  ],
  [
    "a time in a translation of a time",
    translated({ de: { ...de, expectedReturn: time } }, { expectedReturn: time }),
    /^"translations\.de\.expectedReturn" is the time "2026-.*: remove it, or give words if the notice has words\.$/,
  ],
  [
    "words for a time",
    translated({ de: { ...de, expectedReturn: "bald" } }, { expectedReturn: time }),
    /translates nothing/,
  ],
  [
    "a long title",
    translated({ de: { ...de, title: "x".repeat(maxTitle + 7) } }),
    /^"translations\.de\.title" has \d+ characters, and at most \d+ are allowed: shorten it by 7\.$/,
  ],
  [
    "a control character",
    translated({ de: { ...de, message: "a\u0007" } }),
    /^"translations\.de\.message" contains the control character U\+0007: give it 1 to \d+ characters/,
  ],
  [
    "a line break in a title",
    translated({ de: { ...de, title: "a\nb" } }),
    /^"translations\.de\.title" contains the control character U\+000A/,
  ],
  [
    "half a character",
    translated({ de: { ...de, title: "a\ud800" } }),
    /^"translations\.de\.title" contains half a character/,
  ],
  [
    "a blank text",
    translated({ de: { ...de, title: "\u3000" } }),
    /^"translations\.de\.title" contains nothing visible/,
  ],
  [
    "an empty text",
    translated({ de: { ...de, title: "" } }),
    /^"translations\.de\.title" is empty: give it one line/,
  ],
  [
    "a number for a text",
    translated({ de: { ...de, title: 7 } }),
    /^"translations\.de\.title" must be text, not 7: give it/,
  ],
  [
    "a language in another case",
    { ...base, language: "EN-gb" },
    /^"language" is "EN-gb", which is not .*: write "en-GB"\.$/,
  ],
  [
    "a language by its name",
    { ...base, language: "English" },
    /^"language" is "English", which is not .*: give it a language tag/,
  ],
  [
    "an empty language",
    { ...base, language: "" },
    /^"language" is empty: give it a language tag .*, or leave it out\.$/,
  ],
  ["a language that is null", { ...base, language: null }, /^"language" must be text, not null/],
  ["a language of two lines", { ...base, language: "en\n" }, /^"language" is "en\\n"/],
  // What is wrong with the notice itself comes first.
  ["half a translation and no title", { ...translated({ de: {} }), title: undefined }, /^"title" is missing/],
  [
    "a wrong tag and a wrong field",
    { ...translated({ dee: {} }), status: 1 },
    /^"status" is not a field of a notice/,
  ],
  [
    "half a translation and a long title",
    translated({ de: {} }, { title: "x".repeat(maxTitle + 1) }),
    /^"title" has \d+ characters/,
  ],
  [
    "a wrong tag and isEnabled false",
    { ...translated({ dee: {} }), isEnabled: false },
    /^"isEnabled" is always true/,
  ],
].map(([name, document, fault]) => [name, JSON.parse(JSON.stringify(document)), fault] as Case);

/** These, and what the schema takes and a store may have, though nothing publishes it any more. */
export const documents: Case[] = [
  ...publishable,
  ["what only looks like a time", translated({ de }, { expectedReturn: "2026-02-30T10:00:00Z" })],
];
