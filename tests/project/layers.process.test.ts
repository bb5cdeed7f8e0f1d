import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.ts";

type Planted = [file: string, source: string, rules: string[]];

/** The same files with the rules of lint that each of them breaks, in a folder with only these files. */
function lint(planted: Planted[]): Planted[] {
  const folder = temporaryFolder();
  copyFileSync("biome.json", join(folder, "biome.json"));
  for (const [file, source] of planted) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), source);
  }
  const args = ["lint", "--vcs-enabled=false", "--reporter=json", "--max-diagnostics=none", "."];
  const { stdout } = spawnSync(resolve("node_modules/.bin/biome"), args, { cwd: folder, encoding: "utf8" });
  const found: { category: string; location: { path: string } }[] = JSON.parse(stdout).diagnostics;
  return planted.map(([file, source]) => {
    const here = found.filter(({ location }) => location.path === file);
    return [file, source, here.map(({ category }) => category.replace(/^.*\//, ""))];
  });
}

/** Files and packages that no file of these folders may import. */
const walls = {
  "schema/notice": "../../data/store.ts ../../web/render.tsx ../../api/server.ts",
  schema: "../scripts/run.ts pg better-sqlite3 openai @stripe/stripe-js fastify react",
  "data/cache": "../../web/render.tsx ../../api/server.ts ../../scripts/run.ts",
  data: "../web/brand.tsx openai @stripe/stripe-js fastify react",
  "web/page": "../../data/store.ts ../../api/server.ts ../../scripts/run.ts",
  web: "../data/store.ts node:fs pg better-sqlite3 openai fastify",
  "web/editor": "../page/notice-page.tsx ../locales/fr.ts ../live/return.ts @stripe/stripe-js",
  "api/models": "../../data/store.ts ../../scripts/run.ts pg better-sqlite3 react",
  "api/visitor": "../../scripts/run.ts ../../web/page/time.ts ../../web/locales/locales.ts",
  api: "../web/client.ts pg better-sqlite3 openai openai/error @stripe/stripe-js react",
  "scripts/commands": "../../web/page/time.ts ../../api/runtime/app.ts ../../api/server.ts",
  scripts: "../api/editor/sessions.ts ../api/export/pages.ts ../web/live/return.ts",
  "scripts/owner": "pg better-sqlite3 openai @stripe/stripe-js fastify react",
};

it("npm run check refuses imports across layers, circles of types too, and the process outside entries", () => {
  const imports = Object.entries(walls).flatMap(([folder, targets]) =>
    targets.split(" ").map((target, index): [string, string] => [`${folder}/planted-${index}.ts`, target]),
  );
  const ours = imports.filter(([, target]) => target.startsWith("."));
  expect(ours.filter(([file, target]) => !existsSync(join(dirname(file), target)))).toEqual([]);
  const files: Planted[] = [
    ...imports.map(
      ([file, target]): Planted => [file, `export * from "${target}";`, ["noRestrictedImports"]],
    ),
    ["data/store.ts", 'export type { Notice } from "../schema/notice.ts";', []],
    ["data/one.ts", 'import type { Two } from "./two.ts"; export type One = Two[];', ["noImportCycles"]],
    ["data/two.ts", 'import type { One } from "./one.ts"; export type Two = One[];', ["noImportCycles"]],
    ["api/runtime/planted.ts", "process.exit();", ["noRestrictedGlobals"]],
    ["api/server.ts", "process.exit();", []],
  ];
  expect(lint(files)).toEqual(files);
});
