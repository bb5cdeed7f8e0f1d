import { spawn } from "node:child_process";
import { once } from "node:events";
import { copyFileSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { expect, inject, onTestFinished } from "vitest";
import { freePort } from "../../../../scripts/bench/harness.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { patient } from "../../../support/patient.ts";

export const runtimes = ["workerd", "deno", "bun"] as const;
export type Runtime = (typeof runtimes)[number];

/** What runs a module: the address of the app behind it, its settings, and the address of what is its KV. */
export interface Edge {
  app: string;
  settings?: Record<string, string>;
  store?: string | undefined;
}

const textOf = (value: string): string => JSON.stringify(value);

/** Cloudflare's own runtime: what a module fetches goes to the app whatever its URL, unless another host is named. */
function workerdConfiguration({ app, settings = {}, store }: Edge, port: number): string {
  const bindings = Object.entries(settings).map(
    ([name, text]) => `(name = "${name}", text = ${textOf(text)})`,
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

/** Runs a module until the test ends; gives its URL. */
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
  const child = spawn(inject("edgePrograms")[runtime], args, {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text) => (said += text));
  onTestFinished(async () => {
    child.kill("SIGKILL");
    await once(child, "close").catch(() => {});
  });
  await expect
    .poll(() => {
      if (child.exitCode !== null) throw new Error(`${runtime} ended: ${said}`);
      return isListening(port);
    }, patient)
    .toBe(true);
  return `http://127.0.0.1:${port}`;
}

async function isListening(port: number): Promise<boolean> {
  const socket = connect(port, "127.0.0.1");
  const outcome = await Promise.race([once(socket, "connect"), once(socket, "error")]).catch(() => undefined);
  socket.destroy();
  return Array.isArray(outcome) && outcome.length === 0;
}
