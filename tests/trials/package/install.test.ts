import { spawnSync } from "node:child_process";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it } from "vitest";
import { pageAt } from "../../support/network/http.ts";
import { startService } from "../../support/service/service.ts";
import {
  commandOf,
  environmentOf,
  install,
  type Manager,
  type NodeName,
  type User,
} from "../../support/trials/package.ts";

const { version } = JSON.parse(readFileSync("package.json", "utf8"));

/** The megabytes of all files below a folder. Files with several names, as pnpm makes them, count once. */
function megabytesOf(folder: string): string {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  const sizes = files
    .map(({ parentPath, name }) => statSync(join(parentPath, name)))
    .map(({ ino, size }): [number, number] => [ino, size]);
  return ([...new Map(sizes).values()].reduce((sum, size) => sum + size, 0) / 1e6).toFixed(1);
}

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
  async ([node, manager, user], { annotate }) => {
    const installed = await install(inject("packageFile"), manager, node, user);
    await annotate(`${megabytesOf(installed.prefix)} MB`);
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
    expect(notice("--version")).toBe(`${version}\n`);
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
