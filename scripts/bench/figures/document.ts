import { cpus, loadavg, totalmem } from "node:os";

/** The machine of the figures. Call this before the run, which raises the load average. */
export function describeMachine(): string {
  const memory = Math.round(totalmem() / 1024 ** 3);
  const machine = `${cpus()[0]?.model.trim()}, ${cpus().length} cores, ${memory} GiB, Node ${process.versions.node}`;
  return `${machine}; load average before the run ${loadavg()[0]?.toFixed(1)}`;
}

/** The document with the findings in their place. @throws Error if it has no place for them */
export function withFindings(text: string, findings: string): string {
  const place = /(<!-- written by npm run bench -->\n)[\s\S]*(\n<!-- -->)/;
  if (!place.test(text)) throw new Error("The document about the benchmarks has no place for the table.");
  return text.replace(place, (_all, start: string, end: string) => `${start}\n${findings}\n${end}`);
}
