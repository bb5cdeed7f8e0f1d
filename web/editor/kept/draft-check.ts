import { languageTags } from "../../../schema/languages/tags.ts";
import { entityTagPattern } from "../../../schema/notice/entity-tag/format.ts";
import { readExpectedReturn } from "../../../schema/notice/expected-return.ts";
import { findShapeError } from "../../../schema/notice/faults/notice-errors.ts";
import { normalizeTexts } from "../../../schema/notice/normalize.ts";
import { isKnownZone } from "../../../schema/time/zones.ts";
import type { Base } from "../client/client.ts";
import type { Draft, DraftReturn, DraftTexts } from "../draft/draft.ts";

/** Checks a value of unknown origin. */
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";

/** A safe integer of at least 1. */
const isNumber: Check = (value) => Number.isSafeInteger(value) && Number(value) > 0;

const isOneOf =
  (...values: unknown[]): Check =>
  (value) =>
    values.includes(value);

const isPerhaps =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

/** An object with these members and no others. TypeScript requires a check for every member of `T`. */
const isObjectOf =
  <T>(members: { readonly [Name in keyof T]-?: Check }): Check =>
  (value) =>
    isObject(value) &&
    Object.keys(value).every((name) => Object.hasOwn(members, name)) &&
    Object.entries<Check>(members).every(([name, check]) => check(value[name]));

/** An object whose names and values pass these checks. */
const isEach =
  (isName: Check, check: Check): Check =>
  (value) =>
    isObject(value) && Object.entries(value).every(([name, part]) => isName(name) && check(part));

const entityTag = new RegExp(entityTagPattern);

/** It is sent in a header, which allows few characters. */
const isEntityTag: Check = (value) => typeof value === "string" && entityTag.test(value);
/** A notice that visitors see may break limits that were added later. */
const isStoredNotice: Check = (value) => findShapeError(normalizeTexts(value)) === undefined;
const isZone: Check = (value) => typeof value === "string" && isKnownZone(value);
const isTime: Check = (value) => typeof value === "string" && readExpectedReturn(value).kind === "time";
const isTag = isOneOf(...languageTags);

const isBase = isObjectOf<Base>({ revision: isNumber, etag: isEntityTag, notice: isStoredNotice });
const isReturn = isObjectOf<DraftReturn>({
  kind: isOneOf("none", "words", "time"),
  words: isText,
  understood: isPerhaps(isTime),
  refused: isPerhaps(isText),
  date: isText,
  clock: isText,
  zone: isZone,
  occurrence: isPerhaps(isOneOf("first", "second")),
  exact: isPerhaps(isTime),
});
const isShaped = isObjectOf<Draft>({
  base: isBase,
  title: isText,
  message: isText,
  contactEmail: isText,
  language: isText,
  expectedReturn: isReturn,
  translations: isEach(
    isTag,
    isObjectOf<DraftTexts>({ title: isText, message: isText, expectedReturn: isText }),
  ),
  decisions: isEach(isTag, isOneOf("keep", "drop")),
});

/** Whether a value is a draft of this page. Any other value would break the page. */
export function isDraft(value: unknown): value is Draft {
  return isShaped(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
