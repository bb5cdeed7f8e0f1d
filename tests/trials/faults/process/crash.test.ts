import { closeSync, existsSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../../support/folder.ts";
import { asking } from "../../../support/network/http.ts";
import { patient } from "../../../support/patient.ts";
import { startService } from "../../../support/service/service.ts";
import { endUnderWay } from "../../../support/service/stopping.ts";
import type { OnFinished } from "../../../support/shared.ts";
import { canMount, fillDisk, smallDisk } from "../../../support/store/mount.ts";
import { stalledPipe } from "../support/stalled-pipe.ts";

/** The settings of a service that runs this program first. */
function running(text: string, onFinished: OnFinished = onTestFinished): Record<string, string> {
  const program = join(temporaryFolder(onFinished), "fault.mjs");
  writeFileSync(program, text);
  return { NODE_OPTIONS: `--import ${pathToFileURL(program)}` };
}

const onSignal = (statement: string, onFinished?: OnFinished) =>
  running(`process.once("SIGUSR2", () => { ${statement}; });`, onFinished);

it("A page is served as before if its stronger compression fails", async () => {
  const tried = join(temporaryFolder(), "tried");
  const settings = running(
    `import { writeFileSync } from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    import zlib from "node:zlib";
    zlib.brotliCompress = (_body, _options, done) => { done(new Error("planted")); writeFileSync(${JSON.stringify(tried)}, ""); };
    syncBuiltinESMExports();`,
  );
  const service = await startService(settings);
  const ask = asking(service.url);
  const page = async () => (await ask({ headers: { "Accept-Encoding": "br" } })).rawPayload.toString("hex");
  const before = await page();
  await expect.poll(() => existsSync(tried), patient).toBe(true);
  expect(await page()).toBe(before);
  expect(await service.ended("SIGTERM")).toBe(0);
});

describe("A service with an unexpected error", () => {
  // Each waits for slow visitors, so they run side by side.
  it.concurrent.for([
    ["a rejection that nobody handles", 'Promise.reject(new Error("planted"))'],
    ["an exception that nobody catches", 'throw new Error("planted")'],
    ["a rejection without an error", 'Promise.reject("planted")'],
    ["an error that cannot be changed", 'throw Object.freeze(new Error("planted"))'],
  ] as const)(
    "logs the error, answers every visitor, and ends with exit code 1: %s",
    async ([_name, statement], { onTestFinished: onFinished }) => {
      const service = await startService(onSignal(statement, onFinished), { onFinished });
      expect(await endUnderWay(service, "SIGUSR2")).toBe(1);
      const fatal = service.log().filter(({ level }) => level === 60);
      expect(fatal).toMatchObject([{ msg: "The service is stopping after an unexpected error" }]);
      expect(service.output().stdout).toContain("planted");
      expect(service.output().stderr).toBe(`Backsoon is ready: ${service.url}\n`);
    },
  );

  const openLogs = {
    "nobody reads its log": () => {
      const pipe = stalledPipe();
      pipe.fill();
      return pipe.end;
    },
    "its log is on a full disk": () => {
      const disk = smallDisk();
      const log = openSync(join(disk, "log"), "a");
      onTestFinished(() => closeSync(log));
      fillDisk(disk);
      return log;
    },
  };
  const logs = Object.entries(openLogs);
  // Only root may mount a disk.
  it.each(canMount() ? logs : logs.slice(0, 1))("ends even if %s", async (_name, openLog) => {
    const service = await startService(onSignal('throw new Error("planted")'), { stdout: openLog() });
    expect(await endUnderWay(service, "SIGUSR2")).toBe(1);
  });
});
