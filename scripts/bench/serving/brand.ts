import { join } from "node:path";
import { startProduct } from "../against/servers.ts";
import { mustBeAtMost, ratioRow, unmeasuredRow } from "../figures/row.ts";
import type { Measurement } from "../harness/bench.ts";
import { browser } from "../harness/replies.ts";
import { loadWithWrk, wrk } from "../harness/wrk.ts";

const brandRow = "page with a brand, 50 connections";

export const brand: Measurement = {
  does: "The page with name, logos, icon, footer and links (`docs/brand/bank`) from 50 connections, against the page without: CPU time per request, by `wrk`.",
  async measure(bench) {
    if (!wrk) return [unmeasuredRow(brandRow, "wrk is not installed")];
    const start = (name: string, settings: Record<string, string>) =>
      startProduct(bench, { DATABASE: join(bench.folder, `${name}.db`), ...settings });
    const branded = await start("branded", { BRAND_DIR: "docs/brand/bank" });
    const plain = await start("plain", {});
    const asked = { path: "/", headers: browser, status: 503 };
    const { cpu } = await bench.compare(
      () => loadWithWrk(branded, asked, 50),
      () => loadWithWrk(plain, asked, 50),
      15,
    );
    return [ratioRow(`${brandRow}: CPU time`, "without", cpu, "µs", [mustBeAtMost(1.02)])];
  },
};
