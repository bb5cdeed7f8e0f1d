import { languageTags } from "../../../schema/languages/tags.ts";
import { defaults } from "../../../schema/notice/defaults.ts";
import { maxMessage, maxReturn, maxTitle } from "./notices.ts";

const base = { ...defaults, title: "We are moving", message: "Back at nine." };
const de = { title: "Wir ziehen um", message: "Um neun sind wir zurück." };
const time = "2026-11-21T18:30:00+01:00";
const inWords = { expectedReturn: "soon" };
const inTime = { expectedReturn: time };
const faces = (most: number) => "😀".repeat(most);
const longest = { title: faces(maxTitle), message: faces(maxMessage), expectedReturn: faces(maxReturn) };
const translated = (translations: unknown, changes: object = {}) => ({ ...base, ...changes, translations });
const inGerman = (changes: object) => translated({ de: { ...de, ...changes } });
const inEach = (tags: readonly string[], texts: object) =>
  Object.fromEntries(tags.map((tag) => [tag, texts]));

const others = languageTags.filter((tag) => tag !== "en");
export const largest = { ...longest, language: "en", translations: inEach(others, longest) };

const valid: [name: string, document: object][] = [
  ["a translation", translated({ de })],
  ["a language", { ...base, language: "pt-BR" }],
  ["a language that the page does not have", { ...base, language: "eo" }],
  ["the longest texts in every language", translated(inEach(languageTags, longest), inWords)],
  ["the default title", { ...defaults, message: "x", translations: { de: { message: "y" } } }],
  ["a time", translated({ de }, inTime)],
  ["an expected return in words", translated({ de: { ...de, expectedReturn: "bald" } }, inWords)],
  ["both scripts of Chinese", translated(inEach(["zh-Hans", "zh-Hant"], de), { language: "en" })],
  ["a translation into the other Chinese script", translated({ "zh-Hant": de }, { language: "zh-CN" })],
  ["a translation into the other Portuguese", translated({ "pt-PT": de }, { language: "pt-BR" })],
  ["a translation into the other Serbian script", translated({ sr: de }, { language: "sr-Latn" })],
];

const refused: [name: string, document: object][] = [
  ["translations that are text", translated("de")],
  ["translations that are a list", translated([de])],
  ["translations that are null", translated(null)],
  ["no translation", translated({})],
  ["an empty translation", translated({ de: {} })],
  ["a translation that is text", translated({ de: "x" })],
  ["a translation that is null", translated({ de: null })],
  ["a misspelt tag", translated({ dee: de })],
  ["a tag with a region", translated({ "de-AT": de })],
  ["a tag in another case", translated({ "PT-br": de })],
  ["a language's name as its tag", translated({ german: de })],
  ["a tag with a terminal sequence", translated({ "\u001b[2J\u202e": de })],
  ["one language too many", translated(inEach([...languageTags, "eo"], de))],
  ["a translation into the notice's language", translated({ de }, { language: "de" })],
  ["a translation into the language of its region", translated({ de }, { language: "de-AT" })],
  ["a translation into its Chinese script", translated({ "zh-Hant": de }, { language: "zh-TW" })],
  ["a translation without the message", translated({ de: { title: "x" } })],
  ["a translation without the expected return", translated({ de }, inWords)],
  ["a translated message of a notice without a message", translated({ de }, { message: undefined })],
  ["a translated default title", translated({ de }, { title: defaults.title })],
  ["a time as the translation of words", translated({ de: { ...de, ...inTime } }, inWords)],
  ["a time as the translation of a time", translated({ de: { ...de, ...inTime } }, inTime)],
  ["words as the translation of a time", translated({ de: { ...de, ...inWords } }, inTime)],
  ["a long title in a translation", inGerman({ title: "x".repeat(maxTitle + 7) })],
  ["a control character in a translation", inGerman({ message: "a\u0007" })],
  ["half a character in a translation", inGerman({ title: "a\ud800" })],
  ["a blank title in a translation", inGerman({ title: "\u3000" })],
  ["a number in a translation", inGerman({ title: 7 })],
  ["an empty translation of defaults", { ...defaults, translations: { de: {} } }],
  ["another field in a translation", inGerman({ contactEmail: "a@b.co" })],
  ["a misspelt field in a translation", inGerman({ mesage: "x" })],
  ["a prototype in a translation", translated({ de: JSON.parse('{"__proto__":{},"title":"x"}') })],
  ["a language in another case", { ...base, language: "EN-gb" }],
  ["a language by its name", { ...base, language: "English" }],
  ["an empty language", { ...base, language: "" }],
  ["a language that is null", { ...base, language: null }],
  ["an empty translation and no title", translated({ de: {} }, { title: undefined })],
  ["a misspelt tag and an unknown field", translated({ dee: {} }, { status: 1 })],
];

type Case = [name: string, document: unknown, isValid: boolean];

const each = (cases: [string, object][], isValid: boolean): Case[] =>
  cases.map(([name, document]) => [name, JSON.parse(JSON.stringify(document)), isValid]);

/** Documents about which every part of the product must agree. */
export const publishable: Case[] = [...each(valid, true), ...each(refused, false)];

/** The same, with a document that only an older version may have stored. */
export const documents: Case[] = [
  ...publishable,
  ["a time that does not exist", translated({ de }, { expectedReturn: "2026-02-30T10:00:00Z" }), true],
];
