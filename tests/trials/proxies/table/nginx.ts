import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { type Echo, startEcho } from "../../../support/network/echo.ts";
import { pageAt } from "../../../support/network/http.ts";
import { type App, startBeside } from "../support/app.ts";
import { type Behind, writeParts } from "../support/configuration.ts";
import { type Case, type Stage, together } from "../support/stage.ts";

/** What somebody has in an nginx of their own: `HERE` is where the lines for a location go. */
interface Own {
  http?: string;
  server?: string;
  location?: string;
  locations?: string;
  upstream?: string;
}

/** An nginx of somebody's own, to which the lines that `notice proxy` prints were added. */
export const ownNginx =
  ({ http = "", server = "", location = "", locations = "", upstream = "" }: Own) =>
  async (behind: Behind, options: string[]): Promise<string> => {
    const folder = await writeParts("nginx", behind, options);
    const here = `include ${folder}/switch.conf; proxy_pass http://shop;`;
    return `
events {}
http {
  access_log off;
  ${http}
  upstream shop { ${behind.apps.map((app) => `server ${app} ${upstream};`).join(" ")} }
  server {
    listen 8000;
    client_max_body_size 128m;
    ${server.replaceAll("FLAGS", behind.flags)}
    include ${folder}/server.conf;
    location / { ${here} ${location} }
    ${locations.replaceAll("HERE", here).replaceAll("FLAGS", behind.flags)}
  }
}`;
  };

/** Turns the switch on and off, then ends the app; visitors may get something else while it is off, and the app's paths. */
const everyState =
  (more: Parameters<Stage["ask"]>[1] = {}) =>
  async ({ ask, turn, app }: Stage): Promise<void> => {
    await together(20, () => ask("off", more));
    await turn("on");
    await together(20, () => ask("on", more));
    await turn("off");
    await together(20, () => ask("off", more));
    await app.kill();
    await together(20, () => ask("down", more));
  };
const everyMust = { off: "app", on: "notice", down: "notice" };

const own = (name: string, lines: Own, rest: Partial<Case> = {}): Case => ({
  name: `own nginx: ${name}`,
  proxies: ["nginx"],
  options: ["--switch"],
  own: ownNginx(lines),
  play: everyState(),
  must: everyMust,
  ...rest,
});

let other: App;
let recorder: Echo;
/** Paths that `try_files` changes for PHP, and that Backsoon gets as they were sent. */
const arrived = ["/blog/backsoon-notice?1", "/blog//a/./b%2Fc?d=%20", "/blog"];
const authLocation =
  "location = /auth { internal; auth_request off; proxy_pass http://127.0.0.1:AUTH; proxy_pass_request_body off; proxy_set_header Content-Length ''; }";

