import { fork } from "node:child_process";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { createInterface } from "node:readline";
import { Worker } from "node:worker_threads";
import { expect, onTestFinished } from "vitest";
import { freePort } from "../../../../scripts/bench/harness.ts";
import { patient } from "../../../support/patient.ts";

/** A request that the app has begun. */
interface Begun {
  id: string;
  method: string;
  path: string;
  cookie: string;
}

export type App = Awaited<ReturnType<typeof startApp>>;

const program = new URL("app.mjs", import.meta.url);

/**
 * Starts the app of the trials until the test ends: a process with two workers. `backlog` is how many connections may
 * wait until it takes them.
 */
export async function startApp({ at = 0, backlog = 1024, host = "127.0.0.1" } = {}) {
  const port = at || (await freePort());
  const begun: Begun[] = [];
  /** The ids of the requests that have changed something. */
  const done = new Set<string>();
  let child: ReturnType<typeof fork>;
  let pids: number[] = [];
  /** Starts it, also again. */
  const start = async (): Promise<void> => {
    pids = [];
    child = fork(program, [String(port), String(backlog), host], {
      stdio: ["ignore", "pipe", "inherit", "ipc"],
    });
    createInterface({ input: child.stdout as NodeJS.ReadableStream }).on("line", (line) => {
      const [event, id = "", method = "", path = "", ...cookie] = line.split(" ");
      if (event === "listens") pids.push(Number(id));
      // `startProxy` asks without an id whether the proxy runs.
      else if (id === "none") return;
      else if (event === "begun") begun.push({ id, method, path, cookie: cookie.join(" ") });
      else done.add(id);
    });
    await expect.poll(() => pids.length, patient).toBeGreaterThanOrEqual(2);
  };
  const signal = (name: NodeJS.Signals): void => {
    for (const pid of [child.pid ?? 0, ...pids]) {
      try {
        process.kill(pid, name);
      } catch {
        // A worker that has ended by itself.
      }
    }
  };
  /** Ends it at once. From then on its port refuses connections. */
  const kill = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    signal("SIGKILL");
    await once(child, "exit");
    // A worker that had just started ends by itself.
    await expect.poll(() => isListening(port, host), patient).toBe(false);
  };
  /** Has it take no more connections, and reply to what it has. */
  const end = async (): Promise<void> => {
    child.send("end");
    await once(child, "exit");
  };
  await start();
  onTestFinished(kill);
  /** How many workers have begun to listen since its start. */
  const workers = () => pids.length;
  /** Stops its processes in the middle of their work, so that only the system takes connections. */
  const hang = () => signal("SIGSTOP");
  const wake = () => signal("SIGCONT");
  return { port, address: `${host}:${port}`, begun, done, workers, kill, end, start, hang, wake };
}

export async function isListening(port: number, host = "127.0.0.1"): Promise<boolean> {
  const socket = connect(port, host);
  return once(socket, "connect")
    .then(
      () => true,
      () => false,
    )
    .finally(() => socket.destroy());
}

/** A port where connections are neither taken nor refused: its queue is full, and nobody takes from it. */
export async function startBlackHole(): Promise<number> {
  const code = `
    const { parentPort } = require("node:worker_threads");
    const server = require("node:net").createServer().listen({ port: 0, host: "127.0.0.1", backlog: 1 }, () => {
      parentPort.postMessage(server.address().port);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
    });`;
  const worker = new Worker(code, { eval: true });
  const [port] = (await once(worker, "message")) as [number];
  const waiting: Socket[] = Array.from({ length: 2 }, () => connect(port, "127.0.0.1").on("error", () => {}));
  onTestFinished(async () => {
    for (const socket of waiting) socket.destroy();
    await worker.terminate();
  });
  await Promise.all(waiting.map((socket) => once(socket, "connect")));
  return port;
}
