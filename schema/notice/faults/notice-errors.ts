import type { ErrorObject } from "ajv";
import { fragmentOf, namesIn } from "../../json/pointer.ts";
import { languageTags, means } from "../../languages/tags.ts";
import { firstOfEachPart, nameIn, partOf } from "../../validation/parts.ts";
import { findErrors } from "./find-errors.ts";
import { findErrors as findTextErrors } from "./find-text-errors.ts";

/** The longest name in a pointer, in UTF-16 units: no name in a notice is longer. */
const maxNameLength = 100;

/** The first rule that each part of a value breaks as a notice; the value is in Unicode NFC. What is wrong with the notice itself comes first. */
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

/** Rules for what a text holds and how much there is; they may have been others when a notice was written. */
const limits = ["minLength", "maxLength", "minProperties", "maxProperties", "pattern", "not"];

/** What a field that goes into a link must be, by its pointer, even if its limits were others when it was written. */
const links: Record<string, RegExp> = { "/contactEmail": /^[!-~]+$/ };

/**
 * The first error that makes a value something other than a notice; undefined for one that only breaks today's limits,
 * which can be shown all the same. A language tag goes into headers and attributes, so it has no other limits.
 */
export function findShapeError(notice: unknown): ErrorObject | undefined {
  return findErrors(notice).find(({ keyword, instancePath, data }) => {
    const isShowable = links[instancePath]?.test(String(data)) ?? true;
    return !limits.includes(keyword) || instancePath === "/language" || !isShowable;
  });
}

/** Where an error is, as a fault says it; for a name that is too long, what contains it. */
export function pointerTo(error: ErrorObject): string {
  const [path, name] = [namesIn(error.instancePath), nameIn(error)];
  const names = name === undefined ? path : [...path, name];
  const tooLong = names.findIndex((name) => name.length > maxNameLength);
  return fragmentOf(tooLong < 0 ? names : names.slice(0, tooLong));
}

/** Errors that leave open which texts the notice and its translations will have. */
const undeciding = ["required", "type", "minLength", "minProperties"];

/** Tells whether a missing or surplus text remains a fault however the errors in the notice's shape are mended. */
function areDecided(ofShape: ErrorObject[]): (error: ErrorObject) => boolean {
  const open = new Set(ofShape.filter(({ keyword }) => undeciding.includes(keyword)).map(partOf));
  return (error) => {
    const text = nameIn(error) ?? namesIn(error.instancePath).at(-1);
    return ![`/${text}`, `/${text}/`, `${error.instancePath}/`].some((part) => open.has(part));
  };
}
