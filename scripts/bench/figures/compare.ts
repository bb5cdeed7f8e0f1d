/** Runs one side once and returns its figures by name. */
type Side<Name extends string> = () => Promise<Record<Name, number>>;

/** The figures of both sides, measured one after the other. */
export type Round<Name extends string = string> = Record<"ours" | "theirs", Record<Name, number>>;

/** Runs both sides once to warm up, and then in turn, ours first in each round. */
export async function inTurn<Name extends string>(
  ours: Side<Name>,
  theirs: Side<Name>,
  rounds: number,
): Promise<Round<Name>[]> {
  await ours();
  await theirs();
  const found: Round<Name>[] = [];
  while (found.length < rounds) found.push({ ours: await ours(), theirs: await theirs() });
  return found;
}

/** The median: for an even count, the mean of the two numbers in the middle. */
export function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return (low + high) / 2;
}
