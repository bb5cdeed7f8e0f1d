import { environment, notice } from "../against/servers.ts";
import { aimAtMost, ratioRow } from "../figures/row.ts";
import type { Measurement } from "../harness/bench.ts";
import { timeOfCommand } from "../harness/whole-process.ts";

export const command: Measurement = {
  does: "`notice set`, the whole process with its syncs and its reading back, against `node -e 0`.",
  async measure(bench) {
    const env = environment(bench);
    await timeOfCommand(bench, [notice, "init"], env);
    let changes = 0;
    const { time } = await bench.compare(
      () => timeOfCommand(bench, [notice, "set", "--message", `Change ${changes++}`], env),
      () => timeOfCommand(bench, ["-e", "0"], env),
      9,
    );
    return [ratioRow("`notice set`, whole process", "`node -e 0`", time, "ms", [aimAtMost(3)])];
  },
};
