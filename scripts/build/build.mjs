import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// Builds everything into dist, unless nothing has changed since the last successful build.
const stamp = "dist/stamp";
const inputs = hashOfInputs();
if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== inputs) await build();

/** Covers all inputs of the build: names and contents of files, the packages' versions, and Node's. */
function hashOfInputs() {
  const hash = createHash("sha256").update(process.version);
  const folders = ["api", "data", "docs/deploy", "schema", "scripts", "web"].flatMap((folder) =>
    readdirSync(folder, { recursive: true }).map((name) => join(folder, name)),
  );
  const files = readdirSync(".").filter((name) => /\.(json|mjs|ts)$/.test(name));
  for (const file of [...folders, ...files].sort())
    if (statSync(file).isFile()) hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest("hex");
}

/** Runs independent builds at the same time, and writes the stamp last. */
async function build() {
  rmSync(stamp, { force: true });
  const inNode = buildInNode();
  const results = await Promise.allSettled([
    inNode.then(() => editor()),
    vite("edge"),
    Promise.all([inNode, vite("page")]).then(() => editor("--mode", "preview")),
  ]);
  const failed = results.filter(({ status }) => status === "rejected");
  if (failed.length === 0) writeFileSync(stamp, inputs);
  for (const { reason } of failed) {
    process.stderr.write(`${reason.message}\n`);
    process.exitCode = 1;
  }
}

/** Replaces dist/node as a whole. The build of the editor's page needs files of it. */
async function buildInNode() {
  await run("node_modules/typescript/bin/tsc", "-p", "scripts/build/tsconfig.build.json");
  await run("dist/next/scripts/build/precompile.js");
  rmSync("dist/node", { recursive: true, force: true });
  renameSync("dist/next", "dist/node");
  // Two builds write into this folder at the same time, so neither may empty it.
  rmSync("dist/editor", { recursive: true, force: true });
}

/** Builds what a configuration beside this file describes. */
function vite(name, ...args) {
  const config = `scripts/build/vite.${name}.config.ts`;
  return run("node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", "-c", config, ...args);
}

function editor(...args) {
  return vite("editor", ...args);
}

async function run(...args) {
  const [code] = await once(spawn(process.execPath, args, { stdio: "inherit" }), "exit");
  if (code !== 0) throw new Error(`${args.join(" ")} failed.`);
}
