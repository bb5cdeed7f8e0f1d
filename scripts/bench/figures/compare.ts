/** Runs one side once and returns its figures by name. */
type Sample<Name extends string> = () => Promise<Record<Name, number>>;

/** Watches over a round from its beginning; what it returns says at the end whether the round is worth nothing. */
export type Watch = () => () => boolean;

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
  watch?: Watch,
): Promise<Record<Name, Comparison>> {
  const [comparison] = await compareEach(ours, [theirs], rounds, watch);
  return comparison as Record<Name, Comparison>;
}

/**
 * The same with several others in turn, all of them in each round; gives what came of each. A round that is worth nothing
 * is measured again, but at most as many times in all as there are rounds.
 */
export async function compareEach<Name extends string>(
  ours: Sample<Name>,
  others: Sample<Name>[],
  rounds = 7,
  watch?: Watch,
): Promise<Record<Name, Comparison>[]> {
  const inTurn = async () => {
    const samples: Record<Name, number>[] = [];
    for (const side of [ours, ...others]) samples.push(await side());
    return samples;
  };
  const found = await measureRounds(inTurn, rounds, watch);
  return others.map((_other, at) => comparedAt(found, at + 1));
}

/** Runs a round once to warm up, and then as many as are asked for; gives the figures of each of its sides. */
async function measureRounds<Name extends string>(
  round: () => Promise<Record<Name, number>[]>,
  rounds: number,
  watch: Watch = () => () => false,
): Promise<Record<Name, number>[][]> {
  await round();
  const found: Record<Name, number>[][] = [];
  let again = 0;
  while (found.length < rounds) {
    const isWorthNothing = watch();
    const samples = await round();
    if (isWorthNothing() && again < rounds) again += 1;
    else found.push(samples);
  }
  return found;
}

/** Compares each figure of the first side with that of the side at a place. */
function comparedAt<Name extends string>(
  found: Record<Name, number>[][],
  at: number,
): Record<Name, Comparison> {
  const names = Object.keys(found[0]?.[0] ?? {}) as Name[];
  const pairOf = (samples: Record<Name, number>[], name: Name): [number, number] => [
    samples[0]?.[name] ?? Number.NaN,
    samples[at]?.[name] ?? Number.NaN,
  ];
  const comparisons = names.map((name) => [name, compared(found.map((samples) => pairOf(samples, name)))]);
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
