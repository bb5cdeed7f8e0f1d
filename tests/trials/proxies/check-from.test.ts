import { chmodSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freePort } from "../../../scripts/bench/harness/free-port.ts";
import type { Cause } from "../../../scripts/diagnostics/visitors/symptoms/causes.ts";
import { notice } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { healthyApp } from "../../support/network/front.ts";
import { startProxy } from "../../support/network/proxy.ts";
import { recipes, startByRecipe } from "../../support/network/recipes.ts";
import { listenHere } from "../../support/network/servers.ts";
import { turn } from "../../support/network/switch.ts";
import { type ServiceHere, serveHere } from "../../support/service/service-here.ts";
import type { ProxyName } from "../../support/setup/proxies.ts";

interface Line {
  subject: string;
  state: string;
  detail: string;
  symptom?: string;
  causes?: Cause[];
}

async function check({ env, url: service }: ServiceHere, url: string, ...options: string[]) {
  const args = ["check", "--from", url, "--json", ...options];
  const outcome = await notice({ ...env, PORT: new URL(service).port }, args);
  const lines: Line[] = JSON.parse(outcome.stdout);
  const failures = lines.filter(({ state }) => state === "failure");
  const causes = failures.flatMap((failure) => failure.causes ?? []);
  return { ...outcome, lines, failures, causes, symptoms: failures.map(({ symptom }) => symptom) };
}

/** An app that answers everything, on a port of its own. */
const startApp = async (): Promise<number> =>
  Number(new URL(await listenHere({ server: createServer(healthyApp), protocol: "http" })).port);

const secret = "S3cret-of_the-staff";
/** A file that holds a secret. */
const fileWith = (content: string): string => {
  const path = join(temporaryFolder(), "secret");
  writeFileSync(path, content);
  return path;
};

