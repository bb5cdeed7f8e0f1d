import { markdownTable } from "markdown-table";
import { type Bound, figureInWords, keeps, type TableRow } from "./row.ts";

const head = ["what", "against", "figure", "spread", "bound", "kept", "ours", "the other's"];

/** The rows as a Markdown table, its columns aligned. */
export function table(rows: TableRow[]): string {
  const cells = rows.map(({ what, against, figure, spread, bounds, ours, theirs }) => [
    what,
    against,
    figure === undefined ? "—" : figure.toLocaleString("en", { maximumFractionDigits: 3 }),
    spread ? spread.map(figureInWords).join(" – ") : "—",
    bounds.map(boundInWords).join(", ") || "report",
    bounds.map((bound) => (keeps(figure, bound) ? "yes" : "**no**")).join(", ") || "—",
    ours,
    theirs,
  ]);
  return markdownTable([head, ...cells]);
}

function boundInWords({ kind, relation, value }: Bound): string {
  return `${kind} ${relation} ${figureInWords(value)}`;
}
