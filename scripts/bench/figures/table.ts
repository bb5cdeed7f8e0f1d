import { type Bound, inWords, keeps, type Row } from "./row.ts";

const head = ["what", "against", "figure", "spread", "bound", "kept", "ours", "the other's"];

/** The rows as a table in Markdown, its columns aligned. */
export function table(rows: Row[]): string {
  const cells = rows.map(({ what, against, figure, spread, bounds, ours, theirs }) => [
    what,
    against,
    figure === undefined ? "—" : figure.toLocaleString("en", { maximumFractionDigits: 3 }),
    spread ? spread.map(inWords).join(" – ") : "—",
    bounds.map(boundInWords).join(", ") || "report",
    bounds.map((bound) => (keeps(figure, bound) ? "yes" : "**no**")).join(", ") || "—",
    ours,
    theirs,
  ]);
  const widths = head.map((title, column) =>
    Math.max(title.length, ...cells.map((row) => row[column]?.length ?? 0)),
  );
  const line = (row: string[]) =>
    `| ${row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [head, widths.map((width) => "-".repeat(width)), ...cells].map(line).join("\n");
}

function boundInWords({ kind, relation, value }: Bound): string {
  return `${kind} ${relation} ${inWords(value)}`;
}
