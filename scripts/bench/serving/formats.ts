import { startBare, startService } from "../against/servers.ts";
import { compare } from "../figures/compare.ts";
import { mustBeAtLeast, type Row } from "../figures/row.ts";
import type { Bench, Measurement } from "../harness/bench.ts";
import { load, loadRows } from "../harness/load.ts";
import type { Running } from "../harness/processes.ts";
import { askSettled, browser } from "../harness/replies.ts";

export const formats: Measurement = {
  does: "The notice as a problem detail and as plain text, 50 connections, against `node:http` that writes the same.",
  async measure(bench) {
    const ours = await startService(bench);
    return [
      ...(await measureFormat(bench, ours, "problem+json", "application/problem+json")),
      ...(await measureFormat(bench, ours, "text", "text/plain")),
    ];
  },
};

async function measureFormat(bench: Bench, ours: Running, what: string, accept: string): Promise<Row[]> {
  const headers = { ...browser, accept };
  const bare = await startBare(bench, await askSettled(ours.url, headers));
  const asked = { requests: [{ headers }], status: 503 };
  const found = await compare(
    () => load(ours, asked),
    () => load(bare, asked),
  );
  return loadRows(what, "bare `node:http`", found, [mustBeAtLeast(0.85)]);
}
