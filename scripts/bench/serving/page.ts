import { startBare, startService } from "../against/servers.ts";
import { compare } from "../figures/compare.ts";
import { aimAtLeast, mustBeAtLeast } from "../figures/row.ts";
import type { Measurement } from "../harness/bench.ts";
import { load, loadRows } from "../harness/load.ts";
import { askSettled, browser } from "../harness/replies.ts";

export const page: Measurement = {
  does: "The page as HTML in brotli, 50 connections, against `node:http` that writes the same bytes and headers.",
  async measure(bench) {
    const ours = await startService(bench);
    const bare = await startBare(bench, await askSettled(ours.url, browser));
    const asked = { requests: [{ headers: browser }], status: 503 };
    const found = await compare(
      () => load(ours, asked),
      () => load(bare, asked),
    );
    return loadRows("page, HTML and brotli", "bare `node:http`", found, [
      mustBeAtLeast(0.85),
      aimAtLeast(0.95),
    ]);
  },
};
