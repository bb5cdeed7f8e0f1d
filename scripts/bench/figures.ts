import { markdownTable } from "markdown-table";

export interface Bounds {
  must?: number;
  aim?: number;
}

export interface Row {
  what: string;
  /** The other side, if there is one. */
  against?: string;
  /** The median of the rounds' ratios, ours divided by the other's. Without another side, the figure itself. */
  figure: number;
  spread?: [least: number, most: number];
  bounds: Bounds;
  ours: string;
  theirs?: string;
  rounds?: Round[];
}

/** The row for two sides. The first unit is compared; figures in the others are only shown. */
export function comparedRow<Name extends string>(
  what: string,
  against: string,
  rounds: Round<Name>[],
  units: Partial<Record<Name, string>>,
  bounds: Bounds = {},
): Row {
  const names = Object.keys(units) as Name[];
  const ratios = rounds.flatMap(({ ours, theirs }) =>
    names.slice(0, 1).map((name) => ours[name] / theirs[name]),
  );
  const inWords = (side: keyof Round) =>
    names
      .map((name) => `${figureInWords(median(rounds.map((round) => round[side][name])))} ${units[name]}`)
      .join(", ");
  return {
    what,
    against,
    figure: median(ratios),
    spread: [Math.min(...ratios), Math.max(...ratios)],
    bounds,
    ours: inWords("ours"),
    theirs: inWords("theirs"),
    rounds,
  };
}

export function plainRow(what: string, figure: number, unit: string, bounds: Bounds = {}): Row {
  return { what, figure, bounds, ours: `${figureInWords(figure)} ${unit}` };
}

export function missed(rows: Row[]): string[] {
  return rows
    .filter(({ figure, bounds: { must } }) => must !== undefined && !keeps(figure, must))
    .map(({ what, figure, bounds: { must = 0 } }) => {
      return `${what} must be at most ${figureInWords(must)}, and is ${figureInWords(figure)}.`;
    });
}

/** The rows as a Markdown table, its columns aligned. */
export function table(rows: Row[]): string {
  const head = ["what", "against", "figure", "spread", "bound", "kept", "ours", "the other's"];
  const cells = rows.map(({ what, against = "—", figure, spread, bounds, ours, theirs = "—" }) => {
    const given = Object.entries(bounds);
    return [
      what,
      against,
      figureInWords(figure),
      spread?.map(figureInWords).join(" – ") ?? "—",
      given.map(([kind, most]) => `${kind} ≤ ${figureInWords(most)}`).join(", ") || "—",
      given.map(([, most]) => (keeps(figure, most) ? "yes" : "**no**")).join(", ") || "—",
      ours,
      theirs,
    ];
  });
  return markdownTable([head, ...cells]);
}

function keeps(figure: number, most: number): boolean {
  return Math.round(figure * 1000) / 1000 <= most;
}

/** A number as people read it: three decimals below ten, one below a hundred, none above. */
function figureInWords(figure: number): string {
  const inWords = (maximumFractionDigits: number) => figure.toLocaleString("en", { maximumFractionDigits });
  if (figure < 10) return inWords(3);
  return inWords(figure < 100 ? 1 : 0);
}

type Side<Name extends string> = () => Promise<Record<Name, number>>;

type Round<Name extends string = string> = Record<"ours" | "theirs", Record<Name, number>>;

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
function median(numbers: number[]): number {
  const sorted = numbers.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  const [low = Number.NaN, high = low] = sorted.slice(Math.ceil(middle) - 1, Math.floor(middle) + 1);
  return (low + high) / 2;
}
