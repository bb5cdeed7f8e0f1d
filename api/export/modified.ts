import type { Revision } from "../../data/store.ts";
import { documentVersion } from "../http/document-version.ts";
import type { ExportRecord } from "./record.ts";

/**
 * The modification time of a revision's files, in seconds since the epoch, for `Last-Modified`. Each revision has its
 * own. A higher number has a later time, even if the clock was set back.
 */
export function modifiedOf(
  revision: Revision,
  kept: Pick<ExportRecord, "revision" | "sum" | "modified">[],
): number {
  const { number, sum } = documentVersion(revision);
  const same = kept.find((other) => other.revision === number && other.sum === sum);
  if (same) return same.modified;
  const lower = kept.filter((other) => other.revision < number).map(({ modified }) => modified + 1);
  const taken = new Set(kept.map(({ modified }) => modified));
  let modified = Math.max(Math.floor(Date.parse(revision.createdAt) / 1000), ...lower);
  while (taken.has(modified)) modified += 1;
  return modified;
}
