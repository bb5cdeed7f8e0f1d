import { durationInWords } from "../text/duration.ts";

/** How long a node may be silent before it may be gone, in seconds: three of its reports. */
export const maxSilentSeconds = 15;

/** How long a node may be silent before a change no longer counts on it, in seconds. */
export const maxMissedSeconds = 60;

interface Reported {
  /** The revision that it shows; 0 for none. */
  number: number;
  silentSeconds: number;
}

/**
 * What a node is said to show if it is not known to show a revision: `may still show revision 7 (silent for 1 min)`.
 */
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
