import { chmodSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect } from "vitest";
import { notice } from "../../../support/command/command.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import type { ProxyName } from "../../../support/setup/proxies.ts";

/** What a switch can be turned to. */
export type Position = "on" | "off" | "read-only";

/** What stands behind a proxy: addresses of apps, URLs of one Backsoon or two, and the folder in the place of `/etc/backsoon/switch`. */
export interface Behind {
  apps: string[];
  services: string[];
  flags: string;
}

/** What `notice proxy` prints for a proxy, or writes into a folder with `--out`; with its switch in the folder. */
export async function proxyCommand(proxy: ProxyName, behind: Behind, options: string[]): Promise<string> {
  const [first = "", second] = behind.services.map((url) => new URL(url).host);
  const addresses = [
    "--app",
    behind.apps.join(","),
    "--backsoon",
    first,
    ...(second ? ["--second", second] : []),
  ];
  const name = proxy === "apache2" ? "apache" : proxy;
  const outcome = await notice({}, ["proxy", name, ...addresses, ...options]);
  expect(outcome).toMatchObject({ code: 0, stderr: "" });
  // HAProxy's switch is a file that must be there, and a socket.
  writeFileSync(join(behind.flags, "haproxy.map"), "notice off\n");
  return outcome.stdout.replaceAll(/\/etc\/backsoon\/switch|\/run\/haproxy/g, () => behind.flags);
}

/** The files that `notice proxy` writes, as `proxyCommand` gives what it prints; gives their folder. */
export async function writeParts(proxy: ProxyName, behind: Behind, options: string[]): Promise<string> {
  const folder = temporaryFolder();
  chmodSync(folder, 0o755);
  await proxyCommand(proxy, behind, ["--out", folder, ...options]);
  for (const file of readdirSync(folder).map((name) => join(folder, name)))
    writeFileSync(
      file,
      readFileSync(file, "utf8").replaceAll("/etc/backsoon/switch", () => behind.flags),
    );
  return folder;
}

/** The two secrets of staff, and the file of them that a proxy's lines are made with. */
export async function staffSecrets(): Promise<{ link: string; cookie: string; file: string }> {
  const file = join(temporaryFolder(), "staff.json");
  await notice({}, ["bypass", "https://shop.example", "--write", file]);
  return { ...JSON.parse(readFileSync(file, "utf8")), file };
}

/** Turns the switch: by the files that a proxy looks for, or in the file of HAProxy's and in HAProxy, which does not. */
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
