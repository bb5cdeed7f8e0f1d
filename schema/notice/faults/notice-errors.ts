import type { ErrorObject } from "ajv";
import { fragmentOf, namesIn } from "../../json/pointer.ts";
import { languageTags, means } from "../../languages/tags.ts";
import { firstOfEachPart, nameIn, partOf } from "../../validation/parts.ts";
import { findErrors } from "./find-errors.ts";
import { findErrors as findTextErrors } from "./find-text-errors.ts";

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

/** Errors whose correction may add or remove texts. */
const undeciding = ["required", "type", "minLength", "minProperties"];

/** Tells whether a missing or surplus text stays a fault after any correction of the notice's shape. */
function areDecided(ofShape: ErrorObject[]): (error: ErrorObject) => boolean {
  const open = new Set(ofShape.filter(({ keyword }) => undeciding.includes(keyword)).map(partOf));
  return (error) => {
    const text = nameIn(error) ?? namesIn(error.instancePath).at(-1);
    return ![`/${text}`, `/${text}/`, `${error.instancePath}/`].some((part) => open.has(part));
  };
}
