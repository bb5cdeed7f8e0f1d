import { closeSync, existsSync, openSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../../../support/folder.ts";
import { asking } from "../../../support/network/http.ts";
import { patient } from "../../../support/patient.ts";
import { stalledPipe } from "../../../support/service/outputs.ts";
import { startService } from "../../../support/service/service.ts";
import { endUnderWay } from "../../../support/service/stopping.ts";
import type { OnFinished } from "../../../support/shared.ts";
import { canMount, smallDisk } from "../../../support/store/mount.ts";
import { fillDisk } from "../../../support/store/store-faults.ts";

/** The settings with which a service with a store of its own does something when it gets SIGUSR2. */
function onSignal(statement: string, onFinished: OnFinished = onTestFinished): Record<string, string> {
  const path = temporaryFolder(onFinished);
  const fault = join(path, "fault.mjs");
  writeFileSync(fault, `process.once("SIGUSR2", () => { ${statement}; });`);
  return { NODE_OPTIONS: `--import ${pathToFileURL(fault)}`, DATABASE: join(path, "notice.db") };
}

it("a page that cannot be compressed harder stays as it is", async () => {
  const folder = temporaryFolder();
  const tried = join(folder, "tried");
  const module = join(folder, "module.mjs");
  writeFileSync(
    module,
    `import { writeFileSync } from "node:fs";
    import { syncBuiltinESMExports } from "node:module";
    import zlib from "node:zlib";
    zlib.brotliCompress = (_body, _options, done) => { done(new Error("planted")); writeFileSync(${JSON.stringify(tried)}, ""); };
    syncBuiltinESMExports();`,
  );
  const service = await startService({ NODE_OPTIONS: `--import ${pathToFileURL(module)}` });
  const ask = asking(service.url);
  const page = async () => (await ask({ headers: { "Accept-Encoding": "br" } })).rawPayload.toString("hex");
  const before = await page();
  await expect.poll(() => existsSync(tried), patient).toBe(true);
  expect(await page()).toBe(before);
  expect(await service.ended("SIGTERM")).toBe(0);
});

describe("an unexpected error in the service", () => {
  // They wait for visitors who take their time, so they do it together.
  it.concurrent.for([
    ["a rejection that nobody handles", 'Promise.reject(new Error("planted"))'],
    ["an exception that nobody catches", 'throw new Error("planted")'],
    ["a rejection without an error", 'Promise.reject("planted")'],
    ["an error that cannot be read", 'throw Object.freeze(new Error("planted"))'],
  ] as const)(
    "%s: is logged, every visitor is answered meanwhile, and it ends with exit code 1",
    async ([_name, statement], { onTestFinished: onFinished }) => {
      const service = await startService(onSignal(statement, onFinished), { onFinished });
      expect(await endUnderWay(service, "SIGUSR2")).toBe(1);
      expect(service.log().filter(({ level }) => level === 60)).toMatchObject([
        { msg: "The service is stopping after an unexpected error" },
      ]);
      expect(service.output().stdout).toContain("planted");
      expect(service.output().stderr).toBe(`Backsoon is ready: ${service.url}\n`);
    },
  );

  it("ends a service, too, when nobody reads its log", async () => {
    const pipe = stalledPipe();
    pipe.fill();
    const service = await startService(onSignal('throw new Error("planted")'), { stdout: pipe.end });
    expect(await endUnderWay(service, "SIGUSR2")).toBe(1);
  });

  // Only root may make a full disk of its own.
  it.skipIf(!canMount())("ends a service, too, whose log is on a full disk", async () => {
    const disk = smallDisk();
    const log = openSync(join(disk, "log"), "a");
    onTestFinished(() => closeSync(log));
    fillDisk(disk);
    const service = await startService(onSignal('throw new Error("planted")'), { stdout: log });
    expect(await endUnderWay(service, "SIGUSR2")).toBe(1);
  });
});
