import { languageTags } from "../../../schema/languages/tags.ts";
import { entityTagPattern } from "../../../schema/notice/entity-tag/format.ts";
import { readExpectedReturn } from "../../../schema/notice/expected-return.ts";
import { findShapeError } from "../../../schema/notice/faults/notice-errors.ts";
import { normalizeTexts } from "../../../schema/notice/normalize.ts";
import { isKnownZone } from "../../../schema/time/zones.ts";
import type { Base } from "../client/client.ts";
import type { Draft, DraftReturn, DraftTexts } from "../draft/draft.ts";
import { type Check, isEach, isNumber, isObjectOf, isOneOf, isPerhaps, isText } from "./checks.ts";

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
