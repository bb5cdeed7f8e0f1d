import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { request as requestOverTls } from "node:https";
import { join } from "node:path";
import { expect, inject, onTestFinished } from "vitest";
import { temporaryFolder } from "../folder.ts";
import { patient } from "../patient.ts";
import type { ProxyName } from "../setup/proxies.ts";

/** How each proxy runs in the foreground with a configuration; it may write into the folder. */
const commandLines: Record<ProxyName, (file: string, folder: string) => string[]> = {
  nginx: (file, folder) => ["-c", file, "-p", folder, "-e", "stderr", "-g", "daemon off; pid nginx.pid;"],
  // As a service manager runs it: with a process that reloads it.
  haproxy: (file, folder) => ["-W", "-S", join(folder, "master.sock"), "-f", file, "-db"],
  caddy: (file) => ["run", "--config", file, "--adapter", "caddyfile"],
  apache2: (file, folder) => ["-D", "FOREGROUND", "-f", file, ...apacheSettings(folder)],
};

/** What Debian's own configuration of Apache gives to a site: its modules, its user, where it keeps what. */
function apacheSettings(folder: string): string[] {
  const modules = [
    "mpm_event",
    "authz_core",
    "proxy",
    "proxy_http",
    "proxy_balancer",
    "proxy_hcheck",
    "slotmem_shm",
    "rewrite",
    "setenvif",
    "headers",
    "alias",
    "mime",
  ];
  const lines = [
    ...[...modules, "lbmethod_byrequests"].map(
      (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
    ),
    ...["User", "Group"].map((directive) => `${directive} www-data`),
    `ServerRoot ${folder}`,
    `DefaultRuntimeDir ${folder}`,
    "PidFile apache.pid",
    "ServerName localhost",
    "ErrorLog error.log",
    // Of what its mime.conf says of the ends of names, what ours have.
    ...["TypesConfig /dev/null", "AddLanguage br .br", "AddType application/x-gzip .gz"],
  ];
  return lines.flatMap((line) => ["-C", line]);
}

/** What runs at each URL. */
const running = new Map<string, ChildProcess>();

/** Has a running proxy read its configuration again. */
export function reloadProxy(name: ProxyName, url: string): void {
  running.get(url)?.kill(name === "haproxy" ? "SIGUSR2" : "SIGHUP");
}

/** Where nginx keeps what it reads and writes, which by itself is a folder that only root may write into. */
export const nginxFolders = ["client_body", "proxy", "fastcgi", "scgi", "uwsgi"]
  .map((kind) => `${kind}_temp_path ${kind};`)
  .join(" ");

/**
 * Runs a proxy with a configuration, word for word but for its ports and, with nginx, where it keeps what; gives the
 * URL of its port 8000.
 */
export async function startProxy(
  name: ProxyName,
  configuration: string,
  ports: Record<string, number>,
  protocol: "http" | "https" = "http",
): Promise<string> {
  const folder = temporaryFolder();
  // The workers of a proxy that root starts are another user's.
  chmodSync(folder, 0o711);
  const file = join(folder, "configuration");
  const text = configuration.replace(/\b\d{4}\b/g, (standard) => String(ports[standard] ?? standard));
  writeFileSync(file, name === "nginx" ? text.replace("http {", `$& ${nginxFolders}`) : text);
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  const child = spawn(inject("proxies")[name], commandLines[name](file, folder), {
    cwd: folder,
    env,
    stdio: ["ignore", "pipe", "pipe"],
  });
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk) => (output += chunk));
  onTestFinished(async () => {
    child.kill("SIGTERM");
    if (child.exitCode === null) await once(child, "exit");
  });
  const url = `${protocol}://127.0.0.1:${ports["8000"]}`;
  running.set(url, child);
  const refused = once(child, "exit").then(() => {
    throw new Error(`${name} refuses its configuration: ${output}`);
  });
  const listens = expect.poll(() => statusOf(url).catch(() => output), patient).toBeTypeOf("number");
  await Promise.race([listens, refused]);
  return url;
}

/** The status with which an address answers, whoever signed its certificate. */
function statusOf(url: string): Promise<number | undefined> {
  const options = { agent: false, rejectUnauthorized: false, servername: "localhost" };
  return new Promise((resolve, reject) => {
    const sent = url.startsWith("https:") ? requestOverTls(url, options) : request(url, { agent: false });
    sent.on("error", reject).on("response", (message) => resolve(message.resume().statusCode));
    sent.end();
  });
}
