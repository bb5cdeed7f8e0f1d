import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { type Arrivals, returnOf } from "./support/open-pages.ts";

const pages = 10_000;
const spreads = [0, 5, 60, 300, 600];

const grouped = (count: number): string => count.toLocaleString("en").replaceAll(",", " ");

/** How many of the moments, in ms, come before a second. */
const before = (moments: number[], second: number): number =>
  moments.filter((moment) => moment < second * 1000).length;

/** How many come in the second that has most of them. */
function most(moments: number[]): number {
  const perSecond: number[] = [];
  for (const moment of moments) {
    const second = Math.floor(moment / 1000);
    perSecond[second] = (perSecond[second] ?? 0) + 1;
  }
  return perSecond.reduce((highest, count) => Math.max(highest, count ?? 0), 0);
}

function rowOf(spread: number, { loads, requests }: Arrivals): string {
  const last = Math.ceil(Math.max(...loads) / 1000);
  const figures = [before(loads, 60), most(loads), most(requests)].map(grouped);
  return `| ${[`\`${spread}\``, ...figures, `${last} s`].join(" | ")} |`;
}

it(`the table of how ${pages} open pages come back, and what their own code does`, async () => {
  const rows: string[] = [];
  for (const spread of spreads) rows.push(rowOf(spread, await returnOf(pages, spread)));
  const table = readFileSync("docs/maintenance.md", "utf8").match(/^\| `\d+` \|.*\|$/gm);
  expect(table).toEqual(rows);
});
