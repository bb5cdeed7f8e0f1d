import { closeSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, onTestFinished } from "vitest";
import { freePort } from "../../../../scripts/bench/harness.ts";
import { patient } from "../../../support/patient.ts";
import { cpuMs, droppedLines, flood, readLog, stalledPipe } from "../../../support/service/outputs.ts";
import { startService } from "../../../support/service/service.ts";
import { canMount, smallDisk } from "../../../support/store/mount.ts";
import { fillDisk } from "../../../support/store/store-faults.ts";

/** A log on a small disk of its own. */
function logOnDisk() {
  const disk = smallDisk();
  const path = join(disk, "log");
  const fd = openSync(path, "a");
  onTestFinished(() => closeSync(fd));
  return { disk, fd, read: () => readLog(readFileSync(path, "utf8")) };
}

async function settingsWithMetrics(settings: Record<string, string>) {
  const port = await freePort();
  return { port, settings: { ...settings, METRICS_PORT: String(port) } };
}

const told = (log: { msg: string }[]) => log.filter(({ msg }) => msg.startsWith("The log works again"));
const requests = (log: { msg: string }[]) => log.filter(({ msg }) => msg === "Request").length;

// Only root may make a full disk of its own.
describe.skipIf(!canMount())("with its log on a full disk", () => {
  it("a service starts, answers and idles, and its log is whole once there is space again", async () => {
    const { disk, fd, read } = logOnDisk();
    const free = fillDisk(disk);
    const { port, settings } = await settingsWithMetrics({});
    const service = await startService(settings, { stdout: fd });
    await flood(service, 100);
    const before = cpuMs(service.pid);
    // How much it works while nobody asks it: the one thing that only time can tell.
    await sleep(1000);
    expect(cpuMs(service.pid) - before).toBeLessThan(500);
    expect(read().lines).toEqual([]);

    free();
    const isListening = () => read().lines.some(({ msg }) => msg.startsWith("Server listening"));
    await expect.poll(isListening, patient).toBe(true);
    expect(await droppedLines(port)).toBe(0);
    expect(await service.ended("SIGTERM")).toBe(0);
  });

  it("a service starts when it cannot write that it is ready, either", async () => {
    const { disk, fd } = logOnDisk();
    fillDisk(disk);
    const PORT = String(await freePort());
    const service = await startService({ PORT }, { stdout: fd, stderr: fd });
    await expect
      .poll(
        () =>
          fetch(service.url).then(
            ({ status }) => status,
            () => 0,
          ),
        patient,
      )
      .toBe(503);
    expect(await service.ended("SIGTERM")).toBe(0);
  });
});

describe("with its log in a pipe", () => {
  it.each(["info", "debug"])(
    "that nobody reads, a service at %s starts, answers and stops",
    async (LOG_LEVEL) => {
      const pipe = stalledPipe();
      pipe.fill();
      const { port, settings } = await settingsWithMetrics({ LOG_LEVEL });
      const service = await startService(settings, { stdout: pipe.end });
      if (LOG_LEVEL === "debug") while ((await droppedLines(port)) === 0) await flood(service, 500);
      else await flood(service, 100);
      expect((await fetch(`${service.url}/.backsoon/healthz`)).status).toBe(200);
      expect(await service.ended("SIGTERM")).toBe(0);
    },
  );

  it("that is read again, each line is whole, and one tells how many there are not", async () => {
    const pipe = stalledPipe();
    const { port, settings } = await settingsWithMetrics({ LOG_LEVEL: "debug" });
    const service = await startService(settings, { stdout: pipe.end });
    let asked = 0;
    for (; (await droppedLines(port)) === 0; asked += 500) await flood(service, 500);
    const dropped = await droppedLines(port);
    const read = () => readLog(pipe.read());
    await expect.poll(() => told(read().lines), patient).toHaveLength(1);
    expect(read()).toMatchObject({ torn: 0 });
    expect(requests(read().lines) + dropped).toBe(asked);
  });

  it("whose reader has gone away, a service goes on, and logs to the next one that comes", async () => {
    const pipe = stalledPipe();
    const service = await startService({ LOG_LEVEL: "debug" }, { stdout: pipe.end });
    pipe.leave();
    await flood(service, 100);
    expect((await fetch(`${service.url}/.backsoon/healthz`)).status).toBe(200);
    pipe.comeBack();
    await expect.poll(() => requests(readLog(pipe.read()).lines), patient).toBeGreaterThan(100);
    expect(await service.ended("SIGTERM")).toBe(0);
  });
});
