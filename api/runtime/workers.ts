import cluster, { type Worker } from "node:cluster";
import { once } from "node:events";
import { isIPv6 } from "node:net";
import type { Logger } from "pino";
import { AggregatorRegistry } from "prom-client";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Service } from "./service.ts";

/** How long we wait before replacing a worker that died, in ms. */
const restartDelayMs = 500;

/**
 * Starts `count` workers, each running the same program as this process and watching the store on its own, and replaces
 * those that die. Their metrics are added up.
 * @throws NoticeError WORKER_FAILED if the first one does not start; it has already said why
 * @see https://nodejs.org/api/cluster.html
 */
export async function startWorkers(count: number, logger: Logger): Promise<Service> {
  // A connection handed to a worker is lost if that worker dies; one that a worker accepts itself is not.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const figures = new AggregatorRegistry();
  let isClosing = false;

  const superviseWorker = (worker: Worker): void => {
    worker.once("exit", (code, signal) => {
      if (isClosing) return;
      logger.error(
        { worker: worker.process.pid, code, signal },
        "A worker has exited: another one is taking over",
      );
      setTimeout(() => isClosing || superviseWorker(cluster.fork()), restartDelayMs).unref();
    });
  };

  const first = cluster.fork();
  const address = await listening(first);
  if (address === undefined) throw new NoticeError("WORKER_FAILED", {});
  superviseWorker(first);
  const others = Array.from({ length: count - 1 }, () => cluster.fork());
  others.forEach(superviseWorker);
  await Promise.all(others.map(listening));

  return {
    address,
    readMetrics: () => figures.clusterMetrics(),
    async stop() {
      isClosing = true;
      const left = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined);
      await Promise.all(left.map(end));
    },
  };
}

/** Where a worker listens, or undefined if it exits instead. */
async function listening(worker: Worker): Promise<string | undefined> {
  const [found] = await Promise.race([once(worker, "listening"), once(worker, "exit").then(() => [])]);
  return found && `http://${isIPv6(found.address) ? `[${found.address}]` : found.address}:${found.port}`;
}

async function end(worker: Worker): Promise<void> {
  const exit = once(worker, "exit");
  worker.process.kill("SIGTERM");
  await exit;
}
