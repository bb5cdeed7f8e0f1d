import cluster, { type Worker } from "node:cluster";
import { setTimeout as sleep } from "node:timers/promises";
import type { Environment } from "../../schema/settings/setting-names.ts";
import type { LineWriter } from "../observe/line-writer.ts";
import { onLines } from "./child-process.ts";

/** How long a worker may take to stop, in ms: a service needs five seconds at most, and systemd gives us ten. */
const workerStopTimeoutMs = 7000;
/** How long we wait for a killed worker to end, in ms: while a disk hangs, it does not. */
const killTimeoutMs = 1000;

/** The outputs for what the workers write. */
export interface WorkerOutputs {
  log: LineWriter;
  errors: LineWriter;
}

/** A worker process. */
export interface RunningWorker {
  pid: number | undefined;
  /** Resolves with the URL that it listens on, or with undefined if it ends before that, after it has written why. */
  listening: Promise<string | undefined>;
  /** Resolves with how it ended, or why it could not be started. */
  ended: Promise<object>;
  /** Stops it, by force if it is late, and resolves when it has stopped. */
  stop(): Promise<void>;
}

/** Starts this program again, in the same environment plus `env`, and passes on what it writes. */
export function startWorker(outputs: WorkerOutputs, env: Environment): RunningWorker {
  // Processes that share a pipe break each other's lines, and each fork makes the pipe block all of them.
  cluster.setupPrimary({ stdio: ["ignore", "pipe", "pipe", "ipc"] });
  try {
    return follow(cluster.fork(env), outputs);
  } catch (err) {
    return {
      pid: undefined,
      listening: Promise.resolve(undefined),
      ended: Promise.resolve({ err }),
      stop: () => Promise.resolve(),
    };
  }
}

function follow(worker: Worker, { log, errors }: WorkerOutputs): RunningWorker {
  const { process: child } = worker;
  onLines(child.stdout, (line) => log.write(`${line}\n`));
  onLines(child.stderr, (line) => errors.write(`${line}\n`));
  const ended = new Promise<object>((resolve) => {
    child.once("exit", (code, signal) => resolve({ code, signal }));
    // Node reports a message that came too late for the worker as an error, too.
    worker.on("error", (err) => child.pid ?? resolve({ err }));
  });
  const listening = new Promise<string | undefined>((resolve) => {
    // For an inherited socket, Node reports only the port.
    worker.once("message", (address: string) => resolve(address));
    child.once("close", () => resolve(undefined));
    void ended.then(() => child.pid ?? resolve(undefined));
  });
  const stop = async (): Promise<void> => {
    child.kill("SIGTERM");
    const kill = setTimeout(() => child.kill("SIGKILL"), workerStopTimeoutMs);
    await Promise.race([ended, sleep(workerStopTimeoutMs + killTimeoutMs, undefined, { ref: false })]);
    clearTimeout(kill);
  };
  return { pid: child.pid, listening, ended, stop };
}
