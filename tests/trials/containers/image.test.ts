import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { inspect } from "../../support/trials/docker.ts";

const { root, image } = inject("docker");
const { Config: config, RootFS, Size } = await inspect(image);
const { version, license } = JSON.parse(readFileSync("package.json", "utf8"));
const folder = join(root, "usr/local/lib/node_modules/backsoon");

const readJson = (...path: string[]) => JSON.parse(readFileSync(join(...path), "utf8"));

describe("The image", () => {
  it("states user, command, port, volume and stop signal", () => {
    const { User, Env, Cmd, Entrypoint, ExposedPorts, Volumes, StopSignal } = config;
    expect({ User, Env, Cmd, Entrypoint: Entrypoint ?? [], ExposedPorts, Volumes, StopSignal }).toEqual({
      // A number, so that Kubernetes sees that it is not root's.
      User: "1000:0",
      Env: [
        "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "NODE_ENV=production",
        "HOST=::",
        "PORT=8080",
        "DATABASE=/var/lib/backsoon/notice.db",
      ],
      Cmd: ["backsoon"],
      Entrypoint: [],
      ExposedPorts: { "8080/tcp": {} },
      Volumes: { "/var/lib/backsoon": {} },
      StopSignal: "SIGTERM",
    });
  });

  it("has labels for title, version and licence", () => {
    expect(config.Labels).toMatchObject({
      "org.opencontainers.image.title": "Backsoon",
      "org.opencontainers.image.description": expect.stringMatching(/^The page .*\.$/),
      "org.opencontainers.image.version": version,
      "org.opencontainers.image.licenses": license,
    });
  });

  it("checks its health with bash, twice a second after the start", () => {
    const { Test, Interval, StartInterval, Timeout } = config.Healthcheck;
    expect(Test.slice(0, 3)).toEqual(["CMD", "bash", "-c"]);
    expect(Test.join(" ")).not.toMatch(/node|curl|wget/);
    expect([StartInterval, Interval, Timeout]).toEqual([0.5e9, 10e9, 3e9]);
  });

  it("has Node but no package manager in any layer", () => {
    expect(readdirSync(join(root, "usr/local/bin")).sort()).toEqual(["backsoon", "node", "notice"]);
    expect(readdirSync(join(root, "usr/local/lib/node_modules"))).toEqual(["backsoon"]);
    expect(readdirSync(join(root, "opt"))).toEqual([]);
    for (const name of ["include", "share"]) expect(existsSync(join(root, "usr/local", name))).toBe(false);
    // The base, its folder for the volume, the product, and BuildKit's empty one of the working folder: what the base
    // has besides Node is in none of them.
    expect(RootFS.Layers).toHaveLength(4);
    expect(Size / 1e6).toBeLessThan(290);
  });

  it("has an empty volume folder that user and group may write to", () => {
    const { uid, gid, mode } = lstatSync(join(root, "var/lib/backsoon"));
    expect([uid, gid, mode & 0o7777]).toEqual([1000, 0, 0o775]);
    expect(readdirSync(join(root, "var/lib/backsoon"))).toEqual([]);
  });

  it("has only its own architecture's SQLite driver", () => {
    const prebuilds = join(folder, "node_modules/better-sqlite3/prebuilds");
    const drivers = readdirSync(prebuilds, { recursive: true, encoding: "utf8" });
    expect(drivers.filter((name) => name.endsWith(".node"))).toEqual([`linux-${process.arch}.node`]);
  });

  it("keeps Debian's owners, modes and packages", () => {
    const inRoot = (...command: string[]) => spawnSync("chroot", [root, ...command], { encoding: "utf8" });
    // What a copy of all files may lose: owners, groups, and the right to become another.
    for (const name of ["/etc/shadow", "/usr/bin/passwd"])
      expect(inRoot("stat", "-c", "%U %G %a", name).stdout).toBe(
        name === "/etc/shadow" ? "root shadow 640\n" : "root root 4755\n",
      );
    expect(inRoot("dpkg", "--audit")).toMatchObject({ status: 0, stdout: "" });
    expect(inRoot("id", "-nu", "1000").stdout).toBe("node\n");
  });
});

describe("The bill of materials", () => {
  const bill = readJson(folder, "backsoon.cdx.json");

  it("names this version and its licence", () => {
    expect(bill).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.5" });
    const { name, version: listed, licenses } = bill.metadata.component;
    expect([name, listed, licenses]).toEqual(["backsoon", version, [{ license: { id: license } }]]);
  });

  it("lists exactly the installed packages, with version and licence", () => {
    const manifests = readdirSync(join(folder, "node_modules"), { recursive: true, encoding: "utf8" })
      .map((path) => join("node_modules", path))
      .filter((path) => /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(path));
    const there = manifests
      .map((path) => readJson(folder, path))
      .map(({ name, version }) => `${name}@${version}`);
    const listed = bill.components.map(
      ({ name, version }: { name: string; version: string }) => `${name}@${version}`,
    );
    expect([...new Set(there)].sort()).toEqual([...new Set(listed)].sort());
    expect(there.length).toBeGreaterThan(50);
    for (const { name, licenses, purl } of bill.components) {
      expect([name, licenses?.length]).toEqual([name, 1]);
      expect(purl).toMatch(/^pkg:npm\//);
    }
  });
});
