import { execFileSync } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { brotliDecompressSync, gunzipSync } from "node:zlib";
import { expect, it } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { secrets, tracesOf } from "../../support/texts/secrets.ts";

it("A build of the page with all secrets in its environment writes none of them to a file", () => {
  const folder = temporaryFolder();
  const options = ["--outDir", folder, "--logLevel", "error", "--minify", "false"];
  const build = ["node_modules/vite/bin/vite.js", "build", "-c", "scripts/build/vite.page.config.ts"];
  execFileSync(process.execPath, [...build, ...options], {
    env: { ...process.env, ...Object.fromEntries(secrets) },
  });
  const traces = secrets.flatMap(([, value]) => tracesOf(value));
  const all = readdirSync(folder, { recursive: true, withFileTypes: true });
  const files = all.filter((entry) => entry.isFile());
  expect(files.length).toBeGreaterThan(5);
  for (const { name, parentPath } of files) {
    const bytes = readFileSync(join(parentPath, name));
    const unpack = { br: brotliDecompressSync, gz: gunzipSync }[name.split(".").at(-1) ?? ""];
    const plain = unpack?.(bytes) ?? bytes;
    const found = traces.filter((trace) => bytes.includes(trace) || plain.includes(trace));
    expect([name, found]).toEqual([name, []]);
  }
});
