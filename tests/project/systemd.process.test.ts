import { spawnSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { findProgram } from "../../scripts/bench/harness/programs.ts";
import { readDeployFile as read } from "./deploy-files.ts";

describe("the systemd units", () => {
  const analyze = findProgram("systemd-analyze");

  it.skipIf(!analyze)("are ones that systemd takes without a warning", () => {
    const names = ["backsoon.service", "backsoon.socket", "backsoon-editor.service"];
    const units = names.map((name) => `docs/deploy/${name}`);
    const { status, stderr } = spawnSync(analyze ?? "", ["verify", ...units], { encoding: "utf8" });
    // It may also tell of other units of this machine.
    expect([status, stderr.split("\n").filter((line) => line.includes("backsoon"))]).toEqual([0, []]);
  });

  it("runs as a user whom its instructions create, and who can look into its own folder", () => {
    const unit = read("backsoon.service");
    expect(unit).toMatch(/^# +useradd --system .*backsoon$/m);
    for (const line of ["User=backsoon", "Group=backsoon", "StateDirectory=backsoon"])
      expect(unit.split("\n")).toContain(line);
    expect(unit).not.toMatch(/^DynamicUser=/m);
  });

  it("have the service start again whatever ends it, and leave it the time that it takes to stop", () => {
    const unit = read("backsoon.service");
    expect(unit).toMatch(/^Restart=always$/m);
    expect(unit).toMatch(/^StartLimitIntervalSec=0$/m);
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(5);
  });

  it("run the editor as the service's user, in the same confinement, with an address that it takes", () => {
    const [service, editor] = ["backsoon.service", "backsoon-editor.service"].map(read);
    const confinement = (unit = "") =>
      unit
        .split("\n")
        .filter((line) =>
          /^(?:User|Group|State|Remove|UMask|Pr|NoNew|Cap|Restrict|Lock|SystemCall)/.test(line),
        );
    expect(confinement(editor)).toEqual(confinement(service));
    const [, origin = ""] = /^ExecStart=.* editor --origin (\S+)$/m.exec(editor ?? "") ?? [];
    expect(read("nginx-editor.conf")).toContain(`server_name ${new URL(origin).hostname};`);
    expect(new URL(origin).protocol).toBe("https:");
  });

  it("have one socket, for the address that every recipe names, which the service needs", () => {
    expect(read("backsoon.socket").match(/^ListenStream=.*$/gm)).toEqual(["ListenStream=127.0.0.1:8080"]);
    expect(read("backsoon.service")).toMatch(/^Requires=backsoon.socket$/m);
    for (const recipe of ["nginx.conf", "haproxy.cfg", "Caddyfile", "apache.conf", "traefik.yaml"])
      expect(read(recipe)).toContain("127.0.0.1:8080");
  });
});
