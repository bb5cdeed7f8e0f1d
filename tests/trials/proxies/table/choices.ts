import { freePort } from "../../../../scripts/bench/harness.ts";
import type { ProxyName } from "../../../support/setup/proxies.ts";
import { startBlackHole } from "../support/app.ts";
import { type Case, together } from "../support/stage.ts";

/** The lines of a choice in each whole configuration, which are comments there. */
type Lines = Record<ProxyName, RegExp>;

const packets: Lines = {
  nginx: /# proxy_connect_timeout 5s;/,
  // What these have by themselves.
  haproxy: /timeout connect/,
  caddy: /dial_timeout 5s/,
  apache2: /connectiontimeout=10/,
};
const ownErrors: Lines = {
  nginx: /# proxy_intercept_errors on;\s+# error_page 503 = @backsoon;/,
  haproxy: /# option httpchk GET .*\s+# timeout check 2s/,
  caddy: /# @backsoon_own[^}]*}/,
  apache2: /# <Proxy "balancer:\/\/app">\s+# +ProxySet failonstatus=502,503\s+# <\/Proxy>/,
};
const lastResort: Lines = {
  nginx: /# recursive_error_pages[^}]*}/,
  haproxy: /# http-error status 503/,
  caddy: /# http:\/\/127[^}]*}/,
  apache2: /# ErrorDocument 503/,
};

/** Has a configuration with the lines of a choice. @throws Error where it does not have them */
const withLines =
  (lines: Lines) =>
  (configuration: string, proxy: ProxyName): string => {
    if (!lines[proxy].test(configuration)) throw new Error(`${proxy} has no ${lines[proxy]}`);
    return configuration.replace(lines[proxy], (found) => found.replace(/# /g, ""));
  };

/** The port of Caddy's last resort. */
let ownPort: number;

/** What somebody has chosen of what is a comment in a whole configuration. */
export const choiceCases: Case[] = [
  {
    name: "the app's host drops packets, with the lines for that",
    edit: withLines(packets),
    apps: async () => [`127.0.0.1:${await startBlackHole()}`],
    play: ({ ask }) => together(20, () => ask("visitor")),
    must: { visitor: "notice" },
  },
  {
    name: "the app's own 502 and 503, with the lines for that",
    edit: (configuration, proxy) =>
      // HAProxy asks the app how it is.
      withLines(ownErrors)(configuration, proxy).replace("GET /health", "GET /status/503"),
    play: async ({ proxy, ask, refused }) => {
      if (proxy === "haproxy") {
        await refused();
        return ask("everybody");
      }
      for (const status of [404, 500]) await ask(`own ${status}`, { path: `/status/${status}` });
      for (const status of [502, 503]) await ask("own 502 and 503", { path: `/status/${status}` });
      return;
    },
    must: (proxy) =>
      proxy === "haproxy"
        ? { everybody: "notice" }
        : {
            ...{ "own 404": "app's 404", "own 500": "app's 500" },
            // Apache passes the first, and then leaves the app alone for a second.
            "own 502 and 503": proxy === "apache2" ? /^app's 50[23]$|^notice$/ : "notice",
          },
  },
  {
    name: "Backsoon dead as well, with the lines for that",
    options: ["--switch"],
    edit: (configuration, proxy) =>
      withLines(lastResort)(configuration, proxy).replaceAll("127.0.0.1:8091", `127.0.0.1:${ownPort}`),
    services: async (proxy) => {
      ownPort = await freePort();
      const dead = `http://127.0.0.1:${await freePort()}`;
      return proxy === "caddy" ? [dead, `http://127.0.0.1:${ownPort}`] : [dead];
    },
    play: async ({ app, ask, turn, refused }) => {
      await ask("off");
      await turn("on");
      await ask("on");
      await turn("off");
      await app.kill();
      await refused();
      await ask("down");
    },
    must: { off: "app", on: "the proxy's page", down: "the proxy's page" },
  },
];
