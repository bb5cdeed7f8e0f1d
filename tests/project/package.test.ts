import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";

const staged = "scripts/package/staged";
const read = (file: string) => JSON.parse(readFileSync(file, "utf8"));
const repository = read("package.json");
const [manifest, lock] = [read(`${staged}/package.json`), read(`${staged}/package-lock.json`)];

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
    const packages = Object.values<{ hasInstallScript?: boolean }>(lock.packages);
    expect(packages.filter(({ hasInstallScript }) => hasInstallScript)).toEqual([]);
  });

  it.each([
    ...["18.20.8", "20.20.2", "22.12.0", "23.11.0"].map((node) => ({ node, starts: false })),
    ...["22.14.0", "22.23.3", "24.0.0", "26.10.0"].map((node) => ({ node, starts: true })),
  ])("decides on Node $node whether to start: $starts", ({ node, starts }) => {
    let [said, code] = ["", 0];
    const process = {
      versions: { node },
      stderr: { write: (text: string) => (said += text) },
      exit: (status: number) => (code = status),
    };
    runInNewContext(readFileSync(`${staged}/bin/assert-node.cjs`, "utf8"), { process });
    expect([said.includes(`Node ${node}`), code]).toEqual(starts ? [false, 0] : [true, 1]);
    expect(manifest.engines.node).toBe("^22.14.0 || >=24.0.0");
  });
});

it("A clone cannot be published, and docs/releasing.md says whether anything has been", () => {
  expect(repository.scripts.prepublishOnly).toMatch(/docs\/releasing\.md.* && exit 1$/);
  const isUnreleased = readFileSync("docs/releasing.md", "utf8").includes("Nothing has been released");
  expect(isUnreleased).toBe("private" in repository);
});
