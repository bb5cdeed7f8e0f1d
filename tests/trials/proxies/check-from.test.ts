import { chmodSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freePort } from "../../../scripts/bench/harness/free-port.ts";
import { notice } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { healthyApp } from "../../support/network/front.ts";
import { startProxy } from "../../support/network/proxy.ts";
import { listenHere } from "../../support/network/servers.ts";
import { type ServiceHere, serveHere } from "../../support/service/service-here.ts";
import type { ProxyName } from "../../support/setup/proxies.ts";
import { proxyCommand, staffSecrets, turnTo } from "./support/configuration.ts";

interface Line {
  subject: string;
  state: string;
  detail: string;
  symptom?: string;
}

async function check({ env, url: service }: ServiceHere, url: string, ...options: string[]) {
  const args = ["check", "--from", url, "--json", ...options];
  const outcome = await notice({ ...env, PORT: new URL(service).port }, args);
  const lines: Line[] = JSON.parse(outcome.stdout);
  const failures = lines.filter(({ state }) => state === "failure");
  return { ...outcome, symptoms: failures.map(({ symptom }) => symptom) };
}

/** Runs a proxy as `notice proxy --whole` prints it; gives its URL. */
async function startRecipe(
  name: ProxyName,
  apps: string[],
  service: ServiceHere,
  options: string[] = [],
): Promise<{ url: string; flags: string }> {
  const flags = temporaryFolder();
  // A proxy looks into it as another user.
  chmodSync(flags, 0o755);
  const behind = { apps, services: [service.url], flags };
  const text = await proxyCommand(name, behind, ["--whole", "--switch", "--read-only", ...options]);
  return { url: await startProxy(name, text, { "8000": await freePort() }), flags };
}

const startApp = async (): Promise<string> =>
  new URL(await listenHere({ server: createServer(healthyApp), protocol: "http" })).host;

describe.each(["nginx", "haproxy", "caddy", "apache2"] as const)(
  "behind %s, `notice check --from`",
  (name) => {
    it("finds everything right while the app is away or the switch on, and staff's way to the app", async () => {
      const service = await serveHere();
      const away = await startRecipe(name, [`127.0.0.1:${await freePort()}`], service);
      expect(await check(service, `${away.url}/cart?id=1`)).toMatchObject({ code: 0, symptoms: [] });

      const { file } = await staffSecrets();
      const { url, flags } = await startRecipe(name, [await startApp()], service, ["--staff", file]);
      const outcome = await check(service, url);
      expect(outcome).toMatchObject({ code: 1, symptoms: [] });
      expect(outcome.stderr).toContain("The app answers; the notice was not seen");

      await turnTo(name, flags, "on");
      const right = await check(service, `${url}/cart?id=1`, "--staff-file", file);
      expect(right).toMatchObject({ code: 0, symptoms: [] });
      const others = await staffSecrets();
      const wrong = await check(service, url, "--staff-file", others.file);
      expect(wrong).toMatchObject({ code: 1, symptoms: ["staffLink", "staffCookie"] });
      await turnTo(name, flags, "read-only");
      expect(await check(service, url)).toMatchObject({ code: 1, symptoms: ["partly"] });
    });
  },
);

/** A file that people put in the place of the notice. */
const file = (folder: string) => {
  writeFileSync(join(folder, "maintenance.html"), "<h1>Down for maintenance</h1>", { mode: 0o644 });
  return folder;
};

const nginx = (server: string, http = "") => `
worker_processes 1;
events {}
http {
  access_log off;
  ${http}
  upstream app { server 127.0.0.1:3000 max_fails=1 fail_timeout=1s; server 127.0.0.1:8080 backup max_fails=0; }
  server { listen 8000; ${server} }
}`;
const haproxy = (backend: string) => `
defaults
  mode http
  timeout connect 2s
  timeout client 30s
  timeout server 30s
  retries 0
frontend visitors
  bind :8000
  default_backend app
backend app
  ${backend}
`;
const caddy = (site: string) => `{\n\tadmin off\n\tauto_https off\n}\n:8000 {\n${site}\n}\n`;
const apache = (site: string) => `
Listen 8000
<VirtualHost *:8000>
  ${site}
</VirtualHost>
`;
const location = (extra: string) => `location / { proxy_pass http://app; ${extra} }`;

/** What people write, and what it makes of the notice. */
const mistakes: [string, ProxyName, (folder: string) => string, string[]][] = [
  [
    "error_page 503 /file, without an upstream of ours",
    "nginx",
    (folder) =>
      nginx(
        `root ${folder}; error_page 502 503 504 /maintenance.html; location = /maintenance.html {} location / { proxy_pass http://127.0.0.1:3000; }`,
      ),
    ["replaced"],
  ],
  [
    "a cache that keeps 503",
    "nginx",
    (folder) =>
      nginx(
        location(
          "proxy_cache notice; proxy_cache_valid 503 1m; proxy_ignore_headers Cache-Control Vary; proxy_cache_key $request_method$request_uri;",
        ),
        `client_max_body_size 128m; proxy_cache_path ${folder}/cache keys_zone=notice:1m;`,
      ),
    ["format", "language", "kept"],
  ],
  [
    "http-response del-header",
    "haproxy",
    () => haproxy("http-response del-header Cache-Control\n  server backsoon 127.0.0.1:8080"),
    ["noStore"],
  ],
  [
    "handle_errors without `method GET`",
    "caddy",
    () => caddy("reverse_proxy 127.0.0.1:3000\nhandle_errors {\n  reverse_proxy 127.0.0.1:8080\n}"),
    ["post", "upload"],
  ],
  [
    "ProxyErrorOverride On",
    "apache2",
    () => apache('ProxyErrorOverride On\n ProxyPass "/" "http://127.0.0.1:8080/"'),
    ["replaced", "post", "upload"],
  ],
];

describe("the check from outside names a mistake that people make with", () => {
  it.each(mistakes)("%s", async (_name, proxy, configuration, symptoms) => {
    const service = await serveHere();
    const folder = temporaryFolder();
    // The workers of a proxy that root starts are another user's, and nginx keeps its cache there.
    chmodSync(folder, 0o777);
    const url = await startProxy(proxy, configuration(file(folder)), {
      "3000": await freePort(),
      "8000": await freePort(),
      "8080": Number(new URL(service.url).port),
    });
    const outcome = await check(service, url);
    expect(outcome).toMatchObject({ code: 1, symptoms });
  });
});
