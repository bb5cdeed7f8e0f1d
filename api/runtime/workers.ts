import cluster from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import { AggregatorRegistry } from "prom-client";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Installation } from "../../schema/settings/installation.ts";
import type { Environment } from "../../schema/settings/setting-names.ts";
import type { LineWriter } from "../observe/line-writer.ts";
import type { Log } from "../observe/log.ts";
import { addDroppedLines } from "../observe/metrics.ts";
import type { Probing } from "./probe-process.ts";
import { nextWaitMs } from "./restart-wait.ts";
import type { Service } from "./service.ts";
import { type RunningWorker, startWorker } from "./worker.ts";
import { workerVariable } from "./worker-number.ts";

interface WorkersParts {
  count: number;
  installation: Installation;
  log: Log;
  errors: LineWriter;
  /** Abandoned here: each worker tries the store itself. */
  probing: Probing;
  /** The descriptor of an inherited socket that they listen on. */
  socket: number | undefined;
  /** Aborted when all of them must stop, even before the first one listens. */
  told: AbortSignal;
}

/**
 * Starts `count` workers, and replaces those that die. Each runs this program and watches the store on its own. This
 * process adds up their metrics, and writes all output. When no worker is left, Node closes their shared socket. An
 * inherited socket cannot be opened again: then the service manager must restart this process. Rejects with the reason
 * of `told` if that is aborted before the first worker listens.
 * @throws NoticeError WORKER_FAILED if the first one does not start; it has already written why
 * @see https://nodejs.org/api/cluster.html
 */
export async function startWorkers(parts: WorkersParts): Promise<Service> {
  const { count, installation, log, errors, probing, socket, told } = parts;
  probing.abandon();
  // The one secret that a worker needs is no longer in our own environment.
  const { value } = installation.postgres?.password ?? {};
  const env: Environment = value === undefined ? {} : { DATABASE_PASSWORD: value };
  // A connection that is handed to a worker is lost if the worker dies; one that a worker accepts itself is not.
  cluster.schedulingPolicy = cluster.SCHED_NONE;
  const figures = new AggregatorRegistry();
  const stopping = new AbortController();
  const { signal } = stopping;
  const workers = new Set<RunningWorker>();
  const serving = new Set<RunningWorker>();

  /** Starts a worker; a replacement gets the number of the worker that died. */
  const start = (number: number): RunningWorker => {
    const worker = startWorker({ log: log.lines, errors }, { ...env, [workerVariable]: String(number) });
    workers.add(worker);
    void worker.listening.then((address) => address && serving.add(worker));
    void worker.ended.then(() => workers.delete(worker) && serving.delete(worker));
    return worker;
  };

  const supervise = async (first: RunningWorker, number: number): Promise<void> => {
    let waitMs = 0;
    for (let worker = first; ; worker = start(number)) {
      const started = performance.now();
      const how = await worker.ended;
      if (signal.aborted) return;
      if (socket !== undefined && serving.size === 0)
        throw new Error("No worker is left, and the inherited socket was closed with the last one");
      waitMs = nextWaitMs(waitMs, performance.now() - started);
      log.logger.error(
        { worker: worker.pid, ...how },
        `A worker has exited: another takes over in ${waitMs / 1000} s`,
      );
      await sleep(waitMs, undefined, { signal }).catch(() => {});
      if (signal.aborted) return;
    }
  };

  let stopped: Promise<unknown> | undefined;
  const stop = async (): Promise<void> => {
    stopping.abort();
    stopped ??= Promise.all([...workers].map((worker) => worker.stop()));
    await stopped;
  };
  told.addEventListener("abort", stop);

  const first = start(1);
  const address = await first.listening;
  if (told.aborted) {
    await stop();
    throw told.reason;
  }
  if (address === undefined) throw new NoticeError("WORKER_FAILED", {});
  const others = Array.from({ length: count - 1 }, (_, at) => start(at + 2));
  for (const [at, worker] of [first, ...others].entries()) void supervise(worker, at + 1);
  await Promise.all(others.map(({ listening }) => listening));

  return {
    address,
    async readMetrics() {
      // A worker that is still starting would miss the question, and its answer would be waited for in vain.
      await Promise.all([...workers].map(({ listening }) => listening));
      return addDroppedLines(await figures.clusterMetrics(), log.lines.dropped());
    },
    stop,
  };
}
