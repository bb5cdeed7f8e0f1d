import { readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import { freePort } from "../../../../scripts/bench/harness.ts";
import { notice } from "../../../support/command/command.ts";
import { switchFolder, temporaryFolder } from "../../../support/folder.ts";
import { startProxy } from "../../../support/network/proxy.ts";
import type { ProxyName } from "../../../support/setup/programs.ts";

/** What a switch can be turned to. */
export type Position = "on" | "off" | "read-only";

/** What stands behind a proxy: addresses of apps, URLs of one Backsoon or two, and the switch's folder. */
export interface Behind {
  apps: string[];
  services: string[];
  flags: string;
}

/** What `notice proxy` prints for a proxy, with its switch in the folder. */
export async function proxyCommand(
  proxy: ProxyName,
  { apps, services, flags }: Behind,
  options: string[],
): Promise<string> {
  const [first = "", second] = services.map((url) => new URL(url).host);
  const addresses = ["--app", `${apps}`, "--backsoon", first, ...(second ? ["--second", second] : [])];
  const name = proxy === "apache2" ? "apache" : proxy;
  const outcome = await notice({}, ["proxy", name, ...addresses, ...options]);
  expect(outcome).toMatchObject({ code: 0, stderr: "" });
  writeFileSync(join(flags, "haproxy.map"), "notice off\n");
  return outcome.stdout.replaceAll(/\/etc\/backsoon\/switch|\/run\/haproxy/g, () => flags);
}

/** Runs a proxy as `notice proxy --whole` configures it. Returns its URL. */
export async function startRecipe(
  proxy: ProxyName,
  behind: Behind,
  options: string[],
  port?: number,
): Promise<string> {
  const text = await proxyCommand(proxy, behind, ["--whole", "--switch", ...options]);
  return startProxy(proxy, text, { "8000": port ?? (await freePort()) });
}

/** Writes the files of `notice proxy nginx --out`. Returns their folder. */
export async function writeParts(behind: Behind, options: string[]): Promise<string> {
  const folder = switchFolder();
  await proxyCommand("nginx", behind, ["--out", folder, ...options]);
  for (const file of readdirSync(folder).map((name) => join(folder, name)))
    writeFileSync(
      file,
      readFileSync(file, "utf8").replaceAll("/etc/backsoon/switch", () => behind.flags),
    );
  return folder;
}

/** The two secrets of staff, and their file. */
export async function staffSecrets(): Promise<{ link: string; cookie: string; file: string }> {
  const file = join(temporaryFolder(), "staff.json");
  await notice({}, ["bypass", "https://shop.example", "--write", file]);
  return { ...JSON.parse(readFileSync(file, "utf8")), file };
}

/** Turns the switch by hand: with files, or in HAProxy's map and in HAProxy itself. */
export async function turnTo(proxy: ProxyName, flags: string, to: Position): Promise<void> {
  if (proxy === "haproxy") {
    writeFileSync(join(flags, "haproxy.map"), `notice ${to}\n`);
    const socket = connect(join(flags, "backsoon.sock"));
    expect(await text(socket.end(`set map ${flags}/haproxy.map notice ${to}\n`))).toBe("\n");
    return;
  }
  for (const each of ["on", "read-only"]) rmSync(join(flags, each), { force: true });
  if (to !== "off") writeFileSync(join(flags, to), "");
}
