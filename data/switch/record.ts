import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import type { Change } from "../../schema/notice/difference.ts";
import { changedFields } from "../../schema/notice/difference.ts";
import { sumOf } from "../../schema/notice/sum.ts";
import type { Predecessor } from "../predecessor.ts";

/** Who turned the switch on, when, and what to restore after it. */
export interface SwitchRecord {
  since: string;
  by: string;
  /** The revision before its words; absent if it came without words. */
  before?: { number: number; sum: string };
  /** The fields that its words changed, as `changedFields` names them. */
  fields: string[];
  /** The word of HAProxy's map before, if it is not `off`. */
  word?: string;
}

/** A record is far smaller. */
const maxBytes = 64 * 1024;

/** Reads a file without following a link, or waiting for a pipe; undefined if that is impossible. */
export function readOwn(file: string): string | undefined {
  let handle: number | undefined;
  try {
    handle = openSync(file, constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK);
    const stats = fstatSync(handle);
    return stats.isFile() && stats.size <= maxBytes ? readFileSync(handle, "utf8") : undefined;
  } catch {
    return undefined;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}

/** The record in a text; undefined if it is none. */
export function parseRecord(text = ""): SwitchRecord | undefined {
  try {
    const { since, by, before, fields, word } = JSON.parse(text);
    const texts = [since, by, ...fields, word ?? "", before?.sum ?? ""];
    const isWhole = texts.every((value) => typeof value === "string") && !Number.isNaN(Date.parse(since));
    return isWhole && (before === undefined || Number.isSafeInteger(before.number))
      ? { since, by, before, fields, word }
      : undefined;
  } catch {
    return undefined;
  }
}

/** The record with what a change adds: the revision before the first change stays. */
export function withChange(record: SwitchRecord, { number, notice }: Predecessor, changes: Change[]) {
  const before = record.before ?? (notice && { number, sum: sumOf(notice) });
  const fields = [...new Set([...record.fields, ...changedFields(changes)])];
  return { ...record, ...(before && { before }), fields };
}
