import { emptyFastify, newEnvironment, server } from "../against/servers.ts";
import { inTurn } from "../figures/compare.ts";
import { comparedRow, type Row } from "../figures/row.ts";
import { startServer } from "../harness/processes.ts";
import { ask, browser } from "../harness/replies.ts";

/** From the process's start to the first 503, on an existing store, beside the first reply of an empty Fastify server. */
export async function start(rounds = 9): Promise<Row[]> {
  const env = newEnvironment();
  const found = await inTurn(
    () => timeToReply(server, env),
    () => timeToReply(emptyFastify, env),
    rounds,
  );
  return [
    comparedRow("start to the first 503", "an empty Fastify server", found, { time: "ms" }, { aim: 1.8 }),
  ];
}

async function timeToReply(script: string, env: NodeJS.ProcessEnv): Promise<{ time: number }> {
  const started = performance.now();
  const running = await startServer([script], env, "all");
  await ask(running.url, browser);
  const time = performance.now() - started;
  await running.stop();
  return { time };
}
