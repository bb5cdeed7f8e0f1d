import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { pageAt } from "../../support/network/http.ts";
import { startService } from "../../support/service/service.ts";
import {
  commandOf,
  environmentOf,
  install,
  type Manager,
  type NodeName,
  type User,
} from "./support/installing.ts";

it.for<[NodeName, Manager, User]>([
  ["22.14", "npm-10", "a user"],
  ["22.14", "npm-11", "root"],
  ["22", "npm-11", "a user"],
  ["22", "npm-12", "root"],
  ["24", "npm-12", "a user"],
  ["24", "pnpm-12", "root"],
  ["26", "pnpm-12", "a user"],
  ["26", "npm-10", "root"],
])(
  "The package installs on Node %s by %s as %s, offline, and runs read-only without a warning",
  async ([node, manager, user]) => {
    const installed = await install(inject("packageFile"), manager, node, user);
    expect(installed.output).not.toMatch(/warn|deprecat|engine/i);

    const home = join(installed.home, ".local/share/backsoon");
    // Root's own home is the machine's.
    const env = { ...environmentOf(installed), ...(installed.user === "root" && { BACKSOON_HOME: home }) };
    const notice = (...args: string[]) => {
      const [program = "", ...rest] = commandOf(installed, "notice", ...args);
      const { status, stdout, stderr } = spawnSync(program, rest, { env, cwd: "/", encoding: "utf8" });
      expect([status, stderr]).toEqual([0, ""]);
      return stdout;
    };
    const store = join(home, "var/notice.db");
    expect(notice("--version")).toBe(`${packageJson.version}\n`);
    expect(notice("init")).toMatch(
      new RegExp(`^${store} is ready with revision 1 from .*/data/notice.json.\n`),
    );
    expect(notice("set", "--title", "Installed")).toContain(`The store is ${store}.`);
    const service = await startService(
      { ...env, DATABASE: "" },
      { command: commandOf(installed, "backsoon") },
    );
    expect(await pageAt(service.url)).toContain("Installed");
    expect(await service.ended("SIGTERM")).toBe(0);
    expect(service.output().stderr).toBe(`Backsoon is ready: ${service.url}\n`);
  },
);
