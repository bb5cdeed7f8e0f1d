import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { join } from "node:path";
import { expect, inject, onTestFinished } from "vitest";
import { temporaryFolder } from "../folder.ts";
import { patient } from "../patient.ts";
import type { ProxyName } from "../setup/programs.ts";

/** The arguments with which a proxy only tests a configuration, or runs in the foreground. It may write into the folder. */
export function proxyArguments(name: ProxyName, file: string, folder: string, isTest = false): string[] {
  switch (name) {
    case "nginx": {
      const own = ["-c", file, "-p", folder, "-e", "stderr", "-g", "daemon off; pid nginx.pid;"];
      return isTest ? ["-t", ...own] : own;
    }
    case "haproxy":
      // As a service manager runs it: with a process that reloads it.
      return isTest ? ["-c", "-f", file] : ["-W", "-S", join(folder, "master.sock"), "-f", file, "-db"];
    case "caddy":
      return [isTest ? "validate" : "run", "--config", file, "--adapter", "caddyfile"];
    case "apache2":
      return [...(isTest ? ["-t"] : ["-D", "FOREGROUND"]), "-f", file, ...apacheSettings(folder)];
  }
}

const apacheModules =
  "mpm_event authz_core proxy proxy_http proxy_balancer proxy_hcheck slotmem_shm rewrite setenvif headers alias mime lbmethod_byrequests";

/** What Debian's own configuration of Apache gives to a site. */
function apacheSettings(folder: string): string[] {
  const lines = [
    ...apacheModules
      .split(" ")
      .map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
    ...["User www-data", "Group www-data", `ServerRoot ${folder}`, `DefaultRuntimeDir ${folder}`],
    ...["PidFile apache.pid", "ServerName localhost", "ErrorLog error.log", "TypesConfig /dev/null"],
    // From its mime.conf, for our files' names.
    ...["AddLanguage br .br", "AddType application/x-gzip .gz"],
  ];
  return lines.flatMap((line) => ["-C", line]);
}

/** What runs at each URL. */
const running = new Map<string, ChildProcess>();

/** Has a running proxy read its configuration again. */
export function reloadProxy(name: ProxyName, url: string): void {
  running.get(url)?.kill(name === "haproxy" ? "SIGUSR2" : "SIGHUP");
}

/** The environment of a proxy that keeps its files in a folder. */
export const proxyEnvironment = (folder: string): NodeJS.ProcessEnv => ({
  ...process.env,
  ...{ HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
});

/** Writes a configuration. nginx gets folders of its own, because only root may write into the usual ones. */
export function writeConfiguration(name: ProxyName, text: string, folder: string): string {
  const file = join(folder, "configuration");
  const kinds = ["client_body", "proxy", "fastcgi", "scgi", "uwsgi"];
  const own = kinds.map((kind) => `${kind}_temp_path ${kind};`).join(" ");
  writeFileSync(file, name === "nginx" ? text.replace("http {", `$& ${own}`) : text);
  return file;
}

/** Runs a proxy with a configuration in which only the ports are replaced. Returns the URL of its port 8000. */
export async function startProxy(
  name: ProxyName,
  configuration: string,
  ports: Record<string, number>,
): Promise<string> {
  const folder = temporaryFolder();
  // The workers of a proxy that root starts are another user's.
  chmodSync(folder, 0o711);
  const text = configuration.replace(/\b\d{4}\b/g, (standard) => String(ports[standard] ?? standard));
  const args = proxyArguments(name, writeConfiguration(name, text, folder), folder);
  const child = spawn(inject("programs")[name], args, { cwd: folder, env: proxyEnvironment(folder) });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  onTestFinished(async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  });
  const url = `http://127.0.0.1:${ports["8000"]}`;
  running.set(url, child);
  const refused = once(child, "exit").then(() => {
    throw new Error(`${name} refuses its configuration: ${output}`);
  });
  const listens = expect.poll(() => answers(url).catch(() => output), patient).toBe(true);
  await Promise.race([listens, refused]);
  return url;
}

/** Whether a server replies. One over TLS replies that it was asked without. */
async function answers(url: string): Promise<boolean> {
  const sent = request(url, { agent: false }).end();
  const [reply] = await once(sent, "response");
  reply.resume();
  return true;
}
