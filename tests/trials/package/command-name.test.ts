import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { expect, it } from "vitest";
import { prepared } from "../../support/command/prepared.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { copyInstallation } from "../../support/installation.ts";

type Typed = [cwd: string, program: string];
const clone = resolve("scripts/bin.mjs");

/** A project into which npm installed the package, with the sources of a clone. */
function project(): Typed {
  const cwd = temporaryFolder();
  const modules = join(cwd, "node_modules");
  mkdirSync(join(modules, ".bin"), { recursive: true });
  copyInstallation("dist", join(modules, "backsoon"));
  cpSync("scripts", join(modules, "backsoon/scripts"), { recursive: true });
  symlinkSync("../backsoon/scripts/bin.mjs", join(modules, ".bin/notice"));
  return [cwd, join(modules, ".bin/notice")];
}

/** The folder of an image, which has no sources. */
function image(): Typed {
  const cwd = copyInstallation();
  return [cwd, join(cwd, "scripts/bin.mjs")];
}

it.each<[where: string, typed: () => Typed, name: string, SUDO_USER?: string]>([
  ["in a clone", () => [".", clone], "npx notice"],
  ["in a folder of the clone", () => ["docs/deploy", clone], "npx notice"],
  ["outside the clone", () => [temporaryFolder(), clone], "notice"],
  ["in another package inside the clone", () => ["node_modules/commander", clone], "notice"],
  ["installed by npm", project, "notice"],
  ["installed by npm, with sudo", project, "sudo notice", "ann"],
  ["in an image", image, "notice"],
])("An error names the command as people type it %s", async (_where, typed, name, SUDO_USER) => {
  const [cwd, program] = typed();
  const env = { ...(await prepared()).env, SUDO_USER };
  const { status, stderr } = spawnSync(program, ["rollback", "77"], { cwd, env, encoding: "utf8" });
  expect([status, stderr.includes(`: \`${name} history\` lists`)]).toEqual([2, true]);
});
