import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { notice } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { proxyArguments, proxyEnvironment, writeConfiguration } from "../support/network/proxy.ts";
import type { ProxyName } from "../support/setup/programs.ts";

// `npm run test:trials -- proxies` tries what visitors get.

const switches = ["--switch", "--read-only", "--post-reads", "/login,/search"];
const apps = ["--app", "127.0.0.1:3000,127.0.0.1:3001", "--second", "127.0.0.1:8090"];
const staff = ["--staff", "SECRETS", "--staff-address", "192.0.2.1,2001:db8::1"];
const names = ["--app", "app.example:3000", "--backsoon", "notice.example:8080", "--resolver", "127.0.0.11"];
const options = [
  [],
  ["--switch", "--except-path", "/webhooks/stripe,/v1.0/", ...names],
  [...switches, "--only-path", "/v1.0/", "--only-host", "shop.example"],
  [...switches, ...apps, ...staff],
];

/** What a proxy says of a valid configuration, without a warning, and what begins its optional lines. */
const proxies: Record<ProxyName, { says: RegExp; choice: RegExp }> = {
  nginx: { says: /test is successful/, choice: /^( *)# (?=proxy_connect_timeout|recursive_error_pages)/gm },
  haproxy: { says: /^Configuration file is valid\n$/, choice: /^( *)# (?=[a-z-]+ )/gm },
  caddy: { says: /Valid configuration/, choice: /^( *)# (?=@|handle_|[}]| {4}|http:)/gm },
  apache2: { says: /^Syntax OK\n$/, choice: /^( *)# (?=\s*(?:<|ProxySet|ErrorDocument))/gm },
};
const proxyNames = Object.keys(proxies) as ProxyName[];

async function print(proxy: ProxyName, ...args: string[]): Promise<string> {
  const secrets = join(temporaryFolder(), "secrets");
  writeFileSync(secrets, JSON.stringify({ link: "a".repeat(32), cookie: "b".repeat(32), maxAge: 60 }));
  const given = args.map((arg) => (arg === "SECRETS" ? secrets : arg));
  const { code, stdout } = await notice({}, ["proxy", proxy === "apache2" ? "apache" : proxy, ...given]);
  expect(code).toBe(0);
  return stdout;
}

function expectAccepted(proxy: ProxyName, printed: string): void {
  const folder = temporaryFolder();
  writeFileSync(join(folder, "haproxy.map"), "notice off\n");
  let text = printed;
  if (proxy === "haproxy")
    text = text
      .replaceAll("/etc/backsoon/switch", folder)
      .replace(/\b(?:app|notice)\.example:/g, "localhost:");
  // The certificate of the editor's site is not there.
  if (proxy === "apache2") text = text.replace(/^.*SSL.*$/gm, "");
  const args = proxyArguments(proxy, writeConfiguration(proxy, text, folder), folder, true);
  const env = proxyEnvironment(folder);
  const { stdout, stderr } = spawnSync(inject("programs")[proxy], args, { encoding: "utf8", env });
  expect(stdout + stderr).toMatch(proxies[proxy].says);
}

/** The lines of a text without comments. */
const linesOf = (text: string) => text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));

describe.each(proxyNames)("notice proxy for %s", (proxy) => {
  it.each(
    [...options, ...(proxy === "nginx" ? [] : [["--editor", "notice.example.com"]])].map((args) => [args]),
  )("prints a configuration that the proxy accepts, also with its optional lines, with %j", async (args) => {
    const whole = await print(proxy, "--whole", ...args);
    const chosen = whole.replace(proxies[proxy].choice, "$1");
    expect(chosen).not.toBe(whole);
    for (const text of [whole, chosen]) expectAccepted(proxy, text);
  });
});

describe("notice proxy for an existing configuration", () => {
  it.each([[[]], [switches]])("prints lines that nginx accepts, with %j", async (args) => {
    const stdout = await print("nginx", ...args, "--out", join(temporaryFolder(), "backsoon"));
    const lines = (goes: RegExp) => stdout.split("\n").filter((_, at, all) => goes.test(all[at - 1] ?? ""));
    const servers = lines(/`server`.*:$/).map((line) => line.replace(/^# /, ""));
    expect(servers).toHaveLength(5);
    const location = `location / { ${lines(/`location`.*:$/).join("\n")} proxy_pass http://127.0.0.1:3000; }`;
    const text = `${lines(/`http`:$/).join("\n")} server { listen 8000; ${servers.join("\n")} ${location} }`;
    expectAccepted("nginx", `events {}\nhttp { ${text} }`);
  });

  it("prints at most 20 directives and one pattern for nginx with a switch", async () => {
    const lines = (await print("nginx", "--switch")).replace(/#.*$/gm, "");
    expect(lines.match(/[^;{}\s][^;{}]*(?=[;{])/g)?.length).toBeLessThanOrEqual(20);
    expect(lines.match(/\s!?~/g)).toHaveLength(1);
  });

  it("prints at most six lines for HAProxy and two for Apache, and writes the rest to files", async () => {
    const own = async (name: ProxyName) => linesOf(await print(name, "--switch", "--out", temporaryFolder()));
    const [first, ...others] = await own("haproxy");
    expect(first).toMatch(/^EXTRAOPTS=".* -f \S+\/backsoon.cfg"$/);
    expect(others.length).toBeLessThanOrEqual(6);
    const include = expect.stringMatching(/^Include \S+\/backsoon.conf$/);
    expect(await own("apache2")).toEqual([include, 'ProxyPass "/" "balancer://app/"']);
  });

  it("prints an import and time-outs that Caddy accepts in a site", async () => {
    const stdout = await print("caddy", "--switch", "--out", join(temporaryFolder(), "backsoon"));
    const hang = /^# transport http {.*?\n# }/ms.exec(stdout)?.[0].replace(/^# /gm, "");
    const line = /^import .*$/m.exec(stdout)?.[0];
    expectAccepted("caddy", `:8000 {\n${line}\nreverse_proxy 127.0.0.1:3000 {\n${hang}\n}\n}\n`);
  });
});

it("notice proxy --check says that HAProxy accepts the configuration", async () => {
  // Who is not root may have no /usr/sbin in PATH.
  vi.stubEnv("PATH", `${process.env.PATH}:${dirname(inject("programs").haproxy)}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { code, stderr } = await notice({}, ["proxy", "haproxy", "--whole", "--check"]);
  expect({ code, stderr }).toEqual({ code: 0, stderr: "haproxy accepts this configuration.\n" });
});
