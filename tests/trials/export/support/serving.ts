import { chmodSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { configurations } from "../../../../api/export/configuration/configurations.ts";
import { freePort } from "../../../../scripts/bench/harness/free-port.ts";
import { notice } from "../../../support/command/command.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { startProxy } from "../../../support/network/proxy.ts";
import { type ServiceHere, serveWith } from "../../../support/service/service-here.ts";

/** A web server that serves an export, and the recipe whose switch it has. */
export type Server = [name: keyof typeof configurations, recipe: string];

export const servers: Server[] = [
  ["nginx", "nginx.conf"],
  ["caddy", "Caddyfile"],
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

/** Runs a web server by its configuration, word for word but for its ports and the folder that is root's; gives its URL. */
export async function serveExport([server]: Server, behind: Behind): Promise<string> {
  const { folder, flags = temporaryFolder(), staff } = behind;
  chmodSync(flags, 0o755);
  const made = configurations[server]({ folder, retryAfter: 120 });
  const text = staff === undefined ? made : withStaff(made, staff);
  const ports = { "3000": behind.app ?? (await freePort()), "8000": await freePort() };
  return startProxy(
    server,
    text.replaceAll("/etc/backsoon", () => flags),
    ports,
  );
}

/** A recipe with the lines that it has in comments for the staff's secret, and the secret in them. */
function withStaff(recipe: string, secret: string): string {
  return recipe.replace(/^([ \t]*)# (?=.*\bSTAFF_SECRET\b)/gm, "$1").replaceAll("STAFF_SECRET", () => secret);
}
