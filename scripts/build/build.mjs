import { spawn } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

// Builds everything into dist, unless nothing has changed since the last build that went well.
const stamp = "dist/stamp";
const inputs = hashOfInputs();
if (!existsSync(stamp) || readFileSync(stamp, "utf8") !== inputs) await build();

/** What the build depends on: the names and contents of its files, the packages, and Node. */
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

/** Builds what needs nothing of the others beside them. The stamp is written last. */
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

/** What Node runs takes its place as a whole; what the editor's page takes from it is there from then on. */
async function buildInNode() {
  await run("node_modules/typescript/bin/tsc", "-p", "scripts/build/tsconfig.build.json");
  await run("dist/next/scripts/build/precompile.js");
  rmSync("dist/node", { recursive: true, force: true });
  renameSync("dist/next", "dist/node");
  // Two builds write into this folder, beside each other: neither may empty it.
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

/** Runs a program of JavaScript to its end. */
async function run(...args) {
  const [code] = await once(spawn(process.execPath, args, { stdio: "inherit" }), "exit");
  if (code !== 0) throw new Error(`${args.join(" ")} failed.`);
}
