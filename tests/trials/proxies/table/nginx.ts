import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import type { Visited } from "../../../support/network/visitors.ts";
import { startApp } from "../support/app.ts";
import { type Behind, writeParts } from "../support/configuration.ts";
import { startEcho } from "../support/echo.ts";
import { type Allowed, type Case, type Stage, scriptOf, together } from "../support/stage.ts";

/** Lines of an operator's own. `HERE` stands for a location's lines, and `FLAGS` for the switch's folder. */
type Own = Partial<Record<"http" | "server" | "location" | "locations" | "upstream", string>>;

/** An operator's own nginx configuration, with the lines that `notice proxy` prints for it. */
export const ownNginx =
  ({ http = "", server = "", location = "", locations = "", upstream = "" }: Own) =>
  async (behind: Behind, options: string[]): Promise<string> => {
    const folder = await writeParts(behind, options);
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
    ${server}
    include ${folder}/server.conf;
    location / { ${here} ${location} }
    ${locations.replaceAll("HERE", here)}
  }
}`.replaceAll("FLAGS", behind.flags);
  };

/** Turns the switch on and off, then kills the app. */
async function everyState({ ask, turn, down }: Stage, visited: Visited = {}): Promise<void> {
  await together(20, () => ask("off", visited));
  await turn("on");
  await together(20, () => ask("on", visited));
  await turn("off");
  await together(20, () => ask("off", visited));
  await down();
  await together(20, () => ask("down", visited));
}

type Start = (more?: Parameters<Stage["start"]>[1], options?: string[]) => Promise<string>;

/** A case of such a configuration, in every state unless it has a play of its own. */
const own = (
  name: string,
  lines: Own,
  must: Record<string, Allowed> = {},
  play = async (stage: Stage, start: Start): Promise<void> => {
    await start();
    await everyState(stage);
  },
): Case => ({
  name: `own nginx: ${name}`,
  proxies: ["nginx"],
  play: (stage) =>
    play(stage, (more, options = ["--switch"]) => stage.start(options, { own: ownNginx(lines), ...more })),
  must: { off: "app", on: "notice", down: "notice", ...must },
});

/** Paths that `try_files` changes for PHP, and that Backsoon gets as they were sent. */
const arrived = ["/blog/backsoon-notice?1", "/blog//a/./b%2Fc?d=%20", "/blog"];
const recorded = "503 of the proxy's";
const denied = "403 of the proxy's";
const authLocation =
  "location = /auth { internal; auth_request off; proxy_pass http://127.0.0.1:AUTH; proxy_pass_request_body off; proxy_set_header Content-Length ''; }";
const challenges = ".well-known/acme-challenge";

/** What operators have in an nginx of their own. */
export const nginxCases: Case[] = [
  own("nothing else", {}),
  own(
    "try_files",
    {
      server: "root FLAGS;",
      locations: "location /blog { try_files $uri /index.php; } location = /index.php { HERE }",
    },
    { on: recorded, down: recorded },
    async ({ ask, turn, down }, start) => {
      const recorder = await startEcho();
      await start({ services: [recorder.url] }, ["--switch", "--except-path", "/blog/imprint"]);
      await ask("off", { path: "/blog/a" });
      await turn("on");
      await ask("off", { path: "/blog/imprint" });
      for (const path of arrived) await ask("on", { path });
      await turn("off");
      await down();
      for (const path of arrived) await ask("down", { path, method: "POST", bytes: 10 });
      expect(recorder.received.map(({ path }) => path)).toEqual([...arrived, ...arrived]);
    },
  ),
  own("open_file_cache", {
    http: "open_file_cache max=100 inactive=60s; open_file_cache_valid 60s; open_file_cache_errors on;",
  }),
  own(
    "locations for /assets/ and /api/",
    { locations: "location /assets/ { HERE } location /api/ { HERE } location ~ \\.js$ { HERE }" },
    { notice: "notice's 200", script: "Backsoon's script" },
    async ({ ask, inEachState, backsoon }, start) => {
      await start();
      const path = await scriptOf(backsoon);
      await ask("off", { path: "/api/orders" });
      await inEachState(async (state) => {
        await ask(state, { path: "/api/orders" });
        await ask("notice", { path: "/api/notice" });
        await ask("script", { path });
      });
    },
  ),
  own("a location with an error_page", {
    location: "error_page 404 /404.html; error_page 502 504 = @backsoon;",
  }),
  own("proxy_intercept_errors", { server: "proxy_intercept_errors on;" }),
  own(
    "auth_basic",
    { server: 'auth_basic "Shop"; auth_basic_user_file FLAGS/users;' },
    { "on without a password": "notice" },
    async (stage, start) => {
      writeFileSync(join(stage.flags, "users"), "ann:{PLAIN}secret\n", { mode: 0o644 });
      await start();
      await stage.turn("on");
      await together(20, () => stage.ask("on without a password"));
      await stage.turn("off");
      await everyState(stage, { headers: { Authorization: `Basic ${btoa("ann:secret")}` } });
    },
  ),
  own("allow and deny", { server: "allow 127.0.0.1; deny all;" }),
  own("deny", { server: "deny all;" }, { off: denied, on: ["notice", denied], down: denied }),
  own(
    "auth_request",
    { location: "auth_request /auth;", locations: authLocation },
    { "off, its service dead": "500 of the proxy's", "on, its service dead": "notice" },
    async (stage, start) => {
      const other = await startApp();
      await start({ edit: (configuration) => configuration.replace("AUTH", String(other.port)) });
      await everyState(stage);
      await stage.app.start();
      await other.kill();
      await together(20, () => stage.ask("off, its service dead"));
      await stage.turn("on");
      await together(20, () => stage.ask("on, its service dead"));
    },
  ),
  ...["", "fail_timeout=1s"].map((upstream): Case => {
    const must = { quick: "app", dead: "notice", back: "app", between: /./ };
    const name = `two app servers ${upstream || "by default"}, both dead and back`;
    const play = async ({ app, beside, phase, back }: Stage, start: Start) => {
      const other = await startApp();
      await start({ apps: [app.address, other.address] });
      await beside(async () => {
        phase("between");
        await Promise.all([app.kill(), other.kill()]);
        phase("dead");
        await sleep(500);
        phase("between");
        await Promise.all([app.start(), other.start()]);
        await back();
        phase("back");
      });
    };
    return { ...own(name, { upstream }, {}, play), must };
  }),
  own(
    "acme-challenge",
    { locations: `location /${challenges}/ { root FLAGS; }` },
    { challenge: "200 of the proxy's" },
    async (stage, start) => {
      mkdirSync(join(stage.flags, challenges), { recursive: true });
      writeFileSync(join(stage.flags, challenges, "token"), "the token");
      await start();
      await stage.turn("on");
      await stage.ask("challenge", { path: `/${challenges}/token` });
      await stage.turn("off");
      await everyState(stage);
    },
  ),
];
