import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freePort } from "../../scripts/bench/harness.ts";
import { notice } from "../support/command/command.ts";
import { switchFolder, temporaryFolder } from "../support/folder.ts";
import { startProxy } from "../support/network/proxy.ts";
import { listenHere, withoutTls } from "../support/network/servers.ts";
import { patient } from "../support/patient.ts";
import { startService } from "../support/service/service.ts";
import { serveHere } from "../support/service/service-here.ts";

/** What the README says that the command prints. */
const [, lines = ""] = readFileSync("README.md", "utf8").match(/^```nginx\n(.*?)^```$/ms) ?? [];

/** Runs nginx with these lines in front of an app and the service at a URL. */
async function startNginx(app: number, service: string): Promise<string> {
  const folder = switchFolder();
  const args = ["nginx", "--switch", "--out", folder, "--backsoon", new URL(service).host];
  const { stdout } = await notice({}, ["proxy", ...args]);
  const own = lines.replaceAll("/etc/nginx/backsoon", folder);
  expect(stdout.startsWith(own)).toBe(true);
  const [inServer, inLocation] = own.match(/^include .*;$/gm) ?? [];
  const text = `events {}
http {
  access_log off;
  server {
    listen 8000;
    ${inServer}
    location / { ${inLocation} proxy_pass http://127.0.0.1:3000; proxy_set_header Host $http_host; }
  }
}`;
  return startProxy("nginx", text, { "3000": app, "8000": await freePort() });
}

/** Asks several times. Returns each different outcome once. */
async function ask(url: string): Promise<string[]> {
  const outcomes = new Set<string>();
  for (const method of ["GET", "POST", "GET", "PUT", "GET", "DELETE"]) {
    const { status, headers } = await fetch(`${url}/cart?id=1`, { method });
    const isNotice = headers.get("maintenance-notice") === "1" && headers.has("retry-after");
    outcomes.add(`${status} ${isNotice ? "notice" : "app"}`);
  }
  return [...outcomes];
}

describe("The README's lines for nginx", () => {
  it("show the app while it runs, and the notice as soon as it stops", async () => {
    const service = await serveHere();
    const port = await freePort();
    const app = await withoutTls(({ headers }, response) => response.end(headers.host));
    await listenHere(app, port);
    const url = await startNginx(port, service.url);
    expect(await ask(url)).toEqual(["200 app"]);
    expect(await (await fetch(url)).text()).toBe(new URL(url).host);

    app.server.close().closeAllConnections();
    expect(await ask(url)).toEqual(["503 notice"]);
    await listenHere(app, port);
    await expect.poll(() => ask(url), patient).toEqual(["200 app"]);
  });

  it("show the notice on the first request after Backsoon restarts", async () => {
    const settings = { DATABASE: join(temporaryFolder(), "notice.db"), PORT: String(await freePort()) };
    const service = await startService(settings);
    const url = await startNginx(await freePort(), service.url);
    expect(await ask(url)).toEqual(["503 notice"]);
    await service.ended("SIGKILL");
    expect(await ask(url)).toEqual(["502 app"]);
    await startService(settings);
    expect(await ask(url)).toEqual(["503 notice"]);
  });
});
