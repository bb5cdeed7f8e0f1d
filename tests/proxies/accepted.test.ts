import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { notice } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { nginxFolders } from "../support/network/proxy.ts";

// What each does with visitors is tried by `npm run test:trials -- proxies`.

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

/** A proxy, what it says of a configuration in a file of a folder, and what follows `# ` in lines that are a choice. */
interface Proxy {
  name: string;
  options: string[][];
  test(file: string, folder: string): { command: string[]; env?: object };
  /** What a test needs beside what is printed. */
  around?(whole: string, folder: string): string;
  says: RegExp;
  choice: RegExp;
}

const apacheModules = [
  "mpm_event",
  "authz_core",
  "alias",
  "headers",
  "rewrite",
  "setenvif",
  "slotmem_shm",
  "ssl",
];
apacheModules.push("proxy", "proxy_http", "proxy_balancer", "proxy_hcheck", "lbmethod_byrequests");

const proxies: Proxy[] = [
  {
    name: "nginx",
    options,
    test: (file, folder) => ({
      command: [
        inject("proxies").nginx,
        "-t",
        "-c",
        file,
        "-p",
        folder,
        "-e",
        "stderr",
        "-g",
        "pid nginx.pid;",
      ],
    }),
    around: (whole) => whole.replace("http {", `$& ${nginxFolders}`),
    says: /test is successful/,
    choice: /^( *)# (?=proxy_connect_timeout|recursive_error_pages)/gm,
  },
  {
    name: "haproxy",
    options: [...options, ["--editor", "notice.example.com"]],
    test: (file) => ({ command: [inject("proxies").haproxy, "-c", "-f", file] }),
    around: (whole, folder) => {
      writeFileSync(join(folder, "haproxy.map"), "notice off\n");
      // HAProxy warns of a name that nobody has.
      return whole
        .replaceAll("/etc/backsoon/switch", folder)
        .replace(/\b(?:app|notice)\.example:/g, "localhost:");
    },
    // Without a warning.
    says: /^Configuration file is valid\n$/,
    choice: /^( *)# (?=[a-z-]+ )/gm,
  },
  {
    name: "caddy",
    options: [...options, ["--editor", "notice.example.com"]],
    test: (file, folder) => ({
      command: [inject("proxies").caddy, "validate", "--config", file, "--adapter", "caddyfile"],
      env: { HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder },
    }),
    says: /Valid configuration/,
    choice: /^( *)# (?=@|handle_|[}]| {4}|http:)/gm,
  },
  {
    name: "apache",
    options: [...options, ["--editor", "notice.example.com"]],
    test: (file) => ({ command: [inject("proxies").apache2, "-t", "-f", file] }),
    around: (whole, folder) =>
      [
        ...apacheModules.map((name) => `LoadModule ${name}_module /usr/lib/apache2/modules/mod_${name}.so`),
        ...["ServerName localhost", `ServerRoot ${folder}`, "ErrorLog error.log"],
        // The certificate of the editor's site is not there, and is looked for last.
        whole.replace(/^.*SSL.*$/gm, ""),
      ].join("\n"),
    says: /^Syntax OK\n$/,
    choice: /^( *)# (?=\s*(?:<|ProxySet|ErrorDocument))/gm,
  },
];

async function print(name: string, ...args: string[]): Promise<string> {
  const secrets = join(temporaryFolder(), "secrets");
  writeFileSync(secrets, JSON.stringify({ link: "a".repeat(32), cookie: "b".repeat(32), maxAge: 60 }));
  const given = args.map((arg) => (arg === "SECRETS" ? secrets : arg));
  const { code, stdout } = await notice({}, ["proxy", name, ...given]);
  expect(code).toBe(0);
  return stdout;
}

/** What a proxy says of a configuration. */
function tested({ test, around }: Proxy, text: string): string {
  const folder = temporaryFolder();
  const file = join(folder, "configuration");
  writeFileSync(file, around?.(text, folder) ?? text);
  const { command, env } = test(file, folder);
  const [program = "", ...args] = command;
  const { stdout, stderr } = spawnSync(program, args, { encoding: "utf8", env: { ...process.env, ...env } });
  return stdout + stderr;
}

const byName = (name: string) => proxies.find((proxy) => proxy.name === name) as Proxy;
/** What of a text is more than comments, line by line. */
const linesOf = (text: string) => text.split("\n").filter((line) => line !== "" && !line.startsWith("#"));

describe.each(proxies)("notice proxy $name", (proxy) => {
  it.each(proxy.options.map((args) => [args]))(
    "prints a configuration that the proxy accepts, also with its optional lines, with %j",
    async (args) => {
      const whole = await print(proxy.name, "--whole", ...args);
      const chosen = whole.replace(proxy.choice, "$1");
      expect(chosen).not.toBe(whole);
      for (const text of [whole, chosen]) expect(tested(proxy, text)).toMatch(proxy.says);
    },
  );
});

describe("notice proxy for an existing configuration", () => {
  it.each([[[]], [switches]])("prints lines that nginx accepts, with %j", async (args) => {
    const stdout = await print("nginx", ...args, "--out", join(temporaryFolder(), "backsoon"));
    const lines = (goes: RegExp) => stdout.split("\n").filter((_, at, all) => goes.test(all[at - 1] ?? ""));
    const servers = lines(/`server`.*:$/).map((line) => line.replace(/^# /, ""));
    expect(servers).toHaveLength(5);
    const location = `location / { ${lines(/`location`.*:$/).join("\n")} proxy_pass http://127.0.0.1:3000; }`;
    const text = `${lines(/`http`:$/).join("\n")} server { listen 8000; ${servers.join("\n")} ${location} }`;
    expect(tested(byName("nginx"), `events {}\nhttp { ${text} }`)).toContain("test is successful");
  });

  it("prints at most 20 directives and one pattern for nginx with a switch", async () => {
    const lines = (await print("nginx", "--switch")).replace(/#.*$/gm, "");
    expect(lines.match(/[^;{}\s][^;{}]*(?=[;{])/g)?.length).toBeLessThanOrEqual(20);
    expect(lines.match(/\s!?~/g)).toHaveLength(1);
  });

  it("prints at most six lines for HAProxy and two for Apache, and writes the rest to files", async () => {
    const own = async (name: string) => linesOf(await print(name, "--switch", "--out", temporaryFolder()));
    const [first, ...others] = await own("haproxy");
    expect(first).toMatch(/^EXTRAOPTS=".* -f \S+\/backsoon.cfg"$/);
    expect(others.length).toBeLessThanOrEqual(6);
    const include = expect.stringMatching(/^Include \S+\/backsoon.conf$/);
    expect(await own("apache")).toEqual([include, 'ProxyPass "/" "balancer://app/"']);
  });

  it("prints an import and time-outs that Caddy accepts in a site", async () => {
    const stdout = await print("caddy", "--switch", "--out", join(temporaryFolder(), "backsoon"));
    const hang = /^# transport http {.*?\n# }/ms.exec(stdout)?.[0].replace(/^# /gm, "");
    const line = /^import .*$/m.exec(stdout)?.[0];
    const site = `:8000 {\n${line}\nreverse_proxy 127.0.0.1:3000 {\n${hang}\n}\n}\n`;
    expect(tested(byName("caddy"), site)).toContain("Valid configuration");
  });
});
