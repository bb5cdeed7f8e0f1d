import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { prepared } from "../../support/command/prepared.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { copyInstallation } from "../../support/installation.ts";

/** What a user types, and where. */
interface Typed {
  cwd: string;
  program: string;
  /** Who typed sudo before it. */
  sudoUser?: string;
}

const clone: Typed = { cwd: ".", program: resolve("scripts/bin.mjs") };
let database: string;

beforeEach(async () => {
  ({ database } = await prepared());
});

function type({ cwd, program, sudoUser }: Typed, ...args: string[]): { status: number | null; text: string } {
  const env = { ...process.env, DATABASE: database, SUDO_USER: sudoUser };
  const { status, stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: "utf8" });
  return { status, text: stdout + stderr };
}

/** A folder in which the package was installed, as npm does that: with its sources, or without. */
function installed(withSources: boolean): Typed {
  const cwd = temporaryFolder();
  const bin = join(cwd, "node_modules", ".bin");
  const home = join(cwd, "node_modules", "backsoon");
  mkdirSync(bin, { recursive: true });
  cpSync(copyInstallation(), home, { recursive: true, verbatimSymlinks: true });
  if (withSources) cpSync("scripts", join(home, "scripts"), { recursive: true });
  symlinkSync("../backsoon/scripts/bin.mjs", join(bin, "notice"));
  return { cwd, program: join(bin, "notice") };
}

describe("An error names the command as it is typed", () => {
  it.each<[string, () => Typed, string]>([
    ["in a clone", () => clone, "npx notice"],
    ["in a folder of the clone", () => ({ ...clone, cwd: "docs/deploy" }), "npx notice"],
    ["outside the clone", () => ({ ...clone, cwd: temporaryFolder() }), "notice"],
    ["in another package within", () => ({ ...clone, cwd: "node_modules/commander" }), "notice"],
    ["installed by npm", () => installed(true), "notice"],
    ["installed by npm, with sudo", () => ({ ...installed(true), sudoUser: "ann" }), "sudo notice"],
    ["in an image without sources", imageOf, "notice"],
  ])("%s", (_where, where, name) => {
    const at = where();
    expect(type(at, "rollback", "77")).toEqual({
      status: 2,
      text: `There is no revision 77: \`${name} history\` lists the revisions.\n`,
    });
  });
});

/** Run in the installation's folder, as in the image. */
function imageOf(): Typed {
  const cwd = copyInstallation();
  return { cwd, program: join(cwd, "scripts/bin.mjs") };
}
