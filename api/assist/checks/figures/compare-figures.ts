import type { Figure } from "./figure.ts";

export interface FigureDifference {
  lost: Figure[];
  added: Figure[];
}

/** The figures of one text that have no equal in another, each counted as often as it stands there. */
export function compareFigures(given: Figure[], proposed: Figure[]): FigureDifference {
  const keysOf = keysFor([...given, ...proposed]);
  const taken = new Set<Figure>();
  // The figures of each key, the last first, so that whoever takes the first of them looks at each once.
  const free = new Map<string, Figure[]>();
  for (const figure of proposed.toReversed())
    for (const key of new Set(keysOf(figure))) {
      const others = free.get(key);
      if (others) others.push(figure);
      else free.set(key, [figure]);
    }
  const take = (key: string): boolean => {
    let figure = free.get(key)?.pop();
    while (figure && taken.has(figure)) figure = free.get(key)?.pop();
    if (figure) taken.add(figure);
    return figure !== undefined;
  };
  return {
    lost: given.filter((figure) => !keysOf(figure).some(take)),
    added: proposed.filter((figure) => keysOf(figure).length > 0 && !taken.has(figure)),
  };
}

/** The same, whatever the number of times that each stands there. */
export function compareFigureSets(given: Figure[], proposed: Figure[]): FigureDifference {
  const keysOf = keysFor([...given, ...proposed]);
  const without = (figures: Figure[], others: Figure[]): Figure[] => {
    const keys = new Set(others.flatMap(keysOf));
    return figures.filter((figure) => !keysOf(figure).some((key) => keys.has(key)));
  };
  return { lost: without(given, proposed), added: without(proposed, given) };
}

/**
 * What a figure is found by: as it is written, then by each reading. A number of a unit is found by one of the same, and
 * by one of which no unit is known.
 */
function keysFor(figures: Figure[]): (figure: Figure) => string[] {
  const units = [...new Set(figures.flatMap(({ unit }) => unit ?? []))];
  return ({ raw, readings, kind, unit }) => {
    const isAmount = readings.some((reading) => reading.startsWith("n:"));
    return [...(kind === "number" ? [`=${raw}`] : []), ...readings].flatMap((key) => {
      if (!isAmount || /^[tm]:/.test(key)) return [key];
      return unit === undefined ? [key, ...units.map((other) => `${key}|${other}`)] : [`${key}|${unit}`];
    });
  };
}
