import { randomUUID } from "node:crypto";
import type { NewRevision, Revision, Version } from "../../../data/store.ts";
import { defaults } from "../../../schema/notice/defaults.ts";
import { hashOf, sha256 } from "../../../schema/notice/hash.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { textSchemas } from "../../../schema/notice/texts.ts";

export const [maxTitle, maxMessage, maxReturn] = [
  textSchemas.title.maxLength,
  textSchemas.message.maxLength,
  textSchemas.expectedReturn.maxLength,
];

/** Fields beyond today's limits, which an older version may have stored. */
export const outOfLimits: [name: string, changes: Partial<Notice>][] = [
  ["a long title", { title: "x".repeat(maxTitle + 10) }],
  ["a title with control characters", { title: "a\u0007b\nc" }],
  ["a long message", { message: "y".repeat(maxMessage + 1) }],
  ["a long return in words", { expectedReturn: "z".repeat(maxReturn + 1) }],
  ["an address without a domain", { contactEmail: "help" }],
  ["a long title in German", { title: "Moving", translations: { de: { title: "x".repeat(maxTitle + 1) } } }],
];

export const overlong: Notice = { ...defaults, ...outOfLimits[0]?.[1] };

export const noticeWith = (changes: Partial<Notice> = {}): Notice => ({ ...defaults, ...changes });

export function draftWith(changes: Partial<Notice> = {}, draft: Partial<NewRevision> = {}): NewRevision {
  return { notice: noticeWith(changes), author: "anna", requestId: randomUUID(), ...draft };
}

export function revisionWith(changes: Partial<Notice> = {}, number = 1): Revision {
  return { number, notice: noticeWith(changes), author: "anna", createdAt: "2026-11-21T10:00:00.000Z" };
}

/** A revision as the last known good file holds it, without its checksum. */
export function keptWith(changes: Partial<Notice> = {}, revision = 1): object {
  const { number: _, ...rest } = revisionWith(changes);
  return { revision, ...rest };
}

/** The text of a last known good file, with its checksum. */
export const signed = (kept: object): string =>
  JSON.stringify({ ...kept, sha256: sha256(JSON.stringify(kept)) });

export const versionWith = (changes: Partial<Notice> = {}, number = 1): Version => ({
  number,
  hash: hashOf(noticeWith(changes)),
});
