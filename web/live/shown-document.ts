import { versionOf } from "../../schema/notice/protocol.ts";
import type { PageVersion } from "../page/notice-view.ts";

/** How many equal polls in a row it takes to switch to a document that is not known to be newer. */
const neededPolls = 3;
/** How long after the first of them the last one must come, in ms: nodes may disagree for a moment. */
const neededMs = 30_000;

/** Which document an open page shows, and which others may replace it. */
export interface ShownDocument {
  version(): PageVersion;
  /** Whether the document that a poll found is to be shown. */
  accepts(found: PageVersion): boolean;
  /** Says which one is shown now, or that it still is: what other polls found before no longer counts. */
  confirm(document?: PageVersion): void;
}

/**
 * Which document a reply of ours is about; undefined if it does not say. One from files has no number, but a time that
 * no other has. A service may have published two in one second: what it says counts as a little later.
 */
export function versionIn(headers: Headers): PageVersion | undefined {
  const modified = timeIn(headers, "Last-Modified");
  const version = versionOf(headers);
  if (version) return { ...version, modified: modified + 1 };
  return modified ? { number: Number.NaN, modified } : undefined;
}

/** The time in a header, in ms since the epoch; not a number without one. */
export function timeIn(headers: Headers, name: string): number {
  return Date.parse(`${headers.get(name)}`);
}

/** `now` is in ms since any moment, and never goes back. */
export function createShownDocument(first: PageVersion, now: () => number): ShownDocument {
  let shown = first;
  let other: PageVersion | undefined;
  let polls = 0;
  let since = 0;
  const confirm = (document = shown): void => {
    shown = document;
    other = undefined;
  };
  return {
    version: () => shown,
    accepts(found) {
      const ahead = newerBy(found, shown);
      // A page that a service has served learns its document's time by its polls.
      if (ahead === 0) confirm({ ...found, ...shown });
      else if (!other || newerBy(found, other) !== 0) [other, polls, since] = [found, 0, now()];
      polls += 1;
      return ahead > 0 || (other !== undefined && polls >= neededPolls && now() - since >= neededMs);
    },
    confirm,
  };
}

/** By how much one is newer than another, 0 for the same one; not a number where nobody knows. */
function newerBy(one: PageVersion, another: PageVersion): number {
  const ahead = one.number - another.number;
  if (Number.isNaN(ahead)) return Number(one.modified) - Number(another.modified);
  // Without a sum, the number decides.
  const isSumEqual = !one.sum || !another.sum || one.sum === another.sum;
  return ahead === 0 && !isSumEqual ? Number.NaN : ahead;
}
