import { appendFileSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { ProxyOptions } from "../../api/proxies/proxy.ts";
import { proxies, wholeOf } from "../../api/proxies/recipe.ts";
import { notice, refusal } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";

// Without PORT, a setting in a clone's .env would count.
const proxy = (...args: string[]) => notice({ PORT: "8080" }, ["proxy", ...args]);

describe("notice proxy", () => {
  it("uses HOST and PORT as Backsoon's address by default", async () => {
    const printed = await notice({ HOST: "0.0.0.0", PORT: "18080" }, ["proxy", "nginx"]);
    expect(printed.stdout).toContain("proxy_pass http://127.0.0.1:18080$request_uri;");
  });

  it.each(["nginx", "caddy", "apache", "haproxy"])("names for %s the folder of SWITCH", async (name) => {
    const { stdout } = await notice({ PORT: "8080", SWITCH: "/srv/turn/on" }, ["proxy", name, "--switch"]);
    expect(stdout).toMatch(name === "haproxy" ? "/srv/turn/" : "install -d -m 755 /srv/turn\n");
    expect(stdout).not.toContain("/etc/backsoon/switch");
  });

  it.each([true, false])("gives HAProxy's socket to the group backsoon if that exists: %s", (hasGroup) => {
    const none = { readOnly: false, postReads: [], exceptPath: [], staffAddress: [], localNames: [] };
    const options = { ...none, app: ["a:1"], backsoon: "b:2", switch: true, hasGroup };
    const access = `mode 660${hasGroup ? " group backsoon" : ""} level user`;
    expect(wholeOf("haproxy", options)).toContain(`stats socket /run/haproxy/backsoon.sock ${access}\n`);
  });

  it("adds no resolver for localhost, and says that nginx needs it in /etc/hosts", async () => {
    const { stdout } = await proxy("nginx", "--backsoon", "localhost:8080", "--resolver", "127.0.0.11");
    expect(stdout).toContain("proxy_pass http://localhost:8080;");
    expect(stdout).not.toContain("resolver");
    expect(stdout).toContain("# DNS does not have localhost: nginx needs it in /etc/hosts when it starts.");
  });

  it("prints a placeholder for an unknown DNS server, and a fix for the app's name", async () => {
    const { stdout } = await proxy("nginx", "--backsoon", "notice.example:8080", "--app", "app.example:3000");
    expect(stdout).toContain("    resolver ADDRESS_OF_YOUR_DNS_SERVER valid=1s;");
    expect(stdout).toMatch(/^# nginx does not start while app\.example has no address\. .*\$request_uri;$/m);
    const haproxy = await proxy("haproxy", "--backsoon", "notice.example:8080");
    expect(haproxy.stdout).toContain("parse-resolv-conf");
  });

  it("writes hosts and addresses in nginx' own form", async () => {
    const args = ["--only-host", "Shop.Example", "--staff-address", "2001:DB8:0:0::7,192.0.2.1"];
    const { stdout } = await proxy("nginx", "--switch", ...args);
    expect(stdout).toContain('if ($host != "shop.example")');
    for (const address of ["2001:db8::7", "192.0.2.1"])
      expect(stdout).toContain(`if ($remote_addr = "${address}")`);
  });

  it("updates files that it wrote, and overwrites none that was edited by hand", async () => {
    const folder = join(temporaryFolder(), "backsoon");
    const run = (...args: string[]) => proxy("nginx", "--out", folder, ...args);
    const file = join(folder, "server.conf");
    expect((await run()).stdout).toContain(`include ${file};`);
    const below = () => readFileSync(file, "utf8").replace(/^.*\n/, "");
    const first = below();
    expect((await run()).stdout).toContain(`# Nothing was written: the files in ${folder} are up to date.\n`);
    expect((await run("--backsoon", "10.0.0.2:8080")).stdout).toContain("# Written: server.conf. ");
    expect(below()).toBe(first.replaceAll("127.0.0.1:8080", "10.0.0.2:8080"));
    const changed = `${readFileSync(file, "utf8")}# ours\n`;
    writeFileSync(file, changed);
    expect(await run()).toMatchObject({
      code: 1,
      stdout: expect.not.stringContaining("Nothing was written"),
      stderr: expect.stringContaining(`Changed by hand, so not overwritten: ${file}. `),
    });
    expect(readFileSync(file, "utf8")).toBe(changed);
  });

  it("warns if this run drops the switch of an earlier run", async () => {
    const folder = join(temporaryFolder(), "backsoon");
    const run = (name: string, ...args: string[]) => proxy(name, "--out", folder, ...args);
    expect(await run("nginx", "--switch", "--only-path", "/shop")).toMatchObject({ code: 0, stderr: "" });
    const lost = (option: string) =>
      expect.stringMatching(`^${folder} was written with ${option} before, and this time without `);
    expect(await run("nginx")).toMatchObject({ code: 0, stderr: lost("--switch") });
    expect(await run("nginx", "--switch")).toMatchObject({ code: 0, stderr: "" });
    await run("caddy", "--switch", "--read-only");
    expect(await run("caddy", "--switch")).toMatchObject({ code: 0, stderr: lost("--read-only") });
    appendFileSync(join(folder, "site.caddyfile"), "# ours\n");
    const kept = expect.stringMatching(/^Changed by hand.*\n$/);
    expect(await run("caddy")).toMatchObject({ code: 1, stderr: kept });
  });

  const options = { app: ["10.0.0.1:80"], localNames: ["localhost"] } as unknown as ProxyOptions;

  it("lists what an installed configuration of nginx lacks for Backsoon", () => {
    const upstream = (name: string, end: string) =>
      `upstream ${name} { server 10.0.0.1:80${end}; server 10.0.0.2:80 max_fails=0; }`;
    const nginx = `http { ${upstream("shop", " max_fails=1")} ${upstream("blog", " max_fails=0")} upstream one { server app:3000; } proxy_pass http://shop; proxy_pass http://localhost:1/; proxy_pass http://$app; proxy_pass http://api:80/; }`;
    expect(proxies.nginx.differences?.(nginx, options)).toEqual([
      expect.stringMatching(/^upstream shop: write max_fails=0 /),
      expect.stringContaining("proxy_pass http://app:3000$request_uri;"),
      expect.stringContaining("proxy_pass http://api:80$request_uri;"),
    ]);
  });

  it.each([
    ["server a 10.0.0.1:80", true],
    ["server a 10.0.0.1:80 no-check # check", true],
    ["server a 10.0.0.1:80 check inter 3s", false],
    ["default-server inter 3s check\n  server a 10.0.0.1:80", false],
  ])("says for HAProxy's %j whether the app's server lacks a check: %s", (lines, isLacking) => {
    const section = `backend shop\n  ${lines}\n  server backsoon 127.0.0.1:8080 backup no-check\n`;
    const lacking = isLacking ? [expect.stringMatching(/^server a has no check, /)] : [];
    expect(proxies.haproxy.differences?.(section, options)).toEqual(lacking);
    expect(proxies.haproxy.differences?.("backend other\n  server a 10.0.0.9:80\n", options)).toEqual([]);
  });

  it.each([
    [["--whole", "--out", "folder"], "--whole only prints, so it writes nothing into --out"],
    [["--switch", "--post-reads", "/login"], "--post-reads changes only the switch of --read-only"],
    [["--staff", "staff.json"], "--staff changes only a switch"],
    [["--only-path", "/shop"], "--only-path changes only a switch"],
    [["--out", "--check"], "--out has no value (--check follows it)"],
  ])("refuses the useless options %j", async (args, words) => {
    expect(await proxy("nginx", ...args)).toEqual(refusal(words));
  });

  it.each([
    [["--app", "3000"], "an address and a port, such as 127.0.0.1:3000"],
    [["--only-path", "shop"], "a path that begins with /, such as /shop"],
    [["--except-path", "/"], "a path below / and without `..`, such as /webhooks/stripe"],
    [["--except-path", "/a/../b"], "a path below / and without `..`, such as /webhooks/stripe"],
    [["--resolver", "dns.example"], "the IP address of a DNS server, such as 127.0.0.11"],
    [["--only-host", "shop example"], "a host name, such as shop.example"],
    [["--staff-address", "10.0.0.0/8"], "an IP address, such as 192.0.2.7"],
    [["--post-reads", "/a b"], "a path that begins with /, such as /shop"],
  ])("refuses the malformed option %j", async (args, rule) => {
    expect(await proxy("nginx", ...args)).toEqual(refusal(`It must be ${rule}: see `));
  });
});
