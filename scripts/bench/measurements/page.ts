import { askSettled, browser } from "../answers.ts";
import type { Measurement } from "../bench.ts";
import { compare } from "../compare.ts";
import { load, loadRows } from "../load.ts";
import { aimAtLeast, mustBeAtLeast } from "../row.ts";
import { startBare, startService } from "../servers.ts";

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
