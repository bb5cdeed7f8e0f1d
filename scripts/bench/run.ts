import { readFileSync, writeFileSync } from "node:fs";
import { type Scheme, schemes } from "../../schema/brand/schemes.ts";
import { readArguments } from "./arguments.ts";
import { paint } from "./browser/paint.ts";
import { weight } from "./browser/weight.ts";
import { disturbance, document } from "./document.ts";
import { chart } from "./figures/chart.ts";
import { missed, type TableRow } from "./figures/row.ts";
import { scaleTables, withScaleTables } from "./figures/scale.ts";
import { table } from "./figures/table.ts";
import { fleet } from "./fleet/fleet.ts";
import { type Bench, type Measurement, withBench } from "./harness/bench.ts";
import { move } from "./harness/cores.ts";
import { describeMachine } from "./harness/machine.ts";
import { type RoundCount, watchHost } from "./harness/usage.ts";
import { nodes } from "./nodes/nodes.ts";
import { command } from "./process/command.ts";
import { history } from "./process/history.ts";
import { memory } from "./process/memory.ts";
import { start } from "./process/start.ts";
import { ticks } from "./process/ticks.ts";
import { brand } from "./serving/brand.ts";
import { change } from "./serving/change.ts";
import { exported } from "./serving/exported.ts";
import { peers } from "./serving/peers.ts";
import { quiet } from "./serving/quiet.ts";
import { eachReply } from "./serving/requests.ts";
import { variants } from "./serving/variants.ts";
import { workers } from "./serving/workers.ts";
import { visitor } from "./visitor/visitor.ts";

const measurements: Record<string, Measurement> = {
  requests: eachReply,
  quiet,
  ticks,
  peers,
  exported,
  history,
  variants,
  brand,
  memory,
  change,
  start,
  command,
  weight,
  paint,
  workers,
  visitor,
  fleet,
  nodes,
};
const file = new URL("../../../../docs/benchmarks.md", import.meta.url);
const scaleFile = new URL("../../../../docs/scale.md", import.meta.url);
const picture = (scheme: Scheme) =>
  new URL(`../../../../docs/pictures/benchmarks-${scheme}.svg`, import.meta.url);

const stopped = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopped.abort());

/** Runs the measurements that are asked for; returns the exit code. */
async function run({ names, rounds }: ReturnType<typeof readArguments>): Promise<number> {
  const machine = describeMachine();
  const started = performance.now();
  const rows: TableRow[] = [];
  const failures: string[] = [];
  const count: RoundCount = { all: 0, disturbed: 0 };
  for (const name of names.length > 0 ? names : Object.keys(measurements)) {
    if (stopped.signal.aborted) return 1;
    process.stderr.write(`Measuring ${name} …\n`);
    const failed = (error: unknown): TableRow[] => {
      failures.push(`${name} could not be measured: ${error instanceof Error ? error.message : error}`);
      return [];
    };
    rows.push(...(await measure(name, count, rounds).catch(failed)));
  }
  const seconds = (performance.now() - started) / 1000;
  const misses = [...missed(rows), ...failures];
  const written = table(rows);
  process.stdout.write(`${[written, ...misses, "", disturbance(count)].join("\n")}\n`);
  if (names.length === 0) {
    const findings = { table: written, machine, count, measurements, missed: misses, seconds };
    writeFileSync(file, document(findings, new Date()));
    const tables = scaleTables(rows);
    if (tables) writeFileSync(scaleFile, withScaleTables(readFileSync(scaleFile, "utf8"), tables));
    else
      process.stderr.write("Not all of what a visitor costs was measured: docs/scale.md stays as it is.\n");
    for (const scheme of schemes) {
      const drawn = chart(rows, scheme);
      if (drawn) writeFileSync(picture(scheme), drawn);
    }
  }
  return misses.length > 0 ? 1 : 0;
}

async function measure(name: string, count: RoundCount, rounds?: number): Promise<TableRow[]> {
  move(process.pid, "generator");
  const work = async (bench: Bench) => (await measurements[name]?.measure(bench)) ?? [];
  return withBench(work, stopped.signal, rounds, () => watchHost(count));
}

let asked: ReturnType<typeof readArguments> | undefined;
try {
  asked = readArguments(process.argv.slice(2), Object.keys(measurements));
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
}
process.exitCode = asked ? await run(asked) : 2;
