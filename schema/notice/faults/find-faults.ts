import type { ErrorObject } from "ajv";
import type { Fault } from "../../errors/fault.ts";
import { fragmentOf, namesIn } from "../../json/pointer.ts";
import { firstOfEachPart, nameIn, partOf } from "../../validation/parts.ts";
import { normalizeTexts } from "../normalize.ts";
import { explain } from "./explain.ts";
import { findErrors } from "./find-errors.ts";
import { findLanguageErrors } from "./find-language-errors.ts";
import { findErrors as findTextErrors } from "./find-text-errors.ts";

/** More than anybody corrects at once. */
export const maxFaults = 100;
/** The longest name in a pointer, in UTF-16 units: no name in a notice is longer. */
const maxNameLength = 100;

/**
 * Every fault of a value as a notice, in the words of the command: none for a valid one, and after the first hundred one
 * that says how many more there are. What is wrong with the notice itself comes first.
 */
export function findFaults(value: unknown): Fault[] {
  const notice = normalizeTexts(value);
  const ofShape = findErrors(notice);
  const ofTexts = findTextErrors(notice).filter(areDecided(ofShape));
  const errors = firstOfEachPart([...ofShape, ...findLanguageErrors(notice), ...ofTexts]);
  const faults = errors.slice(0, maxFaults).map((error) => ({
    detail: explain(error, notice),
    pointer: pointerTo(error),
  }));
  return [...faults, ...countMore(errors.length - faults.length)];
}

/** Where an error is; for a name that is too long, what contains it. */
function pointerTo(error: ErrorObject): string {
  const [path, name] = [namesIn(error.instancePath), nameIn(error)];
  const names = name === undefined ? path : [...path, name];
  const tooLong = names.findIndex((name) => name.length > maxNameLength);
  return fragmentOf(tooLong < 0 ? names : names.slice(0, tooLong));
}

function countMore(count: number): Fault[] {
  if (count === 0) return [];
  const more = count === 1 ? "is one more fault" : `are ${count} more faults`;
  return [{ detail: `There ${more}: correct these first.`, pointer: "#" }];
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
