import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { settings } from "../../schema/settings/settings-schema.ts";
import type { FindErrors } from "../../schema/validation/ajv.ts";
import { gathered, precompiled } from "../../scripts/build/precompiled.ts";
import { temporaryFolder } from "../support/folder.ts";
import { patient } from "../support/patient.ts";
import { startService } from "../support/service/service.ts";
import { almostNotice, anyText, translatedNotice } from "../support/texts/arbitraries.ts";

/** The parts of an error from which sentences are made. */
function errorsOf(find: FindErrors, value: unknown) {
  return find(value).map(({ schemaPath: _path, schema: _schema, parentSchema: _parent, ...error }) => error);
}

const values = ["", "0", "8080", "auto", "10.0.0.0/8", "https://a.example", "pk_live_a", 1, 0, 9e9];
const someSettings = fc.record(
  Object.fromEntries(
    settings.map(([name, setting]) => {
      const usual = { weight: 30, arbitrary: fc.constant(setting.default ?? "auto") };
      return [name, fc.oneof(usual, fc.constantFrom(...values), anyText)];
    }),
  ),
  { requiredKeys: settings.flatMap(([name, setting]) => (setting.default === undefined ? [] : [name])) },
);

const load = (file: string) => import(pathToFileURL(resolve(file)).href);

const documents: Record<string, fc.Arbitrary<unknown>> = {
  "schema/notice/find-errors": almostNotice,
  "schema/notice/find-text-errors": translatedNotice,
  "schema/settings/fault": someSettings,
};

describe("The validators that the build generates", () => {
  it.each(precompiled)("report the same errors as Ajv: $module", async ({ module }) => {
    const ours: FindErrors = (await load(`${module}.ts`)).findErrors;
    const built: FindErrors = (await load(`dist/node/${module}.js`)).findErrors;
    const found = new Set<string | undefined>();
    const values = fc.oneof({ weight: 9, arbitrary: documents[module] ?? fc.constant(null) }, fc.jsonValue());
    const agree = (value: unknown) => {
      const expected = errorsOf(ours, value);
      found.add(expected[0]?.keyword);
      expect(errorsOf(built, value)).toEqual(expected);
    };
    fc.assert(fc.property(values, agree), { numRuns: 700 });
    expect(found.size).toBeGreaterThan(2);
  });

  it.each(precompiled.filter(({ module }) => module.startsWith("schema/notice/")))(
    "can run in a browser: $module",
    ({ module }) => {
      const code = readFileSync(`dist/node/${module}.js`, "utf8");
      expect(code.match(/^import .*$/gm)).toEqual(['import { countCharacters } from "../text/text.js";']);
      expect(code).not.toMatch(/\b(?:require|eval|Function)\(/);
    },
  );

  it.each(gathered)("export from one bundled file exactly what the sources export: %s", async (module) => {
    const built = `dist/node/${module}.js`;
    expect({ ...(await load(built)) }).toStrictEqual({ ...(await load(`${module}.ts`)) });
    expect(readFileSync(built, "utf8")).not.toMatch(/\bimport\b/);
  });

  it("keep Ajv out of the editor's page", () => {
    const files = readdirSync("dist/editor", { recursive: true, encoding: "utf8" });
    const scripts = files.filter((file) => file.endsWith(".js"));
    expect(scripts.length).toBeGreaterThan(2);
    const code = scripts.map((file) => readFileSync(join("dist/editor", file), "utf8"));
    expect(code.filter((text) => text.includes("strictSchema"))).toEqual([]);
  });

  it("keep Ajv, Fastify's compilers and the SVG reader out of the running service", async () => {
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
