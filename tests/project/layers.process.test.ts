import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
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

const wrongImports: [file: string, target: string][] = [
  ["schema/notice/planted.ts", "../../data/store.ts"],
  ["data/cache/planted.ts", "../../web/render.tsx"],
  ["web/page/planted.ts", "../../api/visitor/pages.ts"],
  ["web/page/planted-2.ts", "node:fs"],
  ["web/page/planted-3.ts", "../editor/main.tsx"],
  ["web/editor/planted.ts", "../page/notice-page.tsx"],
  ["web/editor/fields/planted.ts", "../../locales/locales.ts"],
  ["api/visitor/planted.ts", "../../web/locales/locales.ts"],
  ["api/visitor/planted-2.ts", "../editor/problem.ts"],
  ["api/http/planted.ts", "../runtime/app.ts"],
  ["api/editor/planted.ts", "../visitor/pages.ts"],
  ["api/runtime/planted.ts", "../../scripts/run.ts"],
  ["api/models/planted.ts", "../../data/store.ts"],
  ["api/assist/checks/planted.ts", "../../editor/app.ts"],
  ["scripts/commands/planted.ts", "../bench/harness/wrk.ts"],
  ["scripts/commands/planted-2.ts", "../../api/runtime/app.ts"],
  ["scripts/commands/planted-3.ts", "../../api/editor/sessions/links.ts"],
  ["api/visitor/planted-4.ts", "openai"],
  ["scripts/planted.ts", "better-sqlite3"],
];

describe("npm run check", () => {
  it("refuses an import of what is above or beside, a circle, and the process away from its ends", () => {
    const planted = Object.fromEntries(
      wrongImports.map(([file, target]) => [file, `export * from ${JSON.stringify(target)};\n`]),
    );
    const found = lint({
      ...planted,
      "data/store.ts": 'import type { Notice } from "../schema/notice.ts";\nexport type Stored = Notice;\n',
      "data/one.ts": 'import { two } from "./two.ts";\nexport const one = () => two();\n',
      "data/two.ts": 'import { one } from "./one.ts";\nexport const two = () => one();\n',
      "api/runtime/planted-2.ts": "process.exit();\n",
      "api/server.ts": "process.exit();\n",
    });
    const refused = Object.keys(planted).map((file) => [file, ["noRestrictedImports"]]);
    expect(found).toEqual({
      ...Object.fromEntries(refused),
      "data/store.ts": [],
      "data/one.ts": ["noImportCycles"],
      "data/two.ts": ["noImportCycles"],
      "api/runtime/planted-2.ts": ["noRestrictedGlobals"],
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
