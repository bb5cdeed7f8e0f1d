import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { cpus, loadavg, totalmem } from "node:os";
import { parseArgs } from "node:util";
import { missed, type Row, table } from "./figures.ts";
import { stopAll } from "./harness.ts";
import { change, memory, page, requests, set, start } from "./measured.ts";

/** The measurements, each with a default number of rounds. Everything that a measurement starts is ended after it. */
const measurements: Record<string, (rounds?: number) => Promise<Row[]>> = {
  requests,
  start,
  set,
  change,
  memory,
  page,
};

const options = { rounds: { type: "string" } } as const;
const { values, positionals: names } = parseArgs({ options, allowPositionals: true });
const rounds = values.rounds === undefined ? undefined : Number.parseInt(values.rounds, 10);
if (rounds !== undefined && !(rounds > 0)) throw new Error("--rounds takes a number, as in --rounds 30.");
const unknown = names.filter((name) => !(name in measurements));
if (unknown.length > 0)
  throw new Error(`There is no ${unknown.join(", ")} among ${Object.keys(measurements).join(", ")}.`);

process.once("exit", stopAll);
for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => process.exit(1));

const [at, started, machine] = [new Date(), performance.now(), describeMachine()];
const rows: Row[] = [];
const failures: string[] = [];
for (const [name, measure] of Object.entries(measurements)) {
  if (names.length > 0 && !names.includes(name)) continue;
  process.stderr.write(`Measuring ${name} …\n`);
  try {
    rows.push(...(await measure(rounds)));
  } catch (error) {
    failures.push(`${name} could not be measured: ${error instanceof Error ? error.message : error}`);
  }
  stopAll();
}

const seconds = Math.round((performance.now() - started) / 1000);
const misses = [...missed(rows), ...failures];
const verdict = misses.length > 0 ? misses : ["Every bound that must be kept is kept."];
const findings = [
  `On ${at.toISOString().slice(0, 10)}, in ${seconds} s. ${machine}.`,
  table(rows),
  verdict.map((line) => `- ${line}`).join("\n"),
].join("\n\n");
process.stdout.write(`${findings}\n`);
mkdirSync("var", { recursive: true });
writeFileSync("var/benchmarks.json", `${JSON.stringify({ at, machine, rows }, null, 1)}\n`);
const document = "docs/benchmarks.md";
if (names.length === 0) writeFileSync(document, withFindings(readFileSync(document, "utf8"), findings));
process.exitCode = misses.length > 0 ? 1 : 0;

/** The machine of the figures. Call this before the run, which raises the load average. */
function describeMachine(): string {
  const memory = Math.round(totalmem() / 1024 ** 3);
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${memory} GiB, Node ${process.versions.node}`;
  return `${machine}; load average before the run ${loadavg()[0]?.toFixed(1)}`;
}

/** The document with the findings in their place. @throws Error if it has no place for them */
function withFindings(text: string, findings: string): string {
  const place = /(<!-- written by npm run bench -->\n)[\s\S]*(\n<!-- -->)/;
  if (!place.test(text)) throw new Error("The document about the benchmarks has no place for the table.");
  return text.replace(place, (_all, start: string, end: string) => `${start}\n${findings}\n${end}`);
}
