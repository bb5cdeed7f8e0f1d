import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findFault as findFaultInNotice } from "../../schema/notice/faults/find-fault.ts";
import { findFault as findFaultInTranslations } from "../../schema/notice/faults/find-translation-fault.ts";
import { findFault as findFaultInSettings } from "../../schema/settings/fault.ts";
import { settings } from "../../schema/settings/setting-names.ts";
import type { FindFault } from "../../schema/validation/ajv.ts";
import { temporaryFolder } from "../support/folder.ts";
import { patient, startService } from "../support/service/service.ts";
import { almostNotice, anyText, translatedNotice } from "../support/texts/arbitraries.ts";

const built = async (file: string): Promise<FindFault> =>
  (await import(pathToFileURL(resolve("dist/node/schema", file)).href)).findFault;

/** What our sentence is made from. */
function fault(find: FindFault, value: unknown) {
  const { keyword, instancePath, params, data } = find(value) ?? {};
  return { keyword, instancePath, params, data };
}

const values = [
  "",
  "0",
  "8080",
  "auto",
  "var/a.db",
  "10.0.0.0/8",
  "https://a.example",
  "pk_live_a",
  1,
  0,
  9e9,
];
const someSettings = fc.record(
  Object.fromEntries(
    settings.map(([name, setting]) => {
      const usual = { weight: 30, arbitrary: fc.constant(setting.default ?? "auto") };
      return [name, fc.oneof(usual, fc.constantFrom(...values), anyText)];
    }),
  ),
  { requiredKeys: settings.flatMap(([name, setting]) => (setting.default === undefined ? [] : [name])) },
);

describe("what the build makes of a schema", () => {
  it.each<[string, string, FindFault, fc.Arbitrary<unknown>]>([
    ["the notice", "notice/faults/find-fault.js", findFaultInNotice, almostNotice],
    [
      "its translations",
      "notice/faults/find-translation-fault.js",
      findFaultInTranslations,
      translatedNotice,
    ],
    ["the settings", "settings/fault.js", findFaultInSettings, someSettings],
  ])("finds what Ajv finds in %s", async (_name, file, ours, documents) => {
    const find = await built(file);
    const found = new Set<string | undefined>();
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: documents }, fc.jsonValue()), (value) => {
        const expected = fault(ours, value);
        found.add(expected.keyword);
        expect(fault(find, value)).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
    expect(found.size).toBeGreaterThan(2);
  });

  it("spares the service the loading of Ajv, of Fastify's own compilers and of what reads a logo", async () => {
    const report = join(temporaryFolder(), "report.mjs");
    const tell = "console.error('loaded', JSON.stringify(Object.keys(Module._cache)))";
    writeFileSync(report, `import { Module } from "node:module"; process.on("SIGUSR2", () => ${tell});`);
    const service = await startService({ NODE_OPTIONS: `--import ${pathToFileURL(report)}` });
    expect((await fetch(service.url)).status).toBe(503);
    process.kill(service.pid, "SIGUSR2");
    const loaded = () => /^loaded (.*)$/m.exec(service.output().stderr)?.[1];
    await expect.poll(loaded, patient).toBeDefined();
    const files: string[] = JSON.parse(loaded() ?? "");
    expect(files.filter((file) => file.includes("/fastify/")).length).toBeGreaterThan(10);
    const compilers = /\/ajv\/dist\/(?!runtime\/)|\/(?:ajv|fast-json-stringify)-compiler\/|\/saxes\//;
    expect(files.filter((file) => compilers.test(file))).toEqual([]);
  });
});
