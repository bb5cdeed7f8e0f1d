import { type LanguageTag, languageTags } from "../../../schema/languages/tags.ts";
import { withoutAddresses } from "../addresses.ts";
import type { Figure } from "./figures/figure.ts";
import { plainText } from "./figures/plain-text.ts";
import { readFigures } from "./figures/read-figures.ts";
import { findZones } from "./figures/zones.ts";
import { type FoundNames, findNames, namesTold } from "./names/find-names.ts";

/** What a text says of numbers and times. */
export interface Facts {
  figures: Figure[];
  names: FoundNames;
  /** Whether weekdays and months can be told in its language. */
  told: { weekdays: boolean; months: boolean };
  zones: Set<string>;
}

/** Reads the numbers, clock times, weekdays, months and time zones in a text. */
export function readFacts(text: string, language: LanguageTag | undefined): Facts {
  const plain = plainText(text, language);
  const { names, told } =
    language === undefined
      ? guessNames(plain)
      : { names: findNames(plain, language), told: namesTold(language) };
  const zones = findZones(withoutAddresses(text));
  return { figures: readFigures(names.rest, language), names, told, zones };
}

/** The names in a text whose language nobody has said: those of the languages that find most in it, if they agree. */
function guessNames(plain: string): Pick<Facts, "names" | "told"> {
  const found = languageTags.map((tag) => findNames(plain, tag));
  const sizeOf = ({ weekdays, months }: FoundNames): number => weekdays.size + months.size;
  const most = Math.max(...found.map(sizeOf));
  const best = found.filter((names) => sizeOf(names) === most);
  const [names] = best;
  const asText = ({ weekdays, months }: FoundNames): string =>
    `${[...weekdays].sort()}/${[...months].sort()}`;
  const isSure = new Set(best.map(asText)).size === 1;
  // What might be a name in any language counts for none that is missing or new.
  const unsure = { weekdays: new Set<number>(), months: new Set<number>() };
  for (const one of found) {
    for (const day of one.unsure.weekdays) unsure.weekdays.add(day);
    for (const month of one.unsure.months) unsure.months.add(month);
  }
  return {
    names: {
      weekdays: new Set(),
      months: new Set(),
      ...names,
      unsure,
      rest: most > 0 ? (names?.rest ?? plain) : plain,
    },
    told: { weekdays: isSure, months: isSure },
  };
}
