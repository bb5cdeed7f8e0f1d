import { emptyFastify, environment, server } from "../against/servers.ts";
import { aimAtMost, ratioRow } from "../figures/row.ts";
import type { Measurement } from "../harness/bench.ts";
import { timeToFirstReply } from "../harness/whole-process.ts";

export const start: Measurement = {
  does: "From the start of the process to the first 503, on a store that is there, against an empty Fastify server's first answer.",
  async measure(bench) {
    const env = environment(bench);
    const { time } = await bench.compare(
      () => timeToFirstReply(bench, server, env),
      () => timeToFirstReply(bench, emptyFastify, env),
      15,
    );
    return [ratioRow("start to the first 503", "an empty Fastify server", time, "ms", [aimAtMost(1.8)])];
  },
};
