import { chmodSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { freePort } from "../../../../scripts/bench/harness/free-port.ts";
import { notice } from "../../../support/command/command.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { startProxy } from "../../../support/network/proxy.ts";
import { type ServiceHere, serveWith } from "../../../support/service/service-here.ts";

/** The proxies that send an export. */
export const servers = ["nginx", "caddy"] as const;

type Server = (typeof servers)[number];

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
}

/** Runs a proxy by its whole recipe, word for word but for its ports and the folder that is root's; gives its URL. */
export async function serveExport(server: Server, behind: Behind): Promise<string> {
  const { folder, flags = temporaryFolder() } = behind;
  chmodSync(flags, 0o755);
  const switches = ["--switch", "--read-only", "--post-reads", "/login,/search,/graphql"];
  const { stdout } = await notice({}, ["proxy", server, "--whole", "--files", folder, ...switches]);
  const ports = { "3000": behind.app ?? (await freePort()), "8000": await freePort() };
  return startProxy(
    server,
    stdout.replaceAll("/etc/backsoon/switch", () => flags),
    ports,
  );
}

/** Turns the switches, whose folder is `flags`. */
export function turn(flags: string, to: "on" | "read-only" | "off"): void {
  for (const name of ["on", "read-only"]) rmSync(join(flags, name), { force: true });
  if (to !== "off") writeFileSync(join(flags, to), "");
}
