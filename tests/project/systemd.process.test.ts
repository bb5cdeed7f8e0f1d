import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findProgram } from "../../scripts/bench/harness.ts";
import { planFiles, writeFiles } from "../../scripts/systemd/install.ts";
import { sysusers, unitNames, unitOf } from "../../scripts/systemd/units.ts";
import { temporaryFolder } from "../support/folder.ts";

const read = (name: string) => readFileSync(`docs/deploy/${name}`, "utf8");
const services = ["backsoon.service", "backsoon-editor.service"] as const;
const installed = { node: process.execPath, folder: "/opt/backsoon" };
const [analyze, makeUsers] = [findProgram("systemd-analyze"), findProgram("systemd-sysusers")];
const control = findProgram("systemctl");
const analyzed = (...args: string[]) => spawnSync(analyze ?? "", args, { encoding: "utf8" });

/** A folder with the files that `backsoon install` writes. */
async function installation(): Promise<string> {
  const root = temporaryFolder();
  await writeFiles(planFiles("1.0.0", installed, root));
  return root;
}

/** What a unit says, line by line, without its comments. */
const linesOf = (unit: string) => unit.split("\n").filter((line) => line !== "" && !line.startsWith("#"));

it.skipIf(!analyze)("All systemd units pass systemd-analyze without a warning", async () => {
  for (const folder of ["docs/deploy", join(await installation(), "etc/systemd/system")]) {
    const { status, stderr } = analyzed("verify", ...unitNames.map((name) => join(folder, name)));
    // It may also warn about other units of this machine.
    expect([status, stderr.split("\n").filter((line) => line.includes("backsoon"))]).toEqual([0, []]);
  }
});

describe("The systemd units of a clone", () => {
  it.skipIf(!analyze).each(services)("allow the system call that Node 20 needs to start: %s", (name) => {
    const [, sets = ""] = /^SystemCallFilter=(.*)$/m.exec(read(name)) ?? [];
    expect(analyzed("syscall-filter", ...sets.split(" ")).stdout).toMatch(/^ +pkey_alloc$/m);
  });

  it("run the editor as the service's user with the same confinement", () => {
    const confinement = (name: string) =>
      read(name).match(/^(?:User|Group|State|Remove|UMask|Pr|NoNew|Cap|Restrict|Lock|SystemCall).*$/gm);
    expect(confinement("backsoon-editor.service")).toEqual(confinement("backsoon.service"));
  });
});

describe("The systemd units of an installed package", () => {
  it("differ from a clone's only in program and home", () => {
    for (const name of unitNames) {
      const differing =
        /^(?:Documentation|ExecStart|Environment=DATABASE|WorkingDirectory|ConfigurationDirectory)=/;
      const rest = (unit: string) => linesOf(unit).filter((line) => !differing.test(line));
      expect(rest(unitOf(name, installed))).toEqual(rest(read(name)));
      expect(unitOf(name, installed)).not.toMatch(/useradd|\bcp\b|\/opt\/backsoon(?!\/bin)/);
    }
    const [, user] = /^u (\S+) - ".*" \/var\/lib\/backsoon\n$/.exec(sysusers) ?? [];
    const bin = `ExecStart=${process.execPath} /opt/backsoon/bin`;
    const folders = ["StateDirectory=backsoon backsoon-export", "ConfigurationDirectory=backsoon"];
    const own = [...folders, `User=${user}`];
    const [service, editor] = services.map((name) => linesOf(unitOf(name, installed)));
    expect(service).toEqual(expect.arrayContaining([`${bin}/backsoon.cjs`, ...own]));
    expect(editor).toEqual(expect.arrayContaining([`${bin}/notice.cjs editor`, ...own]));
  });

  it.skipIf(!analyze)("confine as much as a clone's", async () => {
    const exposure = (unit: string): number => {
      const { stdout } = analyzed("security", "--offline=yes", "--no-pager", unit);
      return Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]);
    };
    const root = await installation();
    for (const name of services) {
      const clones = exposure(`docs/deploy/${name}`);
      expect(clones).toBeLessThan(2);
      expect(exposure(join(root, "etc/systemd/system", name))).toBeLessThanOrEqual(clones);
    }
  });

  it.skipIf(!makeUsers || !control)("create their user and can be enabled in an image", async () => {
    const root = await installation();
    for (const path of ["usr/lib", "var/lib"]) mkdirSync(join(root, path), { recursive: true });
    const run = (program = "", ...args: string[]) => {
      const { status, stderr } = spawnSync(program, [`--root=${root}`, ...args], { encoding: "utf8" });
      expect(status, stderr).toBe(0);
    };
    run(makeUsers, "backsoon.conf");
    run(control, "enable", "backsoon.socket", "backsoon.service");
    expect(readFileSync(join(root, "etc/passwd"), "utf8")).toMatch(
      /^backsoon:x:\d+:\d+:Backsoon, the maintenance notice:\/var\/lib\/backsoon:.*nologin$/m,
    );
    const wanted = ["sockets.target", "multi-user.target"].flatMap((target) =>
      readdirSync(join(root, `etc/systemd/system/${target}.wants`)),
    );
    expect(wanted).toEqual(["backsoon.socket", "backsoon.service"]);
  });
});
