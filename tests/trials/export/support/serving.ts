import { execFile } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { expect } from "vitest";
import { configurations } from "../../../../api/export/configuration/configurations.ts";
import { freePort } from "../../../../scripts/bench/harness/free-port.ts";
import { notice } from "../../../support/command/command.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { startProxy } from "../../../support/network/proxy.ts";
import { withMap, withStaff } from "../../../support/network/recipes.ts";
import { type ServiceHere, serveWith } from "../../../support/service/service-here.ts";
import type { ProxyName } from "../../../support/setup/proxies.ts";

const run = promisify(execFile);

/** The web servers, each with the file by which it serves an export. */
export const servers: [ProxyName, string][] = [
  ["nginx", "nginx.conf"],
  ["caddy", "Caddyfile"],
  ["haproxy", "haproxy.cfg"],
  ["apache2", "apache.conf"],
];

/** A service whose notice has been exported: in words of one language, and with a time to come back. */
export async function exportHere(): Promise<{ service: ServiceHere; folder: string }> {
  const service = await serveWith(
    ...["--message", "We are moving house.", "--language", "en", "--expected-return", "+2h"],
  );
  const folder = join(temporaryFolder(), "export");
  await exportTo(service.env, folder);
  return { service, folder };
}

/** Exports what is in the store of an environment, where a web server can read it. */
export async function exportTo(env: NodeJS.ProcessEnv, folder: string): Promise<void> {
  expect(await notice(env, ["export", folder])).toMatchObject({ code: 0 });
  chmodSync(join(folder, ".."), 0o755);
}

interface Behind {
  folder: string;
  /** The port of the app; nobody listens there unless one is given. */
  app?: number;
  /** The folder of the switch. */
  flags?: string;
  /** The secret of the staff's link; without one nobody gets past the notice. */
  staff?: string;
}

interface Serving {
  url: string;
  /** Does what ops must do when the notice has changed, as the file of the web server says; rejects if that fails. */
  takeIn(): Promise<void>;
}

/** Runs a web server by its file, word for word but for its ports and the folders that are root's. */
export async function serveExport([server, file]: [ProxyName, string], behind: Behind): Promise<Serving> {
  const { folder, flags = temporaryFolder(), staff } = behind;
  chmodSync(flags, 0o755);
  const written = configurations[file]?.({ folder, retryAfter: 120 }) ?? "";
  const made = staff === undefined ? written : withStaff(written, staff);
  const ports = {
    "3000": behind.app ?? (await freePort()),
    "8000": await freePort(),
    "8001": await freePort(),
  };
  const inFlags = (text: string) => text.replaceAll("/etc/backsoon", () => flags);
  if (server !== "haproxy")
    return { url: await startProxy(server, inFlags(made), ports), takeIn: async () => {} };

  const home = temporaryFolder();
  const pid = join(home, "pid");
  const text = (behind.flags ? withMap(inFlags(made), flags) : inFlags(made))
    .replaceAll("/etc/haproxy", () => home)
    .replace("maxconn 4000", () => `maxconn 4000\n    pidfile ${pid}`);
  writeFileSync(join(home, "haproxy.cfg"), text);
  const commands = [...text.matchAll(/^# {5}(.*)$/gm)].map(([, line]) => line).join("\n");
  expect(commands).toContain("haproxy -c");
  const takeIn = async (reload: string) => {
    await run("sh", ["-c", commands.replace("systemctl reload haproxy", reload)]);
  };
  await takeIn("true");
  const url = await startProxy(server, text, ports);
  return { url, takeIn: () => takeIn(`kill -USR2 $(cat ${pid})`) };
}
