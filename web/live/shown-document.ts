import type { DocumentVersion } from "../../schema/notice/entity-tag/format.ts";

/**
 * How many equal polls in a row it takes to go back to a lower number, or to switch to another document with the same
 * number.
 */
const neededPolls = 3;
/** How long after the first of them the last one must come, in ms: nodes may disagree for a moment. */
const neededMs = 30_000;

/** Which document an open page shows, and which others may replace it. */
export interface ShownDocument {
  version(): DocumentVersion;
  /** Whether the document that a poll found is to be shown. */
  accepts(found: DocumentVersion): boolean;
  /** Says that it is shown now. */
  replace(found: DocumentVersion): void;
  /** Says that a poll found no other document, so that what came before it no longer counts. */
  confirm(): void;
}

/** `now` is in ms since any moment, and never goes back. */
export function createShownDocument(first: DocumentVersion, now: () => number): ShownDocument {
  let shown = first;
  let other: (DocumentVersion & { polls: number; since: number }) | undefined;
  return {
    version: () => shown,
    accepts(found) {
      if (found.number > shown.number) return true;
      if (isSame(found, shown)) {
        other = undefined;
        return false;
      }
      if (found.number !== other?.number || found.sum !== other.sum)
        other = { ...found, polls: 0, since: now() };
      other.polls += 1;
      return other.polls >= neededPolls && now() - other.since >= neededMs;
    },
    replace(found) {
      shown = found;
      other = undefined;
    },
    confirm() {
      other = undefined;
    },
  };
}

/** Without a sum, the number decides. */
function isSame(one: DocumentVersion, another: DocumentVersion): boolean {
  const isSumEqual = !one.sum || !another.sum || one.sum === another.sum;
  return one.number === another.number && isSumEqual;
}
