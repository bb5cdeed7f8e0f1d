import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { startService } from "../../support/service/service.ts";
import { endUnderWay } from "../../support/service/stopping.ts";

describe("an unexpected error in the service", () => {
  it.each([
    ["a rejection that nobody handles", 'Promise.reject(new Error("planted"))'],
    ["an exception that nobody catches", 'throw new Error("planted")'],
    ["a rejection without an error", 'Promise.reject("planted")'],
  ])(
    "%s: is logged, every visitor is answered meanwhile, and it ends with exit code 1",
    async (_name, statement) => {
      const fault = join(temporaryFolder(), "fault.mjs");
      writeFileSync(fault, `process.once("SIGUSR2", () => { ${statement}; });`);
      const service = await startService({ NODE_OPTIONS: `--import ${pathToFileURL(fault)}` });
      expect(await endUnderWay(service, "SIGUSR2")).toBe(1);
      expect(service.log().filter(({ level }) => level === 60)).toMatchObject([
        { msg: "The service is stopping after an unexpected error" },
      ]);
      expect(service.output().stdout).toContain("planted");
      expect(service.output().stderr).toBe(`Backsoon is ready: ${service.url}\n`);
    },
  );
});
