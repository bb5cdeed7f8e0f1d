import type { NoticeError } from "../../schema/errors/notice-error.ts";
import { canonicalTag } from "../../schema/languages/nearest.ts";
import { optionalFields } from "../../schema/notice/notice.ts";
import type { Values } from "../../schema/words/change.ts";
import { flagOf } from "../terminal/options.ts";
import { type Settable, settable, usage } from "./usage.ts";

/** The fields as typed. */
export type Given = Partial<Record<Settable, string>> & { clear?: string; asGiven?: boolean };

const clearable = settable.filter((field) => optionalFields.includes(field));

/**
 * The values of a command's options. Undefined removes a field.
 * @throws NoticeError USAGE
 */
export function readValues(given: Given): Values {
  const named = settable.filter((field) => given[field] !== undefined);
  const cleared = readCleared(given.clear);
  const both = cleared.find((field) => named.includes(field));
  if (both)
    throw usage(
      `--${flagOf(both)} and --clear ${flagOf(both)} contradict each other: give only one of them.`,
    );
  return Object.fromEntries([
    ...named.map((field) => [field, readValue(field, given[field] ?? "")]),
    ...cleared.map((field) => [field, undefined]),
  ]);
}

/** The error for an expected return that cannot be published, as a sentence says. */
export function refuseReturn(sentence: string): NoticeError {
  return usage(`--expected-return ${sentence}, or publish it as it is with --as-given.`);
}

function readValue(field: Settable, value: string): string {
  if (value.includes("\ufffd")) throw usage(`--${flagOf(field)} is not UTF-8: set your terminal to UTF-8.`);
  return field === "language" ? (canonicalTag(value) ?? value) : value;
}

function readCleared(list: string | undefined): Settable[] {
  if (list === undefined) return [];
  return list.split(",").map((entry) => {
    const name = entry.trim();
    const field = settable.find((candidate) => candidate === name || flagOf(candidate) === name);
    if (field && clearable.includes(field)) return field;
    throw usage(
      field
        ? `${flagOf(field)} cannot be cleared, because every notice needs it: give a new one with --${flagOf(field)}.`
        : `--clear does not know ${JSON.stringify(name)}: give any of ${clearable.map(flagOf).join(", ")}, separated by commas.`,
    );
  });
}

/** The names of fields for `--clear`. */
export const clearableFlags = clearable.map(flagOf);
