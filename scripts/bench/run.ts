import { writeFileSync } from "node:fs";
import { type Measurement, withBench } from "./bench.ts";
import { move } from "./cores.ts";
import { document } from "./document.ts";
import { describeMachine } from "./machine.ts";
import { change } from "./measurements/change.ts";
import { command } from "./measurements/command.ts";
import { formats } from "./measurements/formats.ts";
import { history } from "./measurements/history.ts";
import { latency } from "./measurements/latency.ts";
import { memory } from "./measurements/memory.ts";
import { nginx } from "./measurements/nginx.ts";
import { notModified } from "./measurements/not-modified.ts";
import { page } from "./measurements/page.ts";
import { paint } from "./measurements/paint.ts";
import { start } from "./measurements/start.ts";
import { variants } from "./measurements/variants.ts";
import { weight } from "./measurements/weight.ts";
import { workers } from "./measurements/workers.ts";
import { missed, type Row } from "./row.ts";
import { table } from "./table.ts";

const measurements: Record<string, Measurement> = {
  page,
  latency,
  nginx,
  formats,
  "not-modified": notModified,
  history,
  variants,
  memory,
  change,
  start,
  command,
  weight,
  paint,
  workers,
};
const file = new URL("../../../../docs/benchmarks.md", import.meta.url);

const stopped = new AbortController();
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => stopped.abort());

/** Runs the measurements that are named, or all; gives the exit code. */
async function run(names: string[]): Promise<number> {
  const unknown = names.filter((name) => !(name in measurements));
  if (unknown.length > 0) {
    process.stderr.write(
      `There is no ${unknown.join(", ")} among ${Object.keys(measurements).join(", ")}.\n`,
    );
    return 2;
  }
  const machine = describeMachine();
  const started = performance.now();
  const rows: Row[] = [];
  const failures: string[] = [];
  for (const name of names.length > 0 ? names : Object.keys(measurements)) {
    if (stopped.signal.aborted) return 1;
    process.stderr.write(`Measuring ${name} …\n`);
    const failed = (error: unknown): Row[] => {
      failures.push(`${name} could not be measured: ${error instanceof Error ? error.message : error}`);
      return [];
    };
    rows.push(...(await measure(name).catch(failed)));
  }
  const seconds = (performance.now() - started) / 1000;
  const misses = [...missed(rows), ...failures];
  const written = table(rows);
  process.stdout.write(`${[written, ...misses].join("\n")}\n`);
  if (names.length === 0) {
    const findings = { table: written, machine, measurements, missed: misses, seconds };
    writeFileSync(file, document(findings, new Date()));
  }
  return misses.length > 0 ? 1 : 0;
}

async function measure(name: string): Promise<Row[]> {
  move(process.pid, "generator");
  return withBench(async (bench) => (await measurements[name]?.measure(bench)) ?? [], stopped.signal);
}

process.exitCode = await run(process.argv.slice(2));
