import { spawnSync } from "node:child_process";
import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { freePort } from "../../scripts/bench/harness/free-port.ts";
import { notice } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { startProxy } from "../support/network/proxy.ts";
import { listenHere, withoutTls } from "../support/network/servers.ts";
import { sharedService } from "../support/service/service.ts";

const options: string[][] = [
  [],
  ["--switch"],
  ["--read-only"],
  ["--switch", "--read-only", "--post-reads", "/login,/search"],
  ["--switch", "--read-only", "--only-path", "/v1.0/", "--only-host", "shop.example"],
  ["--switch", "--read-only", "--staff", "SECRETS", "--staff-address", "192.0.2.1,2001:db8::1"],
  ["--switch", "--second", "127.0.0.1:8090", "--app", "127.0.0.1:3000,127.0.0.1:3001"],
  ["--editor", "notice.example.com"],
  ["--switch", "--read-only", "--files", "/srv/backsoon"],
];

describe("Caddy", () => {
  it.each(options.map((args) => [args]))(
    "accepts a whole configuration with %j, and each choice",
    async (args) => {
      const { stdout } = await print("--whole", ...args);
      expect(tested(stdout)).toContain("Valid configuration");
      const chosen = stdout.replace(/^( *)# (?=@|handle_|[}]| {4}|http:)/gm, "$1");
      expect(chosen.match(/@backsoon_own|127\.0\.0\.1:8091 {/g)).toHaveLength(
        args.includes("--files") ? 2 : 3,
      );
      expect(tested(chosen)).toContain("Valid configuration");
    },
  );

  it("switches one path and what is below it, whether or not it ends with a slash", async () => {
    for (const path of ["/v1.0", "/v1.0/"])
      expect((await print("--switch", "--only-path", path)).stdout).toContain(
        "&& path('/v1.0', '/v1.0/*', '/api/notice')",
      );
  });

  it("accepts its lines in somebody's own site, and what is for an app that hangs", async () => {
    const { stdout } = await print("--switch", "--out", join(temporaryFolder(), "backsoon"));
    const hang = /^# transport http {.*?\n# }/ms.exec(stdout)?.[0].replace(/^# /gm, "");
    const site = `:8000 {\n${importIn(stdout)}\nreverse_proxy 127.0.0.1:3000 {\n${hang}\n}\n}\n`;
    expect(tested(site)).toContain("Valid configuration");
  });
});

describe("a site of somebody's own, with one import,", () => {
  const service = sharedService();
  const paths = ["/", "/old", "/api/orders", "/shop/cart", "/routed/a", "/guarded/a"];

  it("gives the notice for each of its directives while the switch is on, or the app away", async () => {
    const folder = join(temporaryFolder(), "backsoon");
    const flags = temporaryFolder();
    // Caddy's user may be another one.
    chmodSync(flags, 0o755);
    const { stdout } = await print("--switch", "--backsoon", new URL(service().url).host, "--out", folder);
    const file = join(folder, "site.caddyfile");
    writeFileSync(file, readFileSync(file, "utf8").replaceAll("/etc/backsoon", flags));
    const app = await withoutTls((_, response) => response.end("app"));
    const { port } = new URL(await listenHere(app));
    const url = await startProxy("caddy", own(importIn(stdout)), {
      "3000": Number(port),
      "8000": await freePort(),
    });
    const asked = () => Promise.all(paths.map((path) => ask(`${url}${path}`)));

    const before = ["app", "302", "app", "app", "app", "401"];
    expect(await asked()).toEqual(before);
    expect(await ask(`${url}/static/missing`)).toBe("theirs: 404");
    expect(await ask(`${url}/assets/backsoon-none.js`)).toBe("notice");

    writeFileSync(join(flags, "on"), "");
    expect(await asked()).toEqual(paths.map(() => "notice"));
    expect(await ask(`${url}/static/missing`)).toBe("notice");

    rmSync(join(flags, "on"));
    expect(await asked()).toEqual(before);

    app.server.closeAllConnections();
    app.server.close();
    expect(await asked()).toEqual(["notice", "302", "notice", "notice", "notice", "401"]);
    expect(await ask(`${url}/static/missing`)).toBe("theirs: 404");
  });
});

/** A site with what decides in Caddy, each before our line could if it were not above them all. */
const own = (line: string) => `{
  admin off
}
:8000 {
  redir /old /new
  basicauth /guarded/* {
    anna JDJhJDEwJEVCNmdaNEg2Ti5iejRMYkF3MFZhZ3VtV3E1SzBWZEZ5Q3VWc0tzOEJwZE9TaFlZdEVkZDhX
  }
  handle /api/* {
    reverse_proxy 127.0.0.1:3000
  }
  handle_path /shop/* {
    reverse_proxy 127.0.0.1:3000
  }
  handle /static/* {
    error 404
  }
  route /routed/* {
    reverse_proxy 127.0.0.1:3000
  }
  reverse_proxy 127.0.0.1:3000
  ${line}
  handle_errors {
    respond "theirs: {err.status_code}"
  }
}
`;

async function ask(url: string): Promise<string> {
  const { status, headers, text } = await fetch(url, { redirect: "manual" }).then(async (reply) => ({
    ...{ status: reply.status, headers: reply.headers },
    text: await reply.text(),
  }));
  if (status === 503 && headers.has("maintenance-notice")) return "notice";
  return text === "" || status === 401 ? String(status) : text;
}

const importIn = (printed: string) => /^import .*$/m.exec(printed)?.[0] ?? "";

function print(...args: string[]) {
  const secrets = join(temporaryFolder(), "secrets");
  writeFileSync(secrets, JSON.stringify({ link: "a".repeat(32), cookie: "b".repeat(32), maxAge: 3600 }));
  return notice({}, ["proxy", "caddy", ...args.map((arg) => (arg === "SECRETS" ? secrets : arg))]);
}

/** What Caddy says of a configuration. */
function tested(text: string): string {
  const folder = temporaryFolder();
  const file = join(folder, "Caddyfile");
  writeFileSync(file, text);
  const env = { ...process.env, HOME: folder, XDG_CONFIG_HOME: folder, XDG_DATA_HOME: folder };
  const args = ["validate", "--config", file, "--adapter", "caddyfile"];
  const { stdout, stderr } = spawnSync(inject("proxies").caddy, args, { encoding: "utf8", env });
  return stdout + stderr;
}
