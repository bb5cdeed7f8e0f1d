import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { listeningSocket } from "../../support/network/listening-socket.ts";
import { startCrowd } from "../../support/network/visitors.ts";
import { startService } from "../../support/service/service.ts";
import { environmentOf, install, update } from "./support/installing.ts";

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

it("An update under load loses no visitor if systemd holds the socket", async ({ annotate }) => {
  const installed = await install(inject("packageFile"), "npm-11", "24", "root");
  // Before the load: this blocks, and uploads that stall are cut off.
  const newer = newerPackage("99.0.0");
  const socket = listeningSocket();
  const settings = { DATABASE: join(temporaryFolder(), "notice.db"), BACKSOON_HOME: installed.home };
  const program = join(installed.bin, "backsoon");
  const start = () =>
    startService(settings, { socket: socket.descriptor, command: [installed.node, program] });
  const service = await start();
  const crowd = startCrowd(socket.url);
  await crowd.goesOn();
  await update(newer, "npm-11", installed);
  // The old version continues from memory, without its files.
  await crowd.goesOn();
  expect(await service.ended("SIGTERM")).toBe(0);
  await start();
  await crowd.goesOn();
  const got = await crowd.leaves();
  await annotate(`${got.notice} requests got the notice`);
  expect(got).toEqual({ notice: expect.any(Number) });
  expect(`${execFileSync(program, ["--version"], { env: environmentOf(installed) })}`).toBe("99.0.0\n");
});
