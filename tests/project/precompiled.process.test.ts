import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findErrors } from "../../schema/notice/faults/find-errors.ts";
import { findErrors as findTextErrors } from "../../schema/notice/faults/find-text-errors.ts";
import { findFault } from "../../schema/settings/fault.ts";
import { settings } from "../../schema/settings/setting-names.ts";
import type { FindErrors } from "../../schema/validation/ajv.ts";
import { temporaryFolder } from "../support/folder.ts";
import { patient } from "../support/patient.ts";
import { startService } from "../support/service/service.ts";
import { almostNotice, anyText, translatedNotice } from "../support/texts/arbitraries.ts";

/** What the built module finds, all or the first, as a list. */
async function built(file: string): Promise<FindErrors> {
  const made = await import(pathToFileURL(resolve("dist/node/schema", file)).href);
  return made.findErrors ?? inList(made.findFault);
}

const inList =
  (find: typeof findFault): FindErrors =>
  (value) =>
    [find(value) ?? []].flat();

/** What our sentences are made from. */
function errorsOf(find: FindErrors, value: unknown) {
  return find(value).map(({ keyword, instancePath, params, data, propertyName }) => {
    return { keyword, instancePath, params, data, propertyName };
  });
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
  it.each<[string, string, FindErrors, fc.Arbitrary<unknown>]>([
    ["the notice", "notice/faults/find-errors.js", findErrors, almostNotice],
    ["its translations", "notice/faults/find-text-errors.js", findTextErrors, translatedNotice],
    ["the settings", "settings/fault.js", inList(findFault), someSettings],
  ])("finds what Ajv finds in %s", async (_name, file, ours, documents) => {
    const find = await built(file);
    const found = new Set<string | undefined>();
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: documents }, fc.jsonValue()), (value) => {
        const expected = errorsOf(ours, value);
        found.add(expected[0]?.keyword);
        expect(errorsOf(find, value)).toEqual(expected);
      }),
      { numRuns: 2000 },
    );
    expect(found.size).toBeGreaterThan(2);
  });

  it.each(["find-errors.js", "find-text-errors.js"])("can be loaded by a browser: %s", (file) => {
    const code = readFileSync(`dist/node/schema/notice/faults/${file}`, "utf8");
    expect(code.match(/^import .*$/gm)).toEqual([
      'import { countCharacters } from "../../text/count-characters.js";',
    ]);
    expect(code).not.toMatch(/\b(?:require|eval|Function)\(/);
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
