import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { environment, notice } from "../against/servers.ts";
import type { Bench } from "../harness/bench.ts";
import { freePort } from "../harness/free-port.ts";
import { type Running, startProcess } from "../harness/processes.ts";
import { ask, browser } from "../harness/replies.ts";
import { outputOf } from "../harness/whole-process.ts";

const recipe = new URL("../../../../../docs/deploy/nginx.conf", import.meta.url);

/** How long nginx may take until it shows the notice, in ms. */
const nginxReadyTimeoutMs = 5000;

/** Starts nginx with our recipe, switched on, in front of a service; with `kept`, it keeps that many connections to it. */
export function startInFront(
  bench: Bench,
  program: string,
  { url }: Running,
  kept?: number,
): Promise<Running> {
  const { host } = new URL(url);
  const pool = kept === undefined ? "" : `keepalive ${kept};`;
  const configuration = readFileSync(recipe, "utf8")
    .replaceAll("127.0.0.1:8080", host)
    .replace("upstream backsoon {", `upstream backsoon { ${pool}`);
  return startNginx(bench, program, `in-front-${kept ?? 0}`, configuration);
}

/** Exports the notice, and starts nginx with the configuration that the export brings, switched on. */
export async function startExported(bench: Bench, program: string): Promise<Running> {
  const folder = join(bench.folder, "export");
  await outputOf(bench, [notice, "export", folder], environment(bench));
  return startNginx(bench, program, "exported", readFileSync(join(folder, "nginx.conf"), "utf8"));
}

/** Starts nginx, on the server's core. @throws Error if it does not show the notice */
async function startNginx(
  bench: Bench,
  program: string,
  name: string,
  configuration: string,
): Promise<Running> {
  const { folder } = bench;
  const port = await freePort();
  const file = join(folder, `${name}.conf`);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  const here = configuration
    .replace("listen 8000;", `listen 127.0.0.1:${port};`)
    .replaceAll("/etc/backsoon/", `${folder}/`)
    .replace("http {", `http { ${temporary.map((kind) => `${kind}_temp_path ${folder};`).join(" ")}`);
  // Root's workers would be nobody, who may not read the folder.
  writeFileSync(file, `${process.getuid?.() === 0 ? "user root root;\n" : ""}${here}`);
  writeFileSync(join(folder, "on"), "");
  const options = ["-p", folder, "-e", "stderr", "-g", `daemon off; pid ${name}.pid;`];
  const child = startProcess(bench, [program, "-c", file, ...options], process.env, "server");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const url = `http://127.0.0.1:${port}`;
  for (const begun = performance.now(); performance.now() - begun < nginxReadyTimeoutMs; await sleep(50)) {
    const status = await ask(url, browser)
      .then(({ message }) => message.statusCode)
      .catch(() => undefined);
    if (status === 503) return { pid: child.pid ?? 0, url, stop: async () => void child.kill() };
  }
  throw new Error(`nginx did not show the notice: ${output}`);
}
