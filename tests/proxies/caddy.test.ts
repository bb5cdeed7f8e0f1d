import { chmodSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freePort } from "../../scripts/bench/harness.ts";
import { notice } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { startProxy } from "../support/network/proxy.ts";
import { listenHere, withoutTls } from "../support/network/servers.ts";
import { sharedService } from "../support/service/service.ts";

describe("A Caddy site with our import", () => {
  const service = sharedService();
  const paths = ["/", "/old", "/api/orders", "/shop/cart", "/routed/a", "/guarded/a"];

  it("shows the notice in place of every directive while the switch is on or the app is down", async () => {
    const folder = join(temporaryFolder(), "backsoon");
    const flags = temporaryFolder();
    // Caddy's user may be another one.
    chmodSync(flags, 0o755);
    const at = ["--backsoon", new URL(service().url).host, "--out", folder];
    const { stdout } = await notice({}, ["proxy", "caddy", "--switch", ...at]);
    const file = join(folder, "site.caddyfile");
    writeFileSync(file, readFileSync(file, "utf8").replaceAll("/etc/backsoon/switch", flags));
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
