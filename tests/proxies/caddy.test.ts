import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { freePort } from "../../scripts/bench/harness.ts";
import { notice } from "../support/command/command.ts";
import { switchFolder, temporaryFolder } from "../support/folder.ts";
import { startProxy } from "../support/network/proxy.ts";
import { listenHere, withoutTls } from "../support/network/servers.ts";
import { serveHere } from "../support/service/service-here.ts";

/** A site with the directives that decide in Caddy, each before our line if that were not above them all. */
const siteWith = (line = "") => `{
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
const paths = ["/", "/api/orders", "/shop/cart", "/routed/a", "/old", "/guarded/a", "/static/missing"];
const theirs = ["302", "401", "theirs: 404"];

async function ask(url: string): Promise<string> {
  const reply = await fetch(url, { redirect: "manual" });
  const text = await reply.text();
  if (reply.status === 503 && reply.headers.has("maintenance-notice")) return "notice";
  return text === "" || reply.status === 401 ? String(reply.status) : text;
}

it("A Caddy site with our import shows the notice in place of every directive while the switch is on, and in place of the app while that is down", async () => {
  const service = await serveHere();
  const folder = join(temporaryFolder(), "backsoon");
  const flags = switchFolder();
  const at = ["--backsoon", new URL(service.url).host, "--out", folder];
  const { stdout } = await notice({}, ["proxy", "caddy", "--switch", ...at]);
  const file = join(folder, "site.caddyfile");
  writeFileSync(file, readFileSync(file, "utf8").replaceAll("/etc/backsoon/switch", flags));
  const app = await withoutTls((_, response) => response.end("app"));
  const ports = { "3000": Number(new URL(await listenHere(app)).port), "8000": await freePort() };
  const url = await startProxy("caddy", siteWith(/^import .*$/m.exec(stdout)?.[0]), ports);
  const asked = () => Promise.all(paths.map((path) => ask(`${url}${path}`)));

  expect(await asked()).toEqual(["app", "app", "app", "app", ...theirs]);
  expect(await ask(`${url}/assets/backsoon-none.js`)).toBe("notice");
  writeFileSync(join(flags, "on"), "");
  expect(await asked()).toEqual(paths.map(() => "notice"));
  rmSync(join(flags, "on"));
  expect(await asked()).toEqual(["app", "app", "app", "app", ...theirs]);
  app.server.close().closeAllConnections();
  expect(await asked()).toEqual(["notice", "notice", "notice", "notice", ...theirs]);
});
