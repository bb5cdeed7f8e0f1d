import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";

const staged = "scripts/package/staged";
const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const [repository, manifest, lock] = [
  read("package.json"),
  read(`${staged}/package.json`),
  read(`${staged}/package-lock.json`),
];

describe("The package", () => {
  it("has the repository's dependencies, with a newer SQLite driver and without browser libraries", () => {
    const { "@stripe/stripe-js": _payments, ...dependencies } = repository.dependencies;
    expect(manifest.dependencies).toEqual({ ...dependencies, "better-sqlite3": "13.2.0" });
    expect(lock.packages[""].dependencies).toEqual(manifest.dependencies);
  });

  it("marks itself as installed and copies version and licence from the repository", () => {
    expect([manifest.isInstalled, repository.isInstalled]).toEqual([true, undefined]);
    for (const name of ["version", "private", "license", "description", "repository"])
      expect(manifest).not.toHaveProperty(name);
  });

  it("runs no script during installation", () => {
    expect(manifest).not.toHaveProperty("scripts");
    const packages = Object.entries<{ hasInstallScript?: boolean }>(lock.packages);
    expect(packages.filter(([, { hasInstallScript }]) => hasInstallScript)).toEqual([]);
  });

  it.each([
    ["18.20.8", false],
    ["20.20.2", false],
    ["22.12.0", false],
    ["22.14.0", true],
    ["22.23.3", true],
    ["23.11.0", false],
    ["24.0.0", true],
    ["26.10.0", true],
  ])("decides on Node %s whether to start: %s", (node, starts) => {
    let [said, code] = ["", 0];
    const process = {
      versions: { node },
      stderr: { write: (text: string) => (said += text) },
      exit: (status: number) => (code = status),
    };
    runInNewContext(readFileSync(`${staged}/bin/assert-node.cjs`, "utf8"), { process });
    const refusal = `Backsoon needs Node 22.14 or a newer 22, or 24 or newer, and this is Node ${node}: install a newer Node, then try again.\n`;
    expect([said, code]).toEqual(starts ? ["", 0] : [refusal, 1]);
    expect(manifest.engines.node).toBe("^22.14.0 || >=24.0.0");
  });
});
