import { spawnSync } from "node:child_process";
import { chmodSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { notice } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";

const options = [
  [],
  ["--switch"],
  ["--read-only"],
  ["--switch", "--read-only", "--post-reads", "/login,/search"],
  ["--switch", "--only-path", "/v1.0/", "--only-host", "shop.example"],
  ["--switch", "--staff", "SECRETS", "--staff-address", "192.0.2.1,2001:db8::1"],
  [
    "--second",
    "127.0.0.1:8090",
    "--app",
    "127.0.0.1:3000,app.example:3001",
    "--editor",
    "notice.example.com",
  ],
].map((args) => [args]);

describe("HAProxy", () => {
  const tested = (whole: string) => {
    const folder = temporaryFolder();
    writeFileSync(join(folder, "haproxy.map"), "notice off\n");
    const file = join(folder, "haproxy.cfg");
    // Names of hosts that are not there are no fault of what is printed.
    writeFileSync(file, whole.replaceAll("/etc/backsoon", folder).replaceAll("app.example", "localhost"));
    const { stdout, stderr } = spawnSync(inject("proxies").haproxy, ["-c", "-f", file], { encoding: "utf8" });
    return `${stdout}${stderr}`;
  };

  it.each(options)(
    "accepts a whole configuration with %j without a warning, and each choice",
    async (args) => {
      const whole = await print("haproxy", "--whole", ...args);
      expect(tested(whole)).toBe("Configuration file is valid\n");
      expect(tested(whole.replace(/^( *)# (?=[a-z-]+ )/gm, "$1"))).toBe("Configuration file is valid\n");
    },
  );

  it("says that it has no files of an export", async () => {
    expect(await notice({}, ["proxy", "haproxy", "--files", "/srv/backsoon"])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("HAProxy serves no files: --files is for nginx and Caddy."),
    });
  });

  it("has six lines at most for another's configuration, and the rest in a file", async () => {
    const stdout = await print("haproxy", "--switch", "--out", temporaryFolder());
    const lines = stdout.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    expect(lines.shift()).toMatch(/^EXTRAOPTS=".* -f \S+\/backsoon.cfg"$/);
    expect(lines.length).toBeLessThanOrEqual(6);
  });
});

describe("Apache", () => {
  const modules = ["mpm_event", "authz_core", "headers", "rewrite", "setenvif", "slotmem_shm", "ssl"];
  const proxyModules = ["proxy", "proxy_http", "proxy_balancer", "lbmethod_byrequests"];

  const tested = (whole: string) => {
    const folder = temporaryFolder();
    const file = join(folder, "apache.conf");
    const loads = [...modules, ...proxyModules].map(
      (name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`,
    );
    // The certificate of the editor's site is not there, and is looked for last.
    const site = whole.replace(/^.*SSL.*$/gm, "");
    const settings = ["ServerName localhost", `ServerRoot ${folder}`, "ErrorLog error.log"];
    writeFileSync(file, [...loads, ...settings, site].join("\n"));
    return spawnSync(inject("proxies").apache2, ["-t", "-f", file], { encoding: "utf8" }).stderr;
  };

  it.each(options)("accepts a whole configuration with %j, and each choice", async (args) => {
    const whole = await print("apache", "--whole", ...args);
    expect(tested(whole)).toBe("Syntax OK\n");
    const chosen = whole.replace(/^( *)# (?=\s*(?:<|ProxySet|ErrorDocument))/gm, "$1");
    expect(chosen).not.toBe(whole);
    expect(tested(chosen)).toBe("Syntax OK\n");
  });

  it("says that it has no files of an export", async () => {
    expect(await notice({}, ["proxy", "apache", "--files", "/srv/backsoon"])).toMatchObject({
      code: 2,
      stdout: "",
      stderr: expect.stringContaining("--files is for nginx and Caddy."),
    });
  });

  it("has two lines for another's configuration, and the rest in a file", async () => {
    const stdout = await print("apache", "--switch", "--out", temporaryFolder());
    const lines = stdout.split("\n").filter((line) => line !== "" && !line.startsWith("#"));
    expect(lines).toEqual([
      expect.stringMatching(/^Include \S+\/backsoon.conf$/),
      'ProxyPass "/" "balancer://app/"',
    ]);
  });
});

async function print(...args: string[]): Promise<string> {
  const secrets = join(temporaryFolder(), "secrets");
  writeFileSync(secrets, JSON.stringify({ link: "a".repeat(32), cookie: "b".repeat(32), maxAge: 60 }));
  chmodSync(secrets, 0o600);
  const { code, stdout } = await notice({}, [
    "proxy",
    ...args.map((arg) => (arg === "SECRETS" ? secrets : arg)),
  ]);
  expect(code).toBe(0);
  return stdout;
}
