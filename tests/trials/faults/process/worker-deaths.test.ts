import { once } from "node:events";
import { readFileSync, writeFileSync } from "node:fs";
import type { Socket } from "node:net";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { nextWaitMs } from "../../../../api/runtime/restart-wait.ts";
import { freePort } from "../../../../scripts/bench/harness/free-port.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { listeningSocket } from "../../../support/network/listening-socket.ts";
import { open, until } from "../../../support/network/sockets.ts";
import { patient } from "../../../support/patient.ts";
import {
  isAlive,
  type LogLine,
  readMetrics,
  type Service,
  startService,
} from "../../../support/service/service.ts";
import { ask, listeners, listening } from "../../../support/service/workers.ts";

/** What was logged of workers that exited. */
function exits({ log }: Service): LogLine[] {
  return log().filter(({ msg }) => msg.startsWith("A worker has exited"));
}

/** The settings with which every process of a service runs a module first. */
function withModule(source: string): Record<string, string> {
  const file = join(temporaryFolder(), "module.mjs");
  writeFileSync(file, source);
  return { NODE_OPTIONS: `--import ${pathToFileURL(file)}` };
}

/** Somebody who had one answer; `rest` is what comes after that, until the connection ends. */
interface Visitor {
  number: number;
  socket: Socket;
  rest: Promise<string>;
}

async function visit(service: Service, number: number): Promise<Visitor> {
  const socket = await open(service.url);
  socket.write(`HEAD /${number} HTTP/1.1\r\nHost: a\r\n\r\n`);
  const [answer] = await once(socket, "data");
  expect(String(answer)).toMatch(/^HTTP\/1\.1 503 .*\r\n\r\n$/s);
  await expect.poll(() => workerOf(service, number), patient).toBeDefined();
  // A connection whose worker is killed may be reset.
  return { number, socket, rest: until(socket, "").catch(() => "") };
}

/** The worker that answered a visitor. */
function workerOf({ log }: Service, number: number): number | undefined {
  return log().find(({ path }) => path === `/${number}`)?.pid;
}

