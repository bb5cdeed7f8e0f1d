import type { ErrorObject } from "ajv";
import type { Fault } from "../../../schema/errors/fault.ts";
import { namesIn } from "../../../schema/json/pointer.ts";
import { canonicalTag } from "../../../schema/languages/canonical.ts";
import { meantAddress } from "../../../schema/notice/faults/meant-address.ts";
import { findNoticeErrors, pointerTo } from "../../../schema/notice/faults/notice-errors.ts";
import { badCharacterIn, codePointOf, isVisible } from "../../../schema/text/bad-character.ts";
import { countCharacters } from "../../../schema/text/count-characters.ts";
import { fieldName } from "../difference/part-name.ts";
import { inEnglish } from "../in-english.ts";
import { languageName } from "../language.ts";
import { texts } from "../texts.ts";

const said = texts.fault;

/** Every fault that the schema finds in a draft's document, in the words of the page. */
export function faultsInWords(document: unknown): Fault[] {
  return findNoticeErrors(document).map((error) => ({
    detail: describeError(error),
    pointer: pointerTo(error),
  }));
}

/** A fault from the service, with the page's label instead of the field's name. */
export function faultInWords({ detail, pointer }: Fault): string {
  const path = namesIn(pointer);
  return inEnglish(path.length === 0 ? detail : detail.replaceAll(`"${path.join(".")}"`, nameOf(path)));
}

/** The label of the part at a fault's pointer. */
export function pointerName(pointer: string): string {
  return nameOf(namesIn(pointer));
}

function nameOf([field = "", tag, text]: string[]): string {
  if (field !== "translations" || tag === undefined) return fieldName(field, undefined);
  return text === undefined ? languageName(tag) : fieldName(text, tag);
}

function describeError({ keyword, instancePath, params, data }: ErrorObject): string {
  const path = namesIn(instancePath);
  const name = nameOf(path);
  const [field = "", tag] = path;
  const [text, language] = [String(data), tag === undefined ? undefined : languageName(tag)];
  switch (keyword) {
    case "minLength":
      if (language !== undefined) return said.empty.translated(name, language);
      return said.empty[field === "title" || field === "contactEmail" ? field : "other"](name);
    case "maxLength":
      return said.long(name, countCharacters(text) - params.limit);
    case "not":
      return said.time(name, language ?? "");
    case "own language":
      return said.ownLanguage(language ?? "");
    case "pattern":
    case "format":
      return describeText(path, name, text);
    default:
      return said.other(name);
  }
}

function describeText(path: string[], name: string, text: string): string {
  const [field] = path;
  if (field === "contactEmail") return said.contactEmail(name, meantAddress(text));
  if (field === "language") return said.language(canonicalTag(text) ?? "en-GB");
  const bad = badCharacterIn(text, path.at(-1) === "message");
  if (bad !== undefined) return said.badCharacter(name, codePointOf(bad));
  if (!isVisible(text)) return said.unseen(name);
  return said.other(name);
}
