import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../../../scripts/bench/harness.ts";
import { asking } from "../../../support/network/http.ts";
import { patient } from "../../../support/patient.ts";
import { linesOf, readMetrics, type Service, startService } from "../../../support/service/service.ts";
import { canMount, fillDisk, smallDisk } from "../../../support/store/mount.ts";
import { stalledPipe } from "../support/stalled-pipe.ts";

const requestsIn = (log: string) => linesOf(log).filter(({ msg }) => msg === "Request").length;

/** How many lines of its log a service has dropped so far, by its metrics. */
async function droppedLines(metricsPort: number): Promise<number> {
  return Number(/^backsoon_log_lines_dropped_total (\d+)$/m.exec(await readMetrics(metricsPort))?.[1]);
}

/** Sends a service this many requests with long paths, fifty at a time. Each must get the notice. */
async function flood({ url }: Pick<Service, "url">, count: number): Promise<void> {
  const ask = asking(url);
  const visitor = async () => {
    const { statusCode } = await ask({ url: `/${"x".repeat(250)}`, headers: { accept: "text/plain" } });
    expect(statusCode).toBe(503);
  };
  for (let asked = 0; asked < count; asked += 50) await Promise.all(Array.from({ length: 50 }, visitor));
}

// Only root may mount a disk.
describe.skipIf(!canMount())("A service whose log is on a full disk", () => {
  function logOnDisk() {
    const disk = smallDisk();
    const path = join(disk, "log");
    const fd = openSync(path, "a");
    onTestFinished(() => closeSync(fd));
    return { fd, free: fillDisk(disk), read: () => linesOf(readFileSync(path, "utf8")) };
  }

  it("starts, answers, and writes the whole log once there is space", async () => {
    const { fd, free, read } = logOnDisk();
    const port = await freePort();
    const service = await startService({ METRICS_PORT: `${port}` }, { stdout: fd });
    await flood(service, 100);
    expect(read()).toEqual([]);
    free();
    const isListening = () => read().some(({ msg }) => msg.startsWith("Server listening"));
    await expect.poll(isListening, patient).toBe(true);
    expect(await droppedLines(port)).toBe(0);
    expect(await service.ended("SIGTERM")).toBe(0);
  });

  it("starts although it cannot write either that it is ready", async () => {
    const { fd } = logOnDisk();
    const service = await startService({ PORT: `${await freePort()}` }, { stdout: fd, stderr: fd });
    await expect.poll(async () => (await fetch(service.url)).status, patient).toBe(503);
    expect(await service.ended("SIGTERM")).toBe(0);
  });
});

describe("A service that logs to a pipe", () => {
  it("starts, answers and stops if nobody reads the pipe", async () => {
    const pipe = stalledPipe();
    pipe.fill();
    const port = await freePort();
    const service = await startService({ LOG_LEVEL: "debug", METRICS_PORT: `${port}` }, { stdout: pipe.end });
    while ((await droppedLines(port)) === 0) await flood(service, 500);
    expect(await service.ended("SIGTERM")).toBe(0);
  });

  it("writes only whole lines once the pipe is read again, and counts the lines that it dropped", async () => {
    const pipe = stalledPipe();
    const port = await freePort();
    const service = await startService({ LOG_LEVEL: "debug", METRICS_PORT: `${port}` }, { stdout: pipe.end });
    let asked = 0;
    for (; (await droppedLines(port)) === 0; asked += 500) await flood(service, 500);
    const dropped = await droppedLines(port);
    // Fails on a torn line.
    const told = () => linesOf(pipe.read()).filter(({ msg }) => msg.startsWith("The log works again"));
    await expect.poll(told, patient).toHaveLength(1);
    expect(requestsIn(pipe.read()) + dropped).toBe(asked);
  });

  it("keeps answering when the reader goes away, and logs to the next reader", async () => {
    const pipe = stalledPipe();
    const service = await startService({ LOG_LEVEL: "debug" }, { stdout: pipe.end });
    pipe.leave();
    await flood(service, 100);
    pipe.comeBack();
    await expect.poll(() => requestsIn(pipe.read()), patient).toBe(100);
    expect(await service.ended("SIGTERM")).toBe(0);
  });
});
