import { durationInWords } from "../text/duration.ts";

/** After this many silent seconds a node may be gone: it has missed three reports. */
export const maxSilentSeconds = 15;

/** After this many silent seconds no change waits for a node. */
export const maxMissedSeconds = 60;

interface Reported {
  /** The revision that it shows; 0 for none. */
  number: number;
  silentSeconds: number;
}

/** Describes a node that is not known to show revision `number`: `may still show revision 7 (silent for 1 min)`. */
export function describeOther({ number: shown, silentSeconds }: Reported, number: number): string {
  if (shown > number) return `has revision ${shown}`;
  if (shown === number) return "has another text with the same number";
  const since = silentSeconds >= maxSilentSeconds ? ` (silent for ${silenceInWords(silentSeconds)})` : "";
  return shown === 0 ? `has not shown a revision yet${since}` : `may still show revision ${shown}${since}`;
}

/** For how long a node has been silent. */
export function silenceInWords(seconds: number): string {
  return seconds < 60 ? `${Math.round(seconds)} seconds` : durationInWords(seconds * 1000);
}
