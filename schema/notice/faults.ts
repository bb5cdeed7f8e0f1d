import type { ErrorObject } from "ajv";
import type { Fault } from "../errors/notice-error.ts";
import { canonicalTag, languageTags, means, nearestTag } from "../languages/tags.ts";
import { badCharacterIn, countCharacters, describeBad, isVisible, nearest, showValue } from "../text/text.ts";
import { firstOfEachPart, fragmentOf, nameIn, namesIn, partOf } from "../validation/parts.ts";
import { findErrors } from "./find-errors.ts";
import { findErrors as findTextErrors } from "./find-text-errors.ts";
import {
  type Field,
  fields,
  normalizeTexts,
  noticeSchema,
  noticeShape,
  optionalFields,
  translations,
} from "./notice.ts";
import { type Text, textNames } from "./texts.ts";

export const maxFaults = 100;

/**
 * The faults of a value as a notice, those in its shape first. After the first hundred, a last fault says how many more
 * there are.
 */
export function findFaults(value: unknown): Fault[] {
  const notice = normalizeTexts(value);
  const errors = findNoticeErrors(notice);
  const faults = errors.slice(0, maxFaults).map((error) => ({
    detail: explain(error, notice),
    pointer: pointerTo(error),
  }));
  return [...faults, ...countMore(errors.length - faults.length)];
}

function countMore(count: number): Fault[] {
  if (count === 0) return [];
  const more = count === 1 ? "is one more fault" : `are ${count} more faults`;
  return [{ detail: `There ${more}: correct these first.`, pointer: "#" }];
}

/** The longest name in a pointer, in UTF-16 units: no name in a notice is longer. */
const maxNameLength = 100;

/** The first error of each part of a notice, errors in its shape first. The value must be in Unicode NFC. */
export function findNoticeErrors(notice: unknown): ErrorObject[] {
  const ofShape = findErrors(notice);
  const ofTexts = findTextErrors(notice).filter(areDecided(ofShape));
  return firstOfEachPart([...ofShape, ...findLanguageErrors(notice), ...ofTexts]);
}

/**
 * Finds translations into the notice's own language. The published schema has a condition for each language, which takes
 * too long to check.
 */
function findLanguageErrors(notice: unknown): ErrorObject[] {
  const { language, translations } = Object(notice);
  if (typeof language !== "string") return [];
  return languageTags
    .filter((tag) => Object.hasOwn(Object(translations), tag) && means(language, tag))
    .map((tag) => ({
      keyword: "own language",
      instancePath: `/translations/${tag}`,
      schemaPath: "#/allOf",
      params: { language },
    }));
}

/** Limits of texts, which may have changed since a notice was stored. */
const limits = ["minLength", "maxLength", "minProperties", "maxProperties", "pattern", "not"];

/** What a field that goes into a link must match, even if its limits have changed. */
const links: Record<string, RegExp> = { "/contactEmail": /^[!-~]+$/ };

/**
 * The first error in the shape of a stored notice. Values beyond today's limits can still be shown, so they are no
 * error. A language tag goes into headers and attributes, so it must be valid.
 */
export function findShapeError(notice: unknown): ErrorObject | undefined {
  return findErrors(notice).find(({ keyword, instancePath, data }) => {
    const isShowable = links[instancePath]?.test(String(data)) ?? true;
    return !limits.includes(keyword) || instancePath === "/language" || !isShowable;
  });
}

/** The pointer of an error in a fault; if a name is too long, the pointer of what contains it. */
export function pointerTo(error: ErrorObject): string {
  const [path, name] = [namesIn(error.instancePath), nameIn(error)];
  const names = name === undefined ? path : [...path, name];
  const tooLong = names.findIndex((name) => name.length > maxNameLength);
  return fragmentOf(tooLong < 0 ? names : names.slice(0, tooLong));
}

const undeciding = ["required", "type", "minLength", "minProperties"];

/** Tells whether a missing or surplus text stays a fault after any correction of the notice's shape. */
function areDecided(ofShape: ErrorObject[]): (error: ErrorObject) => boolean {
  const open = new Set(ofShape.filter(({ keyword }) => undeciding.includes(keyword)).map(partOf));
  return (error) => {
    const text = nameIn(error) ?? namesIn(error.instancePath).at(-1);
    return ![`/${text}`, `/${text}/`, `${error.instancePath}/`].some((part) => open.has(part));
  };
}

/** Explains an error in a notice, in one ASCII sentence. */
export function explain(error: ErrorObject, notice: unknown): string {
  const path = namesIn(error.instancePath);
  return explainTranslation(error, path, notice) ?? explainValue(error, path);
}

function explainValue({ keyword, params, data }: ErrorObject, path: string[]): string {
  const name = path.join(".");
  const quoted = showValue(name);
  const giveIt = `give it ${ruleOf(path)}`;
  const isOptional = optionalFields.includes(name as Field);
  const isRequired = noticeSchema.required.includes(name as never);
  switch (keyword) {
    case "required":
      return `"${params.missingProperty}" is missing: give it ${ruleOf([params.missingProperty])}.`;
    case "additionalProperties":
      return `${showValue(params.additionalProperty)} is not a field of a notice${remedyFor(params.additionalProperty, fields)}.`;
    case "const":
      return `"isEnabled" is always true, not ${showValue(data)}: the notice cannot be turned off; take the app back online at the load balancer.`;
    case "type":
      if (name === "")
        return `A notice is a JSON object, not ${showValue(data)}: the command \`show --json\` prints one to start from.`;
      return `${quoted} must be ${params.type === "string" ? "text" : "an object"}, not ${showValue(data)}: ${data === null && !isRequired ? "leave the field out, or " : ""}${giveIt}.`;
    case "minLength":
      return `${quoted} is empty: ${giveIt}${isOptional ? ", or leave it out" : ""}.`;
    case "maxLength": {
      const length = countCharacters(String(data));
      return `${quoted} has ${length} characters, and at most ${params.limit} are allowed: shorten it by ${length - params.limit}.`;
    }
    default:
      return `${quoted} ${faultOf(path.at(-1), String(data))}: ${wayOut(name, String(data)) ?? giveIt}.`;
  }
}

