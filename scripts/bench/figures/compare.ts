/** Runs one side once and returns its figures by name. */
type Sample<Name extends string> = () => Promise<Record<Name, number>>;

/** Two sides that were measured alternately. */
export interface Comparison {
  /** The median of the rounds' ratios, ours divided by theirs. */
  ratio: number;
  least: number;
  most: number;
  /** The medians of the absolute figures. */
  ours: number;
  theirs: number;
}

/** Runs both sides once to warm up, then alternately, ours first in each round, and compares each of their figures. */
export async function compare<Name extends string>(
  ours: Sample<Name>,
  theirs: Sample<Name>,
  rounds = 7,
): Promise<Record<Name, Comparison>> {
  await ours();
  await theirs();
  const found: Record<"ours" | "theirs", Record<Name, number>>[] = [];
  for (let round = 0; round < rounds; round += 1) found.push({ ours: await ours(), theirs: await theirs() });

  const names = Object.keys(found[0]?.ours ?? {}) as Name[];
  const comparisons = names.map((name) => [
    name,
    compared(found.map((round) => [round.ours[name], round.theirs[name]])),
  ]);
  return Object.fromEntries(comparisons);
}

function compared(pairs: [number, number][]): Comparison {
  const ratios = pairs.map(([ours, theirs]) => ours / theirs);
  return {
    ratio: median(ratios),
    least: Math.min(...ratios),
    most: Math.max(...ratios),
    ours: median(pairs.map(([ours]) => ours)),
    theirs: median(pairs.map(([, theirs]) => theirs)),
  };
}

/** The median: for an even count, the mean of the two numbers in the middle. */
export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return (low + high) / 2;
}
