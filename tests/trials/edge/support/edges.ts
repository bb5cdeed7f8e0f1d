import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, onTestFinished } from "vitest";
import { freePort } from "../../../../scripts/bench/harness.ts";
import { noticeProcess } from "../../../support/command/command.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { patient } from "../../../support/patient.ts";
import { isListening } from "../../proxies/support/app.ts";

export const runtimes = ["workerd", "deno", "bun"] as const;
export type Runtime = (typeof runtimes)[number];

/** What a module runs with: the app's address, its settings, and the address that replies as its KV. */
export interface Edge {
  app: string;
  settings?: Record<string, string>;
  store?: string | undefined;
}

/** Exports the module of a store with `notice export --worker`. Returns its file. */
export async function exportModule(env: NodeJS.ProcessEnv, folder = temporaryFolder()): Promise<string> {
  const file = join(folder, "worker.js");
  const { code, stderr } = await noticeProcess(env, ["export", "--worker", file]);
  expect([code, stderr]).toEqual([0, ""]);
  return file;
}

/** The configuration of workerd, which sends every fetch of the module to the app. */
function workerdConfiguration({ app, settings = {}, store }: Edge, port: number): string {
  const bindings = Object.entries(settings).map(
    ([name, text]) => `(name = "${name}", text = ${JSON.stringify(text)})`,
  );
  if (store) bindings.push('(name = "BACKSOON", kvNamespace = "store")');
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "edge", worker = (
      modules = [(name = "worker.js", esModule = embed "worker.js")],
      compatibilityDate = "2026-09-01",
      bindings = [${bindings.join(", ")}],
      globalOutbound = "app",
    )),
    (name = "app", external = (address = "${app}", http = (style = host))),
    ${store ? `(name = "store", external = (address = "${store}", http = (style = host))),` : ""}
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "edge")],
);
`;
}

/** Runs a module until the test ends. Returns its URL. */
export async function startEdge(runtime: Runtime, module: string, edge: Edge): Promise<string> {
  const folder = temporaryFolder();
  const port = await freePort();
  copyFileSync(module, join(folder, "worker.js"));
  writeFileSync(join(folder, "config.capnp"), workerdConfiguration(edge, port));
  const own = ["--port", String(port)];
  const args = {
    workerd: ["serve", "config.capnp"],
    deno: ["serve", "--allow-net", "--allow-env", "--no-check", "--host", "127.0.0.1", ...own, "worker.js"],
    bun: ["run", ...own, "worker.js"],
  }[runtime];
  const settings = { BACKSOON_ORIGIN: `http://${edge.app}`, ...edge.settings };
  const env = { ...process.env, NO_COLOR: "1", PORT: String(port), ...(runtime !== "workerd" && settings) };
  const child = spawn(inject("programs")[runtime], args, { cwd: folder, env });
  let said = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (said += text));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await once(child, "close").catch(() => {});
  });
  const listens = async () => (child.exitCode === null ? isListening(port) : said);
  await expect.poll(listens, patient).toBe(true);
  return `http://127.0.0.1:${port}`;
}