/** What people have in an nginx of their own. */
export const nginxCases: Case[] = [
  own("nothing else", {}),
  own(
    "try_files",
    {
      server: "root FLAGS;",
      locations: "location /blog { try_files $uri /index.php; } location = /index.php { HERE }",
    },
    {
      options: ["--switch", "--except-path", "/blog/imprint"],
      services: async () => {
        recorder = await startEcho("Backsoon", 503);
        return [recorder.url];
      },
      play: async ({ ask, turn, app }) => {
        await ask("off", { path: "/blog/a" });
        await turn("on");
        await ask("off", { path: "/blog/imprint" });
        for (const path of arrived) await ask("on", { path });
        await turn("off");
        await app.kill();
        for (const path of arrived) await ask("down", { path, method: "POST", bytes: 10 });
        expect(recorder.received.map(({ path }) => path)).toEqual([...arrived, ...arrived]);
      },
      must: { off: "app", on: "503 of the proxy's", down: "503 of the proxy's" },
    },
  ),
  own("open_file_cache", {
    http: "open_file_cache max=100 inactive=60s; open_file_cache_valid 60s; open_file_cache_errors on;",
  }),
  own(
    "locations for /assets/ and /api/",
    { locations: "location /assets/ { HERE } location /api/ { HERE } location ~ \\.js$ { HERE }" },
    {
      play: async (stage) => {
        const { ask, turn, app, backsoon } = stage;
        const page = await pageAt(backsoon.url);
        const [script = ""] = /\/assets\/backsoon-[^"]+\.js/.exec(page) ?? [];
        await ask("off", { path: "/api/orders" });
        for (const state of ["on", "down"]) {
          if (state === "on") await turn("on");
          else await app.kill();
          await ask(state, { path: "/api/orders" });
          await ask("notice", { path: "/api/notice" });
          await ask("script", { path: script });
          if (state === "on") await turn("off");
        }
      },
      must: { ...everyMust, notice: "notice's 200", script: "Backsoon's script" },
    },
  ),
  own("a location with an error_page", {
    location: "error_page 404 /404.html; error_page 502 504 = @backsoon;",
  }),
  own("proxy_intercept_errors", { server: "proxy_intercept_errors on;" }),
  own(
    "auth_basic",
    { server: 'auth_basic "Shop"; auth_basic_user_file FLAGS/users;' },
    {
      own: async (behind, options) => {
        writeFileSync(join(behind.flags, "users"), "ann:{PLAIN}secret\n", { mode: 0o644 });
        return ownNginx({ server: 'auth_basic "Shop"; auth_basic_user_file FLAGS/users;' })(behind, options);
      },
      play: async (stage) => {
        await stage.turn("on");
        await together(20, () => stage.ask("on without a password"));
        await stage.turn("off");
        await everyState({ headers: { Authorization: `Basic ${btoa("ann:secret")}` } })(stage);
      },
      must: { ...everyMust, "on without a password": "notice" },
    },
  ),
  own("allow and deny", { server: "allow 127.0.0.1; deny all;" }),
  own(
    "deny",
    { server: "deny all;" },
    { must: { off: "403 of the proxy's", on: ["notice", "403 of the proxy's"], down: "403 of the proxy's" } },
  ),
  own(
    "auth_request",
    { location: "auth_request /auth;", locations: authLocation },
    {
      apps: async (address) => {
        ({ other } = await startBeside(address));
        return [address];
      },
      edit: (configuration) => configuration.replace("AUTH", String(other.port)),
      play: async (stage) => {
        await everyState()(stage);
        await stage.app.start();
        await other.kill();
        await together(20, () => stage.ask("off, its service dead"));
        await stage.turn("on");
        await together(20, () => stage.ask("on, its service dead"));
      },
      must: { ...everyMust, "off, its service dead": "500 of the proxy's", "on, its service dead": "notice" },
    },
  ),
  ...["", "fail_timeout=1s"].map((upstream) =>
    own(
      `two app servers ${upstream || "by default"}, both dead and back`,
      { upstream },
      {
        apps: async (address) => {
          const started = await startBeside(address);
          other = started.other;
          return started.both;
        },
        play: ({ app, beside, phase, back }) =>
          beside(async () => {
            phase("between");
            await Promise.all([app.kill(), other.kill()]);
            phase("dead");
            await sleep(500);
            phase("between");
            await Promise.all([app.start(), other.start()]);
            await back();
            phase("back");
          }),
        must: { quick: "app", dead: "notice", back: "app", between: /./ },
      },
    ),
  ),
  own(
    "acme-challenge",
    {},
    {
      own: async (behind, options) => {
        mkdirSync(join(behind.flags, ".well-known/acme-challenge"), { recursive: true });
        writeFileSync(join(behind.flags, ".well-known/acme-challenge/token"), "the token");
        return ownNginx({ locations: "location /.well-known/acme-challenge/ { root FLAGS; }" })(
          behind,
          options,
        );
      },
      play: async (stage) => {
        await stage.turn("on");
        await stage.ask("challenge", { path: "/.well-known/acme-challenge/token" });
        await stage.turn("off");
        await everyState()(stage);
      },
      must: { ...everyMust, challenge: "200 of the proxy's" },
    },
  ),
];
