import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { secrets, tracesOf } from "../../support/texts/secrets.ts";

it("no file of a page that is built with the secrets at hand holds one", () => {
  const folder = temporaryFolder();
  // What makes scripts smaller adds nothing to them.
  const options = ["--outDir", folder, "--logLevel", "error", "--minify", "false"];
  const args = [
    "node_modules/vite/bin/vite.js",
    "build",
    "-c",
    "scripts/build/vite.page.config.ts",
    ...options,
  ];
  execFileSync(process.execPath, args, { env: { ...process.env, ...Object.fromEntries(secrets) } });
  const traces = secrets.flatMap(([, value]) => tracesOf(value));
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  expect(files.length).toBeGreaterThan(5);
  for (const { name, parentPath } of files) {
    const bytes = readFileSync(join(parentPath, name));
    const plain = name.endsWith(".br")
      ? brotliDecompressSync(bytes)
      : name.endsWith(".gz")
        ? gunzipSync(bytes)
        : bytes;
    expect([name, traces.filter((trace) => bytes.includes(trace) || plain.includes(trace))]).toEqual([
      name,
      [],
    ]);
  }
});
