import { versionOf } from "../../schema/notice/protocol.ts";
import type { PageVersion } from "../page/notice-view.ts";

/** How many equal polls in a row it takes to switch to a document that is not known to be newer. */
const neededPolls = 3;
/** The least time from the first to the last of them, in ms: nodes may disagree for a moment. */
const neededMs = 30_000;

/**
 * The version in a reply of ours; undefined if it has none. A document from files has no number, only its time. The
 * time from a service counts 1 ms later, because it may have published two documents in one second.
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

/**
 * The document that an open page shows, and the rule for replacing it. `now` is in ms since any moment, and never goes
 * back.
 */
export function createShownDocument(first: PageVersion, now: () => number) {
  let shown = first;
  let other: PageVersion | undefined;
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
    accepts(found: PageVersion): boolean {
      const ahead = newerBy(found, shown);
      // A page from a service learns its document's time from polls.
      if (ahead === 0) confirm({ ...found, ...shown });
      else if (!other || newerBy(found, other) !== 0) [other, polls, since] = [found, 0, now()];
      polls += 1;
      return ahead > 0 || (other !== undefined && polls >= neededPolls && now() - since >= neededMs);
    },
    confirm,
  };
}

/** By how much one version is newer; 0 if they are the same, NaN if that is unknown. */
function newerBy(one: PageVersion, another: PageVersion): number {
  const ahead = one.number - another.number;
  if (Number.isNaN(ahead)) return Number(one.modified) - Number(another.modified);
  // Without a hash, the number decides.
  const isSumEqual = !one.sum || !another.sum || one.sum === another.sum;
  return ahead === 0 && !isSumEqual ? Number.NaN : ahead;
}