describe("several workers, some of which end,", () => {
  it("take over from one that dies, which gets a successor, later each time", async () => {
    const service = await startService({ WORKERS: "2" });
    await listening(service, 2);
    const [first = 0, second = 0] = listeners(service);
    process.kill(first, "SIGKILL");
    for (let request = 0; request < 10; request += 1) {
      await expect.poll(() => ask(service), patient).toMatch(/^HTTP\/1\.1 503 /);
    }
    await listening(service, 3);
    process.kill(listeners(service)[2] ?? 0, "SIGKILL");
    await listening(service, 4);
    expect(listeners(service).map(isAlive)).toEqual([false, true, false, true]);
    expect(exits(service)).toMatchObject([
      { worker: first, signal: "SIGKILL", msg: "A worker has exited: another takes over in 0.5 s" },
      { signal: "SIGKILL", msg: "A worker has exited: another takes over in 1 s" },
    ]);
    process.kill(second, "SIGKILL");
    await listening(service, 5);
    // The row of deaths of the one is not that of the other.
    expect(exits(service)[2]).toMatchObject({ worker: second, msg: expect.stringContaining("in 0.5 s") });
    expect(await ask(service)).toMatch(/^HTTP\/1\.1 503 /);
  });

  it("are all replaced when all die at once", async () => {
    // With a port of its own, as nothing listens for a moment.
    const service = await startService({ WORKERS: "2", PORT: String(await freePort()) });
    await listening(service, 2);
    for (const pid of listeners(service)) process.kill(pid, "SIGKILL");
    await listening(service, 4);
    expect(await ask(service)).toMatch(/^HTTP\/1\.1 503 /);
    expect(await service.ended("SIGTERM")).toBe(0);
  });

  it("give their figures while the successor of one that died is starting", async () => {
    const METRICS_PORT = String(await freePort());
    const slow = `import cluster from "node:cluster";
      if (cluster.isWorker) await new Promise((start) => setTimeout(start, 500));`;
    const service = await startService({ WORKERS: "2", METRICS_PORT, ...withModule(slow) });
    await listening(service, 2);
    process.kill(listeners(service)[1] ?? 0, "SIGKILL");
    await expect.poll(() => exits(service).length, patient).toBe(1);
    while (listeners(service).length < 3)
      expect(await readMetrics(METRICS_PORT)).toMatch(/^backsoon_revision 1$/m);
  });

  it("are waited for less and less often while none can be started", async () => {
    const nowhere = `const { execPath } = process;
      process.on("SIGUSR2", () => { process.execPath = process.execPath === execPath ? "/nowhere" : execPath; });`;
    const service = await startService({ WORKERS: "2", ...withModule(nowhere) });
    await listening(service, 2);
    process.kill(service.pid, "SIGUSR2");
    const [first = 0, second = 0] = listeners(service);
    process.kill(first, "SIGKILL");
    await expect.poll(() => exits(service).length, patient).toBeGreaterThanOrEqual(3);
    // A look that comes late finds more of them, each of which came when the wait before it was over.
    const told = exits(service);
    for (const { err } of told.slice(1)) expect(err?.message).toBe("spawn /nowhere ENOENT");
    for (const [death, { msg, time }] of told.entries()) {
      const waitMs = Math.min(500 * 2 ** death, 30_000);
      expect(msg).toBe(`A worker has exited: another takes over in ${waitMs / 1000} s`);
      const next = told[death + 1]?.time ?? Number.POSITIVE_INFINITY;
      // A timer and the clock of the log do not count milliseconds from the same moment.
      expect(next - time).toBeGreaterThan(waitMs - 5);
    }
    expect(await ask(service)).toMatch(/^HTTP\/1\.1 503 /);
    process.kill(service.pid, "SIGUSR2");
    await listening(service, 3);
    expect(isAlive(second)).toBe(true);
    expect(await service.ended("SIGTERM")).toBe(0);
  });

  it("are not replaced any more once the service stops", async () => {
    const forks = join(temporaryFolder(), "forks");
    const counted = `import cluster from "node:cluster";
      import { appendFileSync } from "node:fs";
      const { fork } = cluster;
      cluster.fork = (...args) => { appendFileSync(${JSON.stringify(forks)}, "."); return fork.apply(cluster, args); };`;
    const service = await startService({ WORKERS: "2", ...withModule(counted) });
    await listening(service, 2);
    process.kill(listeners(service)[0] ?? 0, "SIGKILL");
    await expect.poll(() => exits(service).length, patient).toBe(1);
    expect(await service.ended("SIGTERM")).toBe(0);
    expect(readFileSync(forks, "utf8")).toBe("..");
  });

  it("that are killed lose their own requests, and nobody else's", async () => {
    const service = await startService({ WORKERS: "2", LOG_LEVEL: "debug" });
    await listening(service, 2);
    const [first = 0, second = 0] = listeners(service);
    const visitors: Visitor[] = [];
    const those = (worker: number) => visitors.filter(({ number }) => workerOf(service, number) === worker);
    while (those(first).length === 0 || those(second).length === 0) {
      const more = Array.from({ length: 20 }, (_, index) => visit(service, visitors.length + index));
      visitors.push(...(await Promise.all(more)));
    }
    const [lost, kept] = [those(first), those(second)];
    expect(lost.length + kept.length).toBe(visitors.length);

    for (const { socket } of visitors) socket.write("GET /x HTTP/1.1\r\n");
    process.kill(first, "SIGKILL");
    for (const { socket } of kept) socket.write("Host: a\r\nConnection: close\r\n\r\n");
    expect(await Promise.all(lost.map(({ rest }) => rest))).toEqual(lost.map(() => ""));
    const others = Array.from({ length: 40 }, () => ask(service));
    for (const answer of await Promise.all([...kept.map(({ rest }) => rest), ...others]))
      expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  });

  it("that hang are killed when they are to stop", async () => {
    // It waits without end, and without an event loop that could hear of it.
    const hang = `process.on("SIGUSR2", () => void Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0));`;
    const service = await startService({ WORKERS: "3", ...withModule(hang) });
    await listening(service, 3);
    const [stopped = 0, waiting = 0] = listeners(service);
    process.kill(stopped, "SIGSTOP");
    process.kill(waiting, "SIGUSR2");
    expect(await service.ended("SIGTERM")).toBe(0);
    expect(listeners(service).filter(isAlive)).toEqual([]);
  });

  it("end when the one that started them is killed", async () => {
    const service = await startService({ WORKERS: "2" });
    await listening(service, 2);
    await service.ended("SIGKILL");
    await expect.poll(() => listeners(service).filter(isAlive), patient).toEqual([]);
  });

  it("let go of a socket that systemd passes with the last of them, and end so that the service gets it again", async () => {
    const { descriptor } = listeningSocket();
    const service = await startService({ WORKERS: "2" }, { socket: descriptor });
    await listening(service, 2);
    expect((await fetch(service.url)).status).toBe(503);
    for (const pid of listeners(service)) process.kill(pid, "SIGKILL");
    expect(await service.ended()).toBe(1);
    expect(service.output().stdout).toContain("No worker is left, and the inherited socket was closed");
  });
});

describe("the wait before a worker is replaced", () => {
  it("doubles with each death, up to half a minute", () => {
    const waits = [0];
    for (let death = 0; death < 9; death += 1) waits.push(nextWaitMs(waits.at(-1) ?? 0, 1000));
    expect(waits.slice(1)).toEqual([500, 1000, 2000, 4000, 8000, 16_000, 30_000, 30_000, 30_000]);
  });

  it("is the first again after a worker that lived for a minute", () => {
    expect(nextWaitMs(30_000, 59_999)).toBe(30_000);
    expect(nextWaitMs(30_000, 60_000)).toBe(500);
  });
});
