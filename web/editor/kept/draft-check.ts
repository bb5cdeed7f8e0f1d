import { languageTags } from "../../../schema/languages/tags.ts";
import { entityTagPattern } from "../../../schema/notice/entity-tag/format.ts";
import { readExpectedReturn } from "../../../schema/notice/expected-return.ts";
import { findShapeError } from "../../../schema/notice/faults/notice-errors.ts";
import { normalizeTexts } from "../../../schema/notice/normalize.ts";
import { isKnownZone } from "../../../schema/time/zones.ts";
import type { Base } from "../client/client.ts";
import type { Draft, DraftReturn, DraftTexts } from "../draft/draft.ts";

/** Tells whether a value that came from anywhere is of a certain kind. */
type Check = (value: unknown) => boolean;

const isText: Check = (value) => typeof value === "string";

/** A whole number from 1 that counts exactly. */
const isNumber: Check = (value) => Number.isSafeInteger(value) && Number(value) > 0;

const isOneOf =
  (...values: unknown[]): Check =>
  (value) =>
    values.includes(value);

const isPerhaps =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

/**
 * An object with these members and no others: TypeScript makes sure that none is forgotten, here or when one is added.
 */
const isObjectOf =
  <T>(members: { readonly [Name in keyof T]-?: Check }): Check =>
  (value) =>
    isObject(value) &&
    Object.keys(value).every((name) => Object.hasOwn(members, name)) &&
    Object.entries<Check>(members).every(([name, check]) => check(value[name]));

/** An object whose values are all of one kind, and its names of another. */
const isEach =
  (isName: Check, check: Check): Check =>
  (value) =>
    isObject(value) && Object.entries(value).every(([name, part]) => isName(name) && check(part));

const entityTag = new RegExp(entityTagPattern);

/** It is sent in a header, which may hold few characters. */
const isEntityTag: Check = (value) => typeof value === "string" && entityTag.test(value);
/** One that visitors see may break limits that came after it. */
const isStoredNotice: Check = (value) => findShapeError(normalizeTexts(value)) === undefined;
const isZone: Check = (value) => typeof value === "string" && isKnownZone(value);
const isTime: Check = (value) => typeof value === "string" && readExpectedReturn(value).kind === "time";
const isTag = isOneOf(...languageTags);

const isBase = isObjectOf<Base>({ revision: isNumber, etag: isEntityTag, notice: isStoredNotice });
const isReturn = isObjectOf<DraftReturn>({
  kind: isOneOf("none", "words", "time"),
  words: isText,
  understood: isPerhaps(isTime),
  meant: isPerhaps((value) => value === "" || isTime(value)),
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

/** Whether a value is a draft as this page makes them: any other would break the page. */
export function isDraft(value: unknown): value is Draft {
  return isShaped(value);
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
