import type { Measurement } from "./harness/bench.ts";
import { mostStolen, type RoundCount } from "./harness/usage.ts";

interface WholeRun {
  table: string;
  machine: string[];
  count: RoundCount;
  measurements: Record<string, Measurement>;
  /** The required bounds that were missed, and what could not be measured. */
  missed: string[];
  seconds: number;
}

/** What the machine's host did to the rounds of a run. */
export function disturbance({ all, disturbed }: RoundCount): string {
  const rule = `more than ${mostStolen * 100} % of the processors' time to others`;
  return `In ${disturbed} of ${all} rounds the machine's host gave ${rule}: such a round is measured again, at most as often as its comparison has rounds`;
}

/** The benchmark document of a whole run. */
export function document(
  { table, machine, count, measurements, missed, seconds }: WholeRun,
  now: Date,
): string {
  const verdict =
    missed.length === 0
      ? ["Every bound that must be kept is kept."]
      : ["Missed:", "", ...missed.map((miss) => `- ${miss}`)];
  const meanings = Object.entries(measurements).map(([name, { does }]) => `- \`${name}\`: ${does}`);
  return [
    "# Benchmarks",
    "",
    `Written by \`npm run bench\` on ${now.toISOString().slice(0, 10)}, in ${Math.round(seconds)} s. Two things are measured in turn in the same run`,
    "(ours, the other, ours, …, after a run of each to warm up): a figure is the median of the rounds' ratios, ours divided by the",
    "other's, and its spread is the least and the most of them. Absolute figures are medians, and hold for this machine alone. A bound",
    "is what must be kept, or what is aimed at: a run that misses one of the former ends with exit code 1.",
    "",
    ...machine.map((line) => `- ${line}`),
    `- ${disturbance(count)}`,
    "",
    "<picture>",
    '  <source media="(prefers-color-scheme: dark)" srcset="pictures/benchmarks-dark.svg">',
    '  <img alt="CPU time per request of nginx, HAProxy, Backsoon, bare node:http and Caddy as maintenance pages" src="pictures/benchmarks-light.svg">',
    "</picture>",
    "",
    table,
    "",
    ...verdict,
    "",
    "## What is measured",
    "",
    "`npm run bench -- NAME…` runs some of them, and leaves this document alone; `--rounds 30` before the names gives each comparison 30 rounds.",
    "",
    ...meanings,
    "",
  ].join("\n");
}
