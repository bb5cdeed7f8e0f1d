import { spawnSync } from "node:child_process";
import { existsSync, lstatSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import packageJson from "../../../package.json" with { type: "json" };
import { inspect } from "./support/commands.ts";

const { root, image } = inject("docker");
const { version, license } = packageJson;
const { Config: config, RootFS, Size } = await inspect(image);
const folder = join(root, "usr/local/lib/node_modules/backsoon");

const readJson = (path: string) => JSON.parse(readFileSync(join(folder, path), "utf8"));

describe("The image", () => {
  it("states user, command, port, volume, stop signal and labels", () => {
    expect(config.Entrypoint ?? []).toEqual([]);
    expect(config).toMatchObject({
      // A number, because Kubernetes must see that this is not root.
      User: "1000:0",
      Env: [
        "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin",
        "NODE_ENV=production",
        "HOST=::",
        "PORT=8080",
        "DATABASE=/var/lib/backsoon/notice.db",
      ],
      Cmd: ["backsoon"],
      ExposedPorts: { "8080/tcp": {} },
      Volumes: { "/var/lib/backsoon": {} },
      StopSignal: "SIGTERM",
      Labels: {
        "org.opencontainers.image.title": "Backsoon",
        "org.opencontainers.image.description": expect.stringMatching(/^The page .*\.$/),
        "org.opencontainers.image.version": version,
        "org.opencontainers.image.licenses": license,
      },
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
    // The base, the volume's folder, the product, and BuildKit's empty layer of the working folder.
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
    // A copy of all files may lose groups and setuid.
    expect(inRoot("stat", "-c", "%U %G %a", "/etc/shadow", "/usr/bin/passwd").stdout).toBe(
      "root shadow 640\nroot root 4755\n",
    );
    expect(inRoot("dpkg", "--audit")).toMatchObject({ status: 0, stdout: "" });
    expect(inRoot("id", "-nu", "1000").stdout).toBe("node\n");
  });
});

describe("The bill of materials", () => {
  const bill = readJson("backsoon.cdx.json");
  const nameOf = ({ name, version }: Record<string, string>) => `${name}@${version}`;

  it("names this version and its licence", () => {
    expect(bill).toMatchObject({ bomFormat: "CycloneDX", specVersion: "1.5" });
    expect(bill.metadata.component).toMatchObject({
      name: "backsoon",
      version,
      licenses: [{ license: { id: license } }],
    });
  });

  it("lists exactly the installed packages, with version and licence", () => {
    const manifests = readdirSync(folder, { recursive: true, encoding: "utf8" }).filter((path) =>
      /(?:^|\/)node_modules\/(?:@[^/]+\/)?[^/@]+\/package\.json$/.test(path),
    );
    const installed = new Set(manifests.map((path) => nameOf(readJson(path))));
    expect(new Set(bill.components.map(nameOf))).toEqual(installed);
    expect(installed.size).toBeGreaterThan(50);
    for (const { name, licenses, purl } of bill.components) {
      expect([name, licenses?.length]).toEqual([name, 1]);
      expect(purl).toMatch(/^pkg:npm\//);
    }
  });
});
