import { expect } from "vitest";
import { freePort } from "../../../../scripts/bench/harness.ts";
import type { ProxyName } from "../../../support/setup/programs.ts";
import { startBlackHole } from "../support/app.ts";
import { type Case, played, together } from "../support/stage.ts";

/** The lines of a choice, which each whole configuration has as comments. */
type Lines = Record<ProxyName, RegExp>;

const packets: Lines = {
  nginx: /# proxy_connect_timeout 5s;/,
  // HAProxy, Caddy and Apache have theirs by default.
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

const withLines = (lines: Lines, proxy: ProxyName, configuration: string): string => {
  expect(configuration).toMatch(lines[proxy]);
  return configuration.replace(lines[proxy], (found) => found.replace(/# /g, ""));
};

/** What an operator can choose with lines that are comments in a whole configuration. */
export const choiceCases: Case[] = [
  played(
    "the app's host drops packets, with the lines for that",
    { visitor: "notice" },
    async ({ proxy, start, ask }) => {
      const apps = [`127.0.0.1:${await startBlackHole()}`];
      await start([], { apps, edit: (configuration) => withLines(packets, proxy, configuration) });
      await together(20, () => ask("visitor"));
    },
  ),
  played(
    "the app's own 502 and 503, with the lines for that",
    (proxy) =>
      proxy === "haproxy"
        ? { everybody: "notice" }
        : {
            ...{ "own 404": "app's 404", "own 500": "app's 500" },
            // Apache passes the first, and then leaves the app alone for a second.
            "own 502 and 503": proxy === "apache2" ? /^app's 50[23]$|^notice$/ : "notice",
          },
    async ({ proxy, start, ask, refused }) => {
      const edit = (configuration: string) =>
        withLines(ownErrors, proxy, configuration).replace("GET /health", "GET /status/503");
      await start([], { edit });
      // HAProxy takes an app away by its check.
      await refused();
      if (proxy === "haproxy") return ask("everybody");
      for (const status of [404, 500]) await ask(`own ${status}`, { path: `/status/${status}` });
      for (const status of [502, 503]) await ask("own 502 and 503", { path: `/status/${status}` });
      return;
    },
  ),
  played(
    "Backsoon dead as well, with the lines for that",
    { off: "app", on: "the proxy's page", down: "the proxy's page" },
    async ({ proxy, start, ask, inEachState }) => {
      const [dead, own] = [await freePort(), await freePort()];
      const edit = (configuration: string) =>
        withLines(lastResort, proxy, configuration).replaceAll("127.0.0.1:8091", `127.0.0.1:${own}`);
      // Caddy's last resort is a site of its own.
      const ports = proxy === "caddy" ? [dead, own] : [dead];
      await start(["--switch"], { services: ports.map((port) => `http://127.0.0.1:${port}`), edit });
      await ask("off");
      await inEachState(ask);
    },
  ),
];
