import type { Text } from "../../../schema/notice/texts.ts";
import { printable } from "../../../schema/text/printable.ts";
import type { Objection } from "../proposal.ts";
import type { FactDifference, OneSided } from "./compare-facts.ts";
import type { Figure } from "./figures/figure.ts";
import { showFigure } from "./figures/read-figures.ts";

/** What a text is called in a sentence. */
export const labels: Record<Text, string> = {
  title: "title",
  message: "message",
  expectedReturn: "expected return",
};

type Row = [check: Objection["check"], name: string, show: (side: OneSided, other: OneSided) => string[]];

const rows: Row[] = [
  ["numbers", "number", (side, other) => figuresOf("number", side, other)],
  ["times", "clock time", (side, other) => figuresOf("time", side, other)],
  ["times", "time zone", ({ zones }) => zones],
  [
    "names",
    "weekday",
    ({ weekdays }) => weekdays.map((day) => nameOf({ weekday: "long" }, Date.UTC(2026, 5, day))),
  ],
  [
    "names",
    "month",
    ({ months }) => months.map((month) => nameOf({ month: "long" }, Date.UTC(2026, month - 1))),
  ],
];

/** A sentence for each kind of number, time or name that a text lacks or has in addition. */
export function factObjections(field: Text, { lost, added }: FactDifference): Objection[] {
  return rows.flatMap(([check, name, show]): Objection[] => {
    const detail = sentenceOf(`The ${labels[field]}`, name, show(lost, added), show(added, lost));
    return detail === undefined ? [] : [{ check, field, detail: printable(detail) }];
  });
}

function figuresOf(kind: Figure["kind"], side: OneSided, other: OneSided): string[] {
  const same = new Set(other.figures.map(({ raw }) => raw));
  return side.figures
    .filter((figure) => figure.kind === kind)
    .map((figure) => showFigure(figure, same.has(figure.raw)));
}

function sentenceOf(subject: string, name: string, lost: string[], added: string[]): string | undefined {
  const things = (values: string[]): string => `${name}${values.length > 1 ? "s" : ""} ${listed(values)}`;
  if (lost.length > 0 && added.length > 0)
    return `${subject} has the ${things(added)} in place of ${listed(lost)}.`;
  if (lost.length > 0) return `${subject} lacks the ${things(lost)}.`;
  if (added.length > 0)
    return `${subject} has the ${things(added)}, which ${added.length > 1 ? "were" : "was"} not given.`;
  return undefined;
}

/** More values than a person reads in one sentence. */
const maxListed = 8;

function listed(values: string[]): string {
  const shown = values.slice(0, maxListed);
  const more = values.length - shown.length;
  return new Intl.ListFormat("en").format(more > 0 ? [...shown, `${more} more`] : shown);
}

function nameOf(style: Intl.DateTimeFormatOptions, time: number): string {
  return new Intl.DateTimeFormat("en", { ...style, timeZone: "UTC" }).format(time);
}
