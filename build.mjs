import { spawn } from "node:child_process";
import { once } from "node:events";
import { renameSync, rmSync } from "node:fs";

// Builds everything into dist: what needs nothing of the others is built beside them.
const vite = (...args) => run("node_modules/vite/bin/vite.js", "build", "--logLevel", "warn", ...args);
const editor = (...args) => vite("-c", "vite.editor.config.ts", ...args);

const inNode = buildInNode();
const results = await Promise.allSettled([
  inNode.then(() => editor()),
  Promise.all([inNode, vite()]).then(() => editor("--mode", "preview")),
]);
for (const { reason } of results.filter(({ status }) => status === "rejected")) {
  process.stderr.write(`${reason.message}\n`);
  process.exitCode = 1;
}

/** What Node runs takes its place as a whole; what the editor's page takes from it is there from then on. */
async function buildInNode() {
  await run("node_modules/typescript/bin/tsc", "-p", "tsconfig.build.json");
  await run("dist/next/scripts/precompile.js");
  rmSync("dist/node", { recursive: true, force: true });
  renameSync("dist/next", "dist/node");
  // Two builds write into this folder, beside each other: neither may empty it.
  rmSync("dist/editor", { recursive: true, force: true });
}

/** Runs a program of JavaScript to its end. */
async function run(...args) {
  const [code] = await once(spawn(process.execPath, args, { stdio: "inherit" }), "exit");
  if (code !== 0) throw new Error(`${args.join(" ")} failed.`);
}
