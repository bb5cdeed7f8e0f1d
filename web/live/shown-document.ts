import type { DocumentVersion } from "../../schema/notice/entity-tag.ts";

/** How many equal polls in a row it takes to switch to a document that is not known to be newer. */
const neededPolls = 3;
/** The least time from the first to the last of them, in ms: nodes may disagree for a moment. */
const neededMs = 30_000;

/**
 * The document that an open page shows, and the rule for replacing it. `now` is in ms since any moment, and never goes
 * back.
 */
export function createShownDocument(first: DocumentVersion, now: () => number) {
  let shown = first;
  let other: DocumentVersion | undefined;
  let polls = 0;
  let since = 0;
  /** Sets the shown document, or keeps it. Earlier polls no longer count. */
  const confirm = (document = shown): void => {
    shown = document;
    other = undefined;
  };
  return {
    version: () => shown,
    /** Whether the document that a poll found is to be shown. */
    accepts(found: DocumentVersion): boolean {
      const ahead = newerBy(found, shown);
      if (ahead === 0) confirm();
      else if (!other || newerBy(found, other) !== 0) [other, polls, since] = [found, 0, now()];
      polls += 1;
      return ahead > 0 || (other !== undefined && polls >= neededPolls && now() - since >= neededMs);
    },
    confirm,
  };
}

/** By how much one version is newer; 0 if they are the same, NaN if that is unknown. */
function newerBy(one: DocumentVersion, another: DocumentVersion): number {
  const ahead = one.number - another.number;
  // Without a hash, the number decides.
  const isSumEqual = !one.sum || !another.sum || one.sum === another.sum;
  return ahead === 0 && !isSumEqual ? Number.NaN : ahead;
}
