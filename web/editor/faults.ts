import type { ErrorObject } from "ajv";
import { judgeReturn } from "../../schema/advice/typed-return.ts";
import type { Fault } from "../../schema/errors/notice-error.ts";
import { findNoticeErrors, meantAddress, pointerTo } from "../../schema/notice/faults.ts";
import { badCharacterIn, codePointOf, isVisible } from "../../schema/text/text.ts";
import { ownZone } from "../../schema/time/time.ts";
import { namesIn } from "../../schema/validation/parts.ts";
import { fieldName } from "./difference.tsx";
import { inEnglish, languageName } from "./language.ts";
import { texts } from "./texts.ts";
import { age } from "./time.ts";

const said = texts.fault;

/** Every fault that the schema finds in a draft's document, in the words of the page. */
export function faultsInWords(document: unknown): Fault[] {
  return findNoticeErrors(document).map((error) => ({
    detail: describeError(error),
    pointer: pointerTo(error),
  }));
}

/** Why a typed expected return is no value. */
export function describeReturn(typed: string): Fault {
  const judged = judgeReturn(typed, { now: Date.now(), zone: ownZone() });
  const { refused } = texts.expectedReturn;
  // What was refused a moment ago may be read by now: it has to be typed once more.
  const { why, ago = 0, readings = [] } = judged.kind === "refused" ? judged : { why: "form" as const };
  const detail = {
    form: refused.form,
    impossible: refused.impossible,
    passed: refused.passed(age(-ago, 0)),
    skipped: refused.clocksChange(readings),
    twice: refused.clocksChange(readings),
  }[why];
  return { pointer: "#/expectedReturn", detail };
}

/** A fault from the service, with the page's label instead of the field's name. */
export function faultInWords({ detail, pointer }: Fault): string {
  const path = namesIn(pointer);
  return inEnglish(path.length === 0 ? detail : detail.replaceAll(`"${path.join(".")}"`, nameOf(path)));
}

/** The labels of the parts that have faults. */
export function faultNames(faults: Fault[]): string[] {
  return [...new Set(faults.map(({ pointer }) => nameOf(namesIn(pointer))))];
}

function nameOf([field = "", tag, text]: string[]): string {
  if (field !== "translations" || tag === undefined) return fieldName(field, undefined);
  return text === undefined ? languageName(tag) : fieldName(text, tag);
}

function describeError({ keyword, instancePath, data }: ErrorObject): string {
  const path = namesIn(instancePath);
  const name = nameOf(path);
  const [field = "", tag] = path;
  const [text, language] = [String(data), tag === undefined ? undefined : languageName(tag)];
  switch (keyword) {
    case "minLength":
      if (language !== undefined) return said.empty.translated(name, language);
      return said.empty[field === "contactEmail" ? field : "other"](name);
    case "maxLength":
      return said.long(name);
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
  const bad = badCharacterIn(text, path.at(-1) === "message");
  if (bad !== undefined) return said.badCharacter(name, codePointOf(bad));
  if (!isVisible(text)) return said.empty.other(name);
  return said.other(name);
}
