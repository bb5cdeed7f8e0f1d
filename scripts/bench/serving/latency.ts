import { Agent } from "node:http";
import { startBare, startService } from "../against/servers.ts";
import { compare, median } from "../figures/compare.ts";
import { mustBeAtMost, ratioRow } from "../figures/row.ts";
import type { Measurement } from "../harness/bench.ts";
import { ask, askSettled, browser } from "../harness/replies.ts";

const requests = 3000;

export const latency: Measurement = {
  does: "The same page over one connection, one request after another: the median time to the last byte.",
  async measure(bench) {
    const ours = await startService(bench);
    const bare = await startBare(bench, await askSettled(ours.url, browser));
    const { time } = await compare(
      () => askInTurn(ours.url),
      () => askInTurn(bare.url),
    );
    return [
      ratioRow("page, one connection: median latency", "bare `node:http`", time, "µs", [mustBeAtMost(1.15)]),
    ];
  },
};

async function askInTurn(url: string): Promise<{ time: number }> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const times: number[] = [];
  for (let index = 0; index < requests; index += 1) {
    const started = performance.now();
    await ask(url, browser, agent);
    times.push((performance.now() - started) * 1000);
  }
  agent.destroy();
  return { time: median(times) };
}
