import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { documented } from "../../api/proxies/proxies.ts";
import { notice } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";

it.each(Object.entries(documented))("what `notice proxy %s` prints is docs/deploy/%s", async (name, file) => {
  const switches = ["--switch", "--read-only", "--post-reads", "/login,/search,/graphql"];
  const { stdout } = await notice({}, ["proxy", name, "--whole", ...switches]);
  expect(stdout).toBe(readFileSync(join("docs/deploy", file), "utf8"));
});

describe("nginx", () => {
  const options: string[][] = [
    [],
    ["--switch"],
    ["--read-only"],
    ["--switch", "--read-only", "--post-reads", "/login,/search"],
    ["--switch", "--only-path", "/v1.0/", "--only-host", "shop.example"],
    ["--switch", "--staff", "SECRETS", "--staff-address", "192.0.2.1,2001:db8::1"],
    ["--switch", "--second", "127.0.0.1:8090", "--app", "127.0.0.1:3000,127.0.0.1:3001"],
    ["--switch", "--read-only", "--files", "/srv/backsoon"],
  ];

  it.each(options.map((args) => [args]))("accepts its lines with %j, and each choice", async (args) => {
    const folder = join(temporaryFolder(), "backsoon");
    const { stdout } = await print(...args, "--out", folder);
    const lines = (goes: RegExp) => stdout.split("\n").filter((_, at, all) => goes.test(all[at - 1] ?? ""));
    const servers = lines(/`server`.*:$/).map((line) => line.replace(/^# /, ""));
    expect(servers).toHaveLength(args.includes("--files") ? 4 : 5);
    const location = `location / { ${lines(/`location`.*:$/).join("\n")} proxy_pass http://127.0.0.1:3000; }`;
    const text = `${lines(/`http`:$/).join("\n")} server { listen 8000; ${servers.join("\n")} ${location} }`;
    expect(tested(`http { ${text} }`)).toContain("test is successful");
  });

  it.each(options.map((args) => [args]))("accepts a whole configuration with %j", async (args) => {
    const { stdout } = await print("--whole", ...args);
    expect(tested(stdout.replace("events {}", ""))).toContain("test is successful");
  });

  it("has at most 15 directives and no pattern in its base and its switch", async () => {
    const { stdout } = await print("--switch");
    const lines = stdout.replace(/#.*$/gm, "");
    expect(lines.match(/[^;{}\s][^;{}]*(?=[;{])/g)?.length).toBeLessThanOrEqual(15);
    expect(lines).not.toMatch(/\s!?~/);
  });
});

function print(...args: string[]) {
  const secrets = join(temporaryFolder(), "secrets");
  writeFileSync(secrets, JSON.stringify({ link: "a".repeat(32), cookie: "b".repeat(32), maxAge: 14_400 }));
  return notice({}, ["proxy", "nginx", ...args.map((arg) => (arg === "SECRETS" ? secrets : arg))]);
}

/** What nginx says of a configuration. */
function tested(text: string): string {
  const folder = temporaryFolder();
  const file = join(folder, "nginx.conf");
  writeFileSync(file, `events {}\n${text}`);
  const args = ["-t", "-c", file, "-p", folder, "-e", "stderr", "-g", "pid nginx.pid;"];
  return spawnSync(inject("proxies").nginx, args, { encoding: "utf8" }).stderr;
}