/** The fix for an unknown name: the probable name, or all known names. */
function remedyFor(name: string, known: readonly string[]): string {
  const meant = nearest(name, known);
  return meant === undefined
    ? `: remove it; the fields are ${known.join(", ")}`
    : ` (did you mean ${meant}?): correct the name, or remove it`;
}

function ruleOf([field, tag, text]: string[]): string {
  if (tag === undefined) return noticeSchema.properties[field as Field]?.description;
  const { description, properties } = translations.additionalProperties;
  return text === undefined ? description : properties[text as Text]?.description;
}

/** How a text, also of a translation, breaks its field's pattern: what stands between the name and the colon. */
function faultOf(field: string | undefined, text: string): string {
  if (field === "contactEmail")
    return `is ${showValue(text)}, which is not an e-mail address that can be shown as a link`;
  if (field === "language") return `is ${showValue(text)}, which is not a language tag in canonical case`;
  const bad = badCharacterIn(text, field === "message");
  if (bad !== undefined) return `contains ${describeBad(bad)}`;
  if (!isVisible(text)) return "contains nothing visible";
  return `is ${showValue(text)}`;
}

function wayOut(name: string, text: string): string | undefined {
  let meant: string | undefined;
  if (name === "language") meant = canonicalTag(text);
  if (name === "contactEmail") meant = meantAddress(text);
  return meant && `write "${meant}"`;
}

/** Explains an error that only a translation can have, in one ASCII sentence; undefined for other errors. */
function explainTranslation(
  { keyword, params, data }: ErrorObject,
  path: string[],
  notice: unknown,
): string | undefined {
  const [field, tag, text] = path;
  if (field !== "translations") return undefined;
  const name = showValue(path.join("."));
  switch (keyword) {
    case "enum":
      return unknownTag(String(data));
    case "maxProperties": {
      const count = Object.keys(Object(data)).length;
      return `${name} has ${count} languages, and at most ${params.limit} are allowed: remove ${count - params.limit} of them.`;
    }
    case "minProperties":
      return tag === undefined
        ? `${name} is empty: give it a translation, or leave it out.`
        : `${name} is empty: give it every text that the notice has, or remove it.`;
    case "required":
      return `${name} lacks ${showValue(params.missingProperty)}, but a translation needs every text of the notice: give it ${textRule(params.missingProperty)}, or remove ${name}.`;
    case "additionalProperties":
      return unknownText(params.additionalProperty, name);
    case "not":
      return `${name} is the time ${showValue(data)}, but a time belongs in the notice itself, once for all languages: remove it, or give text if the notice has text.`;
    case "own language":
      return `${name} translates the notice into its own language, because "language" is ${showValue(params.language)}: remove it, or correct "language".`;
    case "false schema":
      return nothingToTranslate(name, text as Text, notice);
    default:
      return undefined;
  }
}

function unknownText(text: string, name: string): string {
  const meant = nearest(text, textNames);
  const fault = `${showValue(text)} is not a text of a translation`;
  return meant === undefined
    ? `${fault}: remove it from ${name}; its texts are ${textNames.join(", ")}.`
    : `${fault} (did you mean ${meant}?): correct the name in ${name}, or remove it.`;
}

function unknownTag(tag: string): string {
  const name = showValue(`translations.${tag}`);
  const near = nearestTag(tag);
  return near
    ? `${name} is not one of the page's languages: write "${near}" if you mean that, or remove it.`
    : `${name} is not one of the page's languages: remove it, or write one of ${languageTags.join(", ")}.`;
}

function nothingToTranslate(name: string, text: Text, notice: unknown): string {
  const own = Object(notice)[text];
  if (own === undefined)
    return `${name} translates nothing, because the notice has no "${text}" of its own: remove it, or give the notice one.`;
  const reason = text === "title" ? "the default one" : "a time";
  return `${name} translates nothing, because the "${text}" of the notice is ${reason}, which the page translates itself: remove it.`;
}

function textRule(text: Text): string {
  return translations.additionalProperties.properties[text].description;
}

const address = new RegExp(noticeShape.properties.contactEmail.pattern);

/**
 * The e-mail address that a text probably means: without `mailto:`, a name before it or blanks around it, and with its
 * domain in ASCII. Undefined if the field refuses the result.
 */
export function meantAddress(text: string): string | undefined {
  const bare = text.trim().replace(/^[^<>]*<([^<>]*)>$/, "$1");
  const [, local, domain = ""] = /^([^@]+)@([^@]+)$/.exec(withoutScheme(bare.trim())) ?? [];
  const meant = `${local}@${inAscii(domain)}`;
  return address.test(meant) ? meant : undefined;
}

const withoutScheme = (text: string): string => text.replace(/^mailto:([^?]*).*$/is, "$1");

/** The `xn--` form of a domain, by the URL parser of Node or the browser. A text with characters of other URL parts stays. */
function inAscii(domain: string): string {
  if (!/[^ -~]/.test(domain) || /[\s:/\\#]/.test(domain)) return domain;
  const url = `http://${domain}`;
  return URL.canParse(url) ? new URL(url).hostname : domain;
}
