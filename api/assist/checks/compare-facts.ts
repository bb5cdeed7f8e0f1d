import type { Facts } from "./facts.ts";
import { compareFigureSets, compareFigures } from "./figures/compare-figures.ts";
import type { Figure } from "./figures/figure.ts";

/** What only one of two texts says. */
export interface OneSided {
  figures: Figure[];
  weekdays: number[];
  months: number[];
  zones: string[];
}

export interface FactDifference {
  lost: OneSided;
  added: OneSided;
}

/** How often each number stands in a text may count, as in a translation, or not, as in a draft from a brief. */
export type Counting = "each time" | "once";

/** What a proposal says otherwise than what was given. */
export function compareFacts(given: Facts, proposed: Facts, counting: Counting): FactDifference {
  const compare = counting === "once" ? compareFigureSets : compareFigures;
  const figures = compare(given.figures, proposed.figures);
  const lost = { ...oneSided(given, proposed), figures: figures.lost };
  const added = { ...oneSided(proposed, given), figures: figures.added };
  return { lost: withoutMonthsOf(lost, added), added: withoutMonthsOf(added, lost) };
}

function oneSided(one: Facts, other: Facts): Omit<OneSided, "figures"> {
  const only = (kind: "weekdays" | "months"): number[] =>
    one.told[kind] && other.told[kind]
      ? [...one.names[kind]].filter(
          (number) => !other.names[kind].has(number) && !other.names.unsure[kind].has(number),
        )
      : [];
  return {
    weekdays: only("weekdays"),
    months: only("months"),
    zones: [...one.zones].filter((zone) => !other.zones.has(zone)),
  };
}

/**
 * One side without the months that the other side writes as numbers, and without numbers that are months there. Where
 * both sides name a month, neither is the number: a day and a month that changed places are all of them wrong.
 */
function withoutMonthsOf(one: OneSided, other: OneSided): OneSided {
  const numbers = new Set(other.figures.flatMap(({ readings, isDay }) => (isDay ? [] : readings)));
  const months = new Set(other.months.flatMap((month) => [`n:${month}`, `m:${month}`]));
  return {
    ...one,
    months:
      other.months.length > 0
        ? one.months
        : one.months.filter((month) => !numbers.has(`n:${month}`) && !numbers.has(`m:${month}`)),
    figures:
      one.months.length > 0
        ? one.figures
        : one.figures.filter(
            ({ readings, isDay }) => isDay || !readings.some((reading) => months.has(reading)),
          ),
  };
}
