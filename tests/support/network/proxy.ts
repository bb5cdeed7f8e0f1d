import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, onTestFinished } from "vitest";
import { temporaryFolder } from "../folder.ts";
import { patient } from "../service/service.ts";
import type { ProxyName } from "../setup/proxies.ts";

/** How each proxy runs in the foreground with a configuration; it may write into the folder. */
const commandLines: Record<ProxyName, (file: string, folder: string) => string[]> = {
  nginx: (file, folder) => ["-c", file, "-p", folder, "-e", "stderr", "-g", "daemon off; pid nginx.pid;"],
  haproxy: (file) => ["-f", file, "-db"],
  caddy: (file) => ["run", "--config", file, "--adapter", "caddyfile"],
};

/** Runs a proxy with a configuration, word for word but for its ports; gives the URL of its port 8000. */
export async function startProxy(
  name: ProxyName,
  configuration: string,
  ports: Record<string, number>,
): Promise<string> {
  const folder = temporaryFolder();
  const file = join(folder, "configuration");
  let text = configuration;
  for (const [standard, port] of Object.entries(ports)) text = text.replaceAll(standard, String(port));
  writeFileSync(file, text);
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
  const url = `http://127.0.0.1:${ports["8000"]}`;
  const answer = () =>
    fetch(url).then(
      ({ status }) => status,
      () => output,
    );
  await expect.poll(answer, patient).toBeTypeOf("number");
  return url;
}