describe.each(recipes)("behind %s by the recipe %s, `notice check --from`", (...recipe) => {
  it("finds everything right while the app is away, and the app while it answers", async () => {
    const service = await serveHere();
    const away = await startByRecipe(recipe, { services: [service.url] });
    expect(await check(service, `${away}/cart?id=1`)).toMatchObject({ code: 0, failures: [] });

    const flags = temporaryFolder();
    const up = await startByRecipe(recipe, { app: await startApp(), services: [service.url], flags });
    const outcome = await check(service, up);
    expect(outcome).toMatchObject({ code: 1, failures: [] });
    expect(outcome.stderr).toContain("The app answers; the notice was not seen");

    await turn(recipe, flags, "on");
    expect(await check(service, `${up}/cart?id=1`)).toMatchObject({ code: 0, failures: [] });
    await turn(recipe, flags, "off");
    await turn(recipe, flags, "read-only");
    const partly = await check(service, up, "--staff-file", fileWith(secret));
    expect(partly).toMatchObject({ code: 1, symptoms: ["partly"] });
    expect(partly.causes[0]?.cause).toMatch(/^only what writes/);
    expect(partly.lines.at(-1)).toMatchObject({ subject: "bypass", state: "warning" });
  });

  it("finds the way to the app for staff, or the line of the recipe that is missing", async () => {
    const service = await serveHere();
    const flags = temporaryFolder();
    const behind = { app: await startApp(), services: [service.url], flags };
    const url = await startByRecipe(recipe, { ...behind, staff: secret });
    await turn(recipe, flags, "on");
    const right = await check(service, `${url}/cart?id=1`, "--staff-file", fileWith(secret));
    expect(right).toMatchObject({ code: 0, failures: [] });
    expect(right.lines.find(({ subject }) => subject === "bypass cookie")?.detail).toMatch(
      /^leads to the app: 200/,
    );

    const flagsOfNone = temporaryFolder();
    const none = await startByRecipe(recipe, { ...behind, flags: flagsOfNone });
    await turn(recipe, flagsOfNone, "on");
    const lines = readFileSync(join("docs/deploy", recipe[1]), "utf8").split("\n");
    const line = lines.findLast((each) => each.includes("STAFF_SECRET"))?.replace(/^\s*# /, "");
    for (const [visited, held] of [
      [url, "another"],
      [none, secret],
    ] as const) {
      const missing = await check(service, visited, "--staff-file", fileWith(held));
      expect(missing).toMatchObject({ code: 1, symptoms: ["bypass"] });
      expect(missing.causes.flatMap(({ recipe }) => recipe ?? [])).toEqual([{ file: recipe[1], line }]);
    }

    const flagsOfDead = temporaryFolder();
    const dead = { services: [service.url], flags: flagsOfDead, staff: secret };
    const withoutApp = await startByRecipe(recipe, dead);
    await turn(recipe, flagsOfDead, "on");
    const gone = await check(service, withoutApp, "--staff-file", fileWith(secret));
    expect(gone).toMatchObject({ code: 1, symptoms: ["bypassCookie"] });
    expect(gone.causes[0]?.cause).toMatch(/^the app does not run/);
  });

  it("finds that the secret is compared without regard to case", async () => {
    const service = await serveHere();
    const flags = temporaryFolder();
    const [written, inPlace, cause] = caseless[recipe[0]];
    const edit = (text: string) => {
      const line = text.split("\n").find((each) => each.includes(written)) ?? "";
      const edited = text.replace(line, () => inPlace(line));
      expect(edited).not.toBe(text);
      return recipe[0] === "nginx" ? withMap(edited) : edited;
    };
    const behind = { app: await startApp(), services: [service.url], flags, staff: secret, edit };
    const url = await startByRecipe(recipe, behind);
    await turn(recipe, flags, "on");
    const outcome = await check(service, url, "--staff-file", fileWith(secret));
    expect(outcome).toMatchObject({ code: 1, symptoms: ["bypassWrong"] });
    expect(outcome.causes[0]?.cause).toMatch(cause);
    expect(outcome.causes.flatMap(({ recipe }) => recipe ?? [])).toEqual([
      { file: recipe[1], line: expect.stringContaining(written) },
    ]);
  });
});

/** An nginx that compares by `map`, which stands outside of the server. */
const withMap = (recipe: string) =>
  recipe.replace(
    "upstream app {",
    (upstream) => `map $cookie_backsoon_staff $is_staff { "STAFF_SECRET" 1; }\n${upstream}`,
  );
/** What compares the staff's cookie in each recipe, what people write in its place, and what is said of it. */
const caseless: Record<ProxyName, [string, (line: string) => string, RegExp]> = {
  nginx: [
    "if ($http_cookie ~ ",
    () => "if ($is_staff) { set $behind app; }",
    /^`map` or `~\*`, which compare without regard to case/,
  ],
  haproxy: [
    "acl staff req.cook(",
    () => "acl staff req.cook(backsoon_staff) -m str -i STAFF_SECRET",
    /^`-i`, which compares without regard to case/,
  ],
  caddy: ["@staff header_regexp", (line) => line.replace("Cookie ", "Cookie (?i)"), /^`\(\?i\)`/],
  apache2: ["RewriteCond %{HTTP_COOKIE}", (line) => `${line} [NC]`, /^`\[NC\]`/],
};

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

/** What people write, what it makes of the notice, and the words of a cause that must be among those named. */
const mistakes: [string, ProxyName, (folder: string) => string, string[], RegExp][] = [
  [
    "error_page 503 /file, without an upstream of ours",
    "nginx",
    (folder) =>
      nginx(
        `root ${folder}; error_page 502 503 504 /maintenance.html; location = /maintenance.html {} location / { proxy_pass http://127.0.0.1:3000; }`,
      ),
    ["replaced"],
    /^`error_page`/,
  ],
  [
    "error_page 503 @maintenance, as everybody copies it",
    "nginx",
    (folder) =>
      nginx(
        `error_page 502 503 504 @maintenance; location / { proxy_pass http://127.0.0.1:3000; } location @maintenance { rewrite ^ /maintenance.html break; root ${folder}; add_header Retry-After 120; }`,
      ),
    ["replaced"],
    /^`error_page`/,
  ],
  [
    "add_header without `always`",
    "nginx",
    () =>
      nginx(
        location("proxy_hide_header Retry-After; add_header Retry-After 120;"),
        "client_max_body_size 128m;",
      ),
    ["retryAfter"],
    /without `always`/,
  ],
  [
    "proxy_intercept_errors on",
    "nginx",
    (folder) =>
      nginx(
        `root ${folder}; error_page 503 /maintenance.html; location = /maintenance.html {} ${location("proxy_intercept_errors on;")}`,
      ),
    ["replaced", "post", "upload"],
    /^`proxy_intercept_errors on`/,
  ],
  [
    "error_page 503 =200 @backsoon",
    "nginx",
    () =>
      nginx(
        "error_page 502 =200 @backsoon; location / { proxy_pass http://127.0.0.1:3000; } location @backsoon { proxy_pass http://127.0.0.1:8080; }",
        "client_max_body_size 128m;",
      ),
    ["status"],
    /^`error_page 502 503 =200/,
  ],
  ["the default limit of uploads", "nginx", () => nginx(location("")), ["upload"], /1 MB by default/],
  [
    "a hidden Retry-After and marker",
    "nginx",
    () =>
      nginx(
        location("proxy_hide_header Retry-After; proxy_hide_header Maintenance-Notice;"),
        "client_max_body_size 128m;",
      ),
    ["retryAfter", "marker", "preflight", "document"],
    /removes headers/,
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
    /keeps replies in spite/,
  ],
  [
    "sub_filter",
    "nginx",
    () =>
      nginx(
        location(
          "proxy_set_header Accept-Encoding ''; sub_filter '</body>' '<script src=/analytics.js></script></body>';",
        ),
        "client_max_body_size 128m;",
      ),
    ["body"],
    /changes pages/,
  ],
  [
    "a location for scripts",
    "nginx",
    (folder) => nginx(`${location("")} location ~ \\.js$ { root ${folder}; }`, "client_max_body_size 128m;"),
    ["script"],
    /location for \/assets\//,
  ],
  [
    "errorfile",
    "haproxy",
    (folder) => {
      const path = join(folder, "503.http");
      writeFileSync(path, "HTTP/1.0 503 Service Unavailable\r\nContent-Type: text/html\r\n\r\n<h1>Down</h1>");
      return haproxy(`errorfile 503 ${path}\n  server app 127.0.0.1:3000`);
    },
    ["replaced"],
    /^`errorfile`/,
  ],
  [
    "http-response del-header",
    "haproxy",
    () => haproxy("http-response del-header Cache-Control\n  server backsoon 127.0.0.1:8080"),
    ["noStore"],
    /removes headers/,
  ],
  [
    "file_server in handle_errors",
    "caddy",
    (folder) =>
      caddy(`reverse_proxy 127.0.0.1:3000
handle_errors {
  root * ${folder}
  rewrite * /maintenance.html
  file_server
}`),
    ["replaced"],
    /^`file_server`/,
  ],
  [
    "handle_errors without `method GET`",
    "caddy",
    () => caddy("reverse_proxy 127.0.0.1:3000\nhandle_errors {\n  reverse_proxy 127.0.0.1:8080\n}"),
    ["post", "upload"],
    /spent/,
  ],
  [
    "ErrorDocument",
    "apache2",
    (folder) =>
      apache(
        `DocumentRoot ${folder}\n ErrorDocument 503 /maintenance.html\n <Directory ${folder}>\n Require all granted\n </Directory>\n ProxyPass "/maintenance.html" "!"\n ProxyPass "/" "http://127.0.0.1:3000/" retry=0`,
      ),
    ["replaced"],
    /^`ErrorDocument`/,
  ],
  [
    "ProxyErrorOverride On",
    "apache2",
    () => apache('ProxyErrorOverride On\n ProxyPass "/" "http://127.0.0.1:8080/"'),
    ["replaced", "post", "upload"],
    /^`ProxyErrorOverride On`/,
  ],
];

describe("the check from outside names a mistake that people make with", () => {
  it.each(mistakes)("%s", async (_name, proxy, configuration, symptoms, cause) => {
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
    expect(outcome.causes.map((each) => each.cause)).toContainEqual(expect.stringMatching(cause));
  });
});
