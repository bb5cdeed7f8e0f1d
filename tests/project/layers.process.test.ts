import { spawnSync } from "node:child_process";
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.ts";

const files = ["schema", "data", "web", "api", "scripts"].flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((file) => /\.tsx?$/.test(file))
    .map((file) => join(folder, file)),
);

/** What our rules of lint say of each file, in a folder that has these alone. */
function lint(planted: Record<string, string>): Record<string, string[]> {
  const folder = temporaryFolder();
  copyFileSync("biome.json", join(folder, "biome.json"));
  for (const [file, source] of Object.entries(planted)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), source);
  }
  const args = ["lint", "--vcs-enabled=false", "--reporter=json", "--max-diagnostics=none", "."];
  const { stdout } = spawnSync(resolve("node_modules/.bin/biome"), args, { cwd: folder, encoding: "utf8" });
  const found: [string, string[]][] = Object.keys(planted).map((file) => [file, []]);
  for (const { category, location } of JSON.parse(stdout).diagnostics)
    for (const [file, names] of found)
      if (file === (location.path.file ?? location.path)) names.push(category.replace(/^.*\//, ""));
  return Object.fromEntries(found);
}

/** Where a wrong import is planted, and the files and packages that each wall keeps out. */
const walls: [file: string, ...kept: string[]][] = [
  ["schema/notice/planted", "../../data/store.ts", "../../web/render.tsx", "../../api/server.ts"],
  [
    "schema/planted",
    "../scripts/run.ts",
    "pg",
    "better-sqlite3",
    "openai",
    "@stripe/stripe-js",
    "fastify",
    "react",
  ],
  ["data/cache/planted", "../../web/render.tsx", "../../api/server.ts", "../../scripts/run.ts"],
  ["data/planted", "../web/brand.tsx", "openai", "@stripe/stripe-js", "fastify", "react"],
  ["web/page/planted", "../../data/store.ts", "../../api/server.ts", "../../scripts/run.ts"],
  ["web/planted", "../data/store.ts", "node:fs", "pg", "better-sqlite3", "openai", "fastify"],
  [
    "web/editor/planted",
    "../page/notice-page.tsx",
    "../locales/fr.ts",
    "../live/return.ts",
    "@stripe/stripe-js",
  ],
  ["api/models/planted", "../../data/store.ts", "../../scripts/run.ts", "pg", "better-sqlite3", "react"],
  ["api/visitor/planted", "../../scripts/run.ts", "../../web/page/time.ts", "../../web/locales/locales.ts"],
  [
    "api/planted",
    "../web/client.ts",
    "pg",
    "better-sqlite3",
    "openai",
    "openai/error",
    "@stripe/stripe-js",
    "react",
  ],
  ["scripts/commands/planted", "../../web/page/time.ts", "../../api/runtime/app.ts", "../../api/server.ts"],
  ["scripts/planted", "../api/editor/sessions.ts", "../api/export/pages.ts", "../web/live/return.ts"],
  ["scripts/owner/planted", "pg", "better-sqlite3", "openai", "@stripe/stripe-js", "fastify", "react"],
];

describe("npm run check", () => {
  const wrongImports = walls.flatMap(([place, ...kept]) =>
    kept.map((target, index): [file: string, target: string] => [`${place}-${index}.ts`, target]),
  );

  it("tries walls with imports of files that exist", () => {
    const files = wrongImports.filter(([, target]) => target.startsWith("."));
    expect(files.filter(([file, target]) => !existsSync(join(dirname(file), target)))).toEqual([]);
  });

  it("refuses imports from upper layers and packages of other layers", () => {
    const found = lint(
      Object.fromEntries(wrongImports.map(([file, target]) => [file, `export * from "${target}";\n`])),
    );
    expect(found).toEqual(Object.fromEntries(wrongImports.map(([file]) => [file, ["noRestrictedImports"]])));
  });

  it("refuses circles, also of types, and the process in other files than entries", () => {
    const found = lint({
      "data/store.ts": 'import type { Notice } from "../schema/notice.ts";\nexport type Stored = Notice;\n',
      "data/one.ts": 'import { two } from "./two.ts";\nexport const one = () => two();\n',
      "data/two.ts": 'import { one } from "./one.ts";\nexport const two = () => one();\n',
      "data/three.ts": 'import type { Four } from "./four.ts";\nexport type Three = Four[];\n',
      "data/four.ts": 'import type { Three } from "./three.ts";\nexport type Four = Three[];\n',
      "api/runtime/planted.ts": "process.exit();\n",
      "api/server.ts": "process.exit();\n",
    });
    expect(found).toEqual({
      "data/store.ts": [],
      "data/one.ts": ["noImportCycles"],
      "data/two.ts": ["noImportCycles"],
      "data/three.ts": ["noImportCycles"],
      "data/four.ts": ["noImportCycles"],
      "api/runtime/planted.ts": ["noRestrictedGlobals"],
      "api/server.ts": [],
    });
  });
});

it("the product gives no file to another user, and changes the mode of none but new files and what it exports, which it has open: a path may be a link", () => {
  // The configurations and errors that we write tell people to `chmod 640`, `chmod go-w` and `chown root`.
  const calls = (file: string) =>
    readFileSync(file, "utf8").match(/\b[fl]?ch(?:own|mod)(?:Sync)?\b(?! (?:\d|go-w|root))/g) ?? [];
  const changing = files.flatMap((file) => [...new Set(calls(file))].map((call) => [file, call]));
  expect(changing).toEqual([
    // Of a file handle, which is the same call.
    ["data/files.ts", "chmod"],
    ["data/sqlite-file/open.ts", "fchmodSync"],
    ["api/export/folder.ts", "chmod"],
  ]);
});
