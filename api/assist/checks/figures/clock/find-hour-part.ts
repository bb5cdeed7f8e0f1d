import type { LanguageTag } from "../../../../../schema/languages/tags.ts";
import { boundsOf } from "../units.ts";
import { clockWords } from "./clock-words.ts";
import { hourParts } from "./hour-parts.ts";

/** A half or a quarter beside an hour. */
interface HourPart {
  /** What it adds to the hour. */
  minutes: number;
  /** Whether it makes a clock time of the number by itself. */
  isClock: boolean;
  /** What stands around the hour without it. */
  before: string;
  after: string;
}

type Find = (before: string, after: string) => HourPart | undefined;
const finders = new Map<LanguageTag, Find>();

/** Finds the half or the quarter in words that an hour has in a language, as in "halb 8" and "8 y media". */
export function hourPartsIn(language: LanguageTag | undefined): Find {
  const tag = language ?? "en";
  const find = finders.get(tag) ?? createFinder(tag);
  finders.set(tag, find);
  return find;
}

function createFinder(language: LanguageTag): Find {
  const [begin, over] = boundsOf(language);
  const { before = {}, either = {}, after = {} } = hourParts[language] ?? {};
  const clockWord = `\\s{0,3}(?:${clockWords[language]?.after ?? "(?!)"})`;
  const make = (parts: Record<string, number>, around: (part: string) => string): [RegExp, number][] =>
    Object.entries(parts).map(([part, minutes]) => [new RegExp(around(part.normalize("NFC")), "u"), minutes]);
  const leading = (part: string): string => `${begin}(?:${part})\\s{1,3}$`;
  const [clock, unsure] = [make(before, leading), make(either, leading)];
  const trailing = make(after, (part) => `^(${clockWord}|)\\s{0,3}(?:${part})${over}`);
  return (textBefore, textAfter) => {
    for (const [pattern, minutes] of [...clock, ...unsure]) {
      const { index } = pattern.exec(textBefore) ?? {};
      const isClock = clock.some(([other]) => other === pattern);
      if (index !== undefined)
        return { minutes, isClock, before: textBefore.slice(0, index), after: textAfter };
    }
    for (const [pattern, minutes] of trailing) {
      const [found, word = ""] = pattern.exec(textAfter) ?? [];
      if (found !== undefined)
        return { minutes, isClock: false, before: textBefore, after: word + textAfter.slice(found.length) };
    }
    return undefined;
  };
}
