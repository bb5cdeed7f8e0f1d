import { execFileSync, spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { listeningSocket } from "../../support/network/listening-socket.ts";
import { startCrowd } from "../../support/network/visitors.ts";
import { startService } from "../../support/service/service.ts";
import { environmentOf, type Installed, install, update } from "../../support/trials/package.ts";

/** The same package as another version. */
function newerPackage(version: string): string {
  const folder = temporaryFolder();
  execFileSync("tar", ["-xzf", inject("packageFile"), "-C", folder]);
  const manifest = join(folder, "package/package.json");
  writeFileSync(manifest, JSON.stringify({ ...JSON.parse(readFileSync(manifest, "utf8")), version }));
  const file = join(folder, "newer.tgz");
  execFileSync("tar", ["-czf", file, "-C", folder, "package"]);
  return file;
}

function backsoon({ bin, node, home }: Installed, ...args: string[]) {
  const env = environmentOf({ node, bin, home }, { BACKSOON_HOME: home });
  const { status, stdout, stderr } = spawnSync(join(bin, "backsoon"), args, { env, encoding: "utf8" });
  return { code: status, stdout, stderr };
}

it("An update under load loses no visitor if systemd holds the socket", async () => {
  const installed = install(inject("packageFile"), "npm-11", "24", "root");
  // Before anybody sends: an upload that stalls, as this process does something else, is cut off.
  const newer = newerPackage("99.0.0");
  const socket = listeningSocket();
  const settings = { DATABASE: join(temporaryFolder(), "notice.db"), BACKSOON_HOME: installed.home };
  const command = [installed.node, join(installed.bin, "backsoon")];
  const start = () => startService(settings, { socket: socket.descriptor, command });
  const service = await start();
  const crowd = startCrowd(socket.url);
  await crowd.goesOn();
  await update(newer, "npm-11", installed);
  // It goes on from memory, while another version is where it was started from.
  await crowd.goesOn();
  expect(await service.ended("SIGTERM")).toBe(0);
  await start();
  await crowd.goesOn();
  const got = await crowd.leaves();
  process.stdout.write(`${got.notice} requests got the notice while the package was updated\n`);
  expect(got).toEqual({ notice: expect.any(Number) });
  expect(backsoon(installed, "--version")).toEqual({ code: 0, stdout: "99.0.0\n", stderr: "" });
});
