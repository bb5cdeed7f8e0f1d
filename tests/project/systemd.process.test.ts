import { spawnSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { findProgram } from "../../scripts/bench/harness.ts";
import { planFiles, writeFiles } from "../../scripts/systemd/install.ts";
import { sysusers, unitNames, unitOf } from "../../scripts/systemd/units.ts";
import { temporaryFolder } from "../support/folder.ts";
import { readDeployFile as read } from "./deploy-files.ts";

const installed = { node: process.execPath, folder: "/opt/backsoon" };

/** What a unit says, line by line, without its comments. */
const linesOf = (unit: string) => unit.split("\n").filter((line) => line !== "" && !line.startsWith("#"));

describe("The systemd units of a clone", () => {
  const analyze = findProgram("systemd-analyze");

  it.skipIf(!analyze)("pass systemd-analyze without a warning", () => {
    const names = ["backsoon.service", "backsoon.socket", "backsoon-editor.service"];
    const units = names.map((name) => `docs/deploy/${name}`);
    const { status, stderr } = spawnSync(analyze ?? "", ["verify", ...units], { encoding: "utf8" });
    // It may also tell of other units of this machine.
    expect([status, stderr.split("\n").filter((line) => line.includes("backsoon"))]).toEqual([0, []]);
  });

  it.skipIf(!analyze)("allow the system call that Node 20 needs to start", () => {
    for (const name of ["backsoon.service", "backsoon-editor.service"]) {
      const [, sets = ""] = /^SystemCallFilter=(.*)$/m.exec(read(name)) ?? [];
      const { stdout } = spawnSync(analyze ?? "", ["syscall-filter", ...sets.split(" ")], {
        encoding: "utf8",
      });
      expect(stdout.match(/^ +pkey_alloc$/m)).not.toBeNull();
    }
  });

  it("run the editor as the service's user with the same confinement", () => {
    const [service, editor] = ["backsoon.service", "backsoon-editor.service"].map(read);
    const confinement = (unit = "") =>
      unit
        .split("\n")
        .filter((line) =>
          /^(?:User|Group|State|Remove|UMask|Pr|NoNew|Cap|Restrict|Lock|SystemCall)/.test(line),
        );
    expect(confinement(editor)).toEqual(confinement(service));
  });
});

describe("The systemd units of an installed package", () => {
  const [analyze, makeUsers, control] = ["systemd-analyze", "systemd-sysusers", "systemctl"].map((name) =>
    findProgram(name),
  );

  it("differ from a clone's only in program and home", () => {
    for (const name of unitNames) {
      const [before, after] = [linesOf(read(name)), linesOf(unitOf(name, installed))];
      const differing =
        /^(?:Documentation|ExecStart|Environment=DATABASE|WorkingDirectory|ConfigurationDirectory)=/;
      const rest = (lines: string[]) => lines.filter((line) => !differing.test(line));
      expect(rest(after)).toEqual(rest(before));
      expect(unitOf(name, installed)).not.toMatch(/useradd|\bcp\b|\/opt\/backsoon(?!\/bin)/);
    }
    const bin = `ExecStart=${process.execPath} /opt/backsoon/bin`;
    const own = ["StateDirectory=backsoon backsoon-export", "ConfigurationDirectory=backsoon"];
    expect(linesOf(unitOf("backsoon.service", installed))).toEqual(
      expect.arrayContaining([`${bin}/backsoon.cjs`, ...own]),
    );
    expect(linesOf(unitOf("backsoon-editor.service", installed))).toEqual(
      expect.arrayContaining([`${bin}/notice.cjs editor`, ...own]),
    );
    const [, user] = /^u (\S+) - ".*" \/var\/lib\/backsoon\n$/.exec(sysusers) ?? [];
    expect(linesOf(unitOf("backsoon.service", installed))).toContain(`User=${user}`);
  });

  it.skipIf(!analyze)("pass systemd-analyze and confine as much as a clone's", async () => {
    const root = temporaryFolder();
    await writeFiles(planFiles("1.0.0", installed, root));
    const folder = join(root, "etc/systemd/system");
    const ask = (...args: string[]) => spawnSync(analyze ?? "", args, { encoding: "utf8" });
    const units = unitNames.map((name) => join(folder, name));
    const { status, stderr } = ask("verify", ...units);
    expect([status, stderr.split("\n").filter((line) => line.includes("backsoon"))]).toEqual([0, []]);
    const exposure = (unit: string): number => {
      const { stdout } = ask("security", "--offline=yes", "--no-pager", unit);
      return Number(/exposure level for \S+: ([\d.]+)/.exec(stdout)?.[1]);
    };
    for (const name of ["backsoon.service", "backsoon-editor.service"]) {
      const today = exposure(`docs/deploy/${name}`);
      expect(today).toBeLessThan(2);
      expect(exposure(join(folder, name))).toBeLessThanOrEqual(today);
    }
  });

  it.skipIf(!makeUsers || !control)("create their user and can be enabled in an image", async () => {
    const root = temporaryFolder();
    await writeFiles(planFiles("1.0.0", installed, root));
    for (const path of ["usr/lib", "var/lib"]) mkdirSync(join(root, path), { recursive: true });
    const run = (program = "", ...args: string[]) => {
      const { status, stderr } = spawnSync(program, [`--root=${root}`, ...args], { encoding: "utf8" });
      expect([status, status === 0 || stderr]).toEqual([0, true]);
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
