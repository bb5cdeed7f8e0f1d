import type { Comparison } from "./compare.ts";

/** What a figure must reach, or what we aim for. */
export interface Bound {
  kind: "must" | "aim";
  relation: "≥" | "≤";
  value: number;
}

/** A row of the table. */
export interface TableRow {
  what: string;
  against: string;
  /** Ours divided by the other's, or the figure itself if there is no other; undefined if it was not measured. */
  figure: number | undefined;
  /** The least and the most of the rounds. */
  spread?: [number, number];
  bounds: Bound[];
  /** The absolute figure of ours, and of the other if there is one. */
  absolute?: [ours: number, theirs?: number];
  /** The same with their units. */
  ours: string;
  theirs: string;
}

const bound =
  (kind: Bound["kind"], relation: Bound["relation"]) =>
  (value: number): Bound => ({ kind, relation, value });

export const mustBeAtLeast = bound("must", "≥");
export const mustBeAtMost = bound("must", "≤");
export const aimAtLeast = bound("aim", "≥");
export const aimAtMost = bound("aim", "≤");

/** Whether a figure, rounded as it is shown, keeps a bound; one that was not measured keeps none. */
export function keeps(figure: number | undefined, { relation, value }: Bound): boolean {
  if (figure === undefined) return false;
  const shown = Math.round(figure * 1000) / 1000;
  return relation === "≥" ? shown >= value : shown <= value;
}

/** The required bounds that the rows do not keep. */
export function missed(rows: TableRow[]): string[] {
  return rows.flatMap(({ what, figure, bounds }) =>
    bounds
      .filter((bound) => bound.kind === "must" && !keeps(figure, bound))
      .map(({ relation, value }) => {
        const found = figure === undefined ? "was not measured" : `is ${figureInWords(figure)}`;
        return `${what} must be ${relation} ${figureInWords(value)}, and ${found}`;
      }),
  );
}

/** The row for a comparison, its absolute figures in the given unit. */
export function ratioRow(
  what: string,
  against: string,
  { ratio, least, most, ours, theirs }: Comparison,
  unit: string,
  bounds: Bound[] = [],
): TableRow {
  const inUnit = (figure: number) => `${figureInWords(figure)} ${unit}`;
  return {
    what,
    against,
    figure: ratio,
    spread: [least, most],
    bounds,
    absolute: [ours, theirs],
    ours: inUnit(ours),
    theirs: inUnit(theirs),
  };
}

/** The row for a figure that stands on its own. */
export function plainRow(what: string, figure: number, unit: string, bounds: Bound[]): TableRow {
  const ours = `${figureInWords(figure)} ${unit}`.trim();
  return { what, against: "—", figure, bounds, absolute: [figure], ours, theirs: "—" };
}

/** The row for what could not be measured here, and why. */
export function unmeasuredRow(what: string, reason: string, bounds: Bound[] = []): TableRow {
  return { what, against: "—", figure: undefined, bounds, ours: reason, theirs: "—" };
}

/** A number as people read it: three decimals below ten, one below a hundred, none above. */
export function figureInWords(figure: number): string {
  const maximumFractionDigits = figure < 10 ? 3 : figure < 100 ? 1 : 0;
  return figure.toLocaleString("en", { maximumFractionDigits });
}
