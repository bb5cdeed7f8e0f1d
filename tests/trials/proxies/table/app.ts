import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { freePort } from "../../../../scripts/bench/harness.ts";
import { megabyte, visits } from "../../../support/network/visitors.ts";
import { patient } from "../../../support/patient.ts";
import type { ProxyName } from "../../../support/setup/programs.ts";
import { startApp, startBlackHole } from "../support/app.ts";
import { besideCrowd, type Case, played, type Stage, together } from "../support/stage.ts";

const kinds = [{}, { method: "POST", bytes: 1024 }, { method: "POST", bytes: 3 * megabyte }];
const kindOf = (each: number) => kinds[each % kinds.length];
const errors = [404, 418, 500, 502, 503, 504];
const post = { method: "POST", bytes: 10 };

/** The time-outs of a whole configuration, or the line where they could be, and four seconds instead. */
const shortTimeouts: Record<ProxyName, [found: RegExp, short: string]> = {
  nginx: [/client_max_body_size/, "proxy_read_timeout 4s; proxy_send_timeout 4s; $&"],
  haproxy: [/timeout server +60s/, "timeout server 4s"],
  caddy: [/response_header_timeout 60s/, "response_header_timeout 4s"],
  apache2: [/ProxyTimeout 60/, "ProxyTimeout 4"],
};

/** Waits until visitors get only the app. Caddy and HAProxy learn by a check that one of two apps is dead. */
const untilKnown = (ask: Stage["ask"]) =>
  expect
    .poll(async () => new Set(await together(20, () => ask("between up and away", post))), patient)
    .toEqual(new Set(["app"]));

/** What visitors get while the app is up, slow, ill, away or coming back. */
export const appCases: Case[] = [
  besideCrowd(
    "the app's own errors",
    { quick: "app", ...Object.fromEntries(errors.map((each) => [`own ${each}`, `app's ${each}`])) },
    async ({ ask }) => {
      for (const status of errors)
        for (const kind of kinds) await ask(`own ${status}`, { path: `/status/${status}`, ...kind });
    },
  ),
  besideCrowd("50 slow requests at once", { quick: "app", slow: "app" }, ({ ask }) =>
    together(50, (each) => ask("slow", { path: "/slow?ms=1500", ...kindOf(each) })),
  ),
  besideCrowd(
    "50 requests at once that are slower than the time-outs",
    { quick: "app", slow: ["notice", "502 of the proxy's", "504 of the proxy's"] },
    ({ ask }) => together(50, (each) => ask("slow", { path: "/slow?ms=6000", ...kindOf(each) })),
    (configuration, proxy) => {
      const [found, short] = shortTimeouts[proxy];
      expect(configuration).toMatch(found);
      return configuration.replace(found, short);
    },
  ),
  besideCrowd("app hung for a second", { quick: "app" }, async ({ app }) => {
    app.hang();
    await sleep(1000);
    app.wake();
  }),
  played(
    "app killed under load, and coming back",
    // Some were with the app when it was killed.
    {
      ...{ quick: "app", "between up and away": /./, between: /./, refused: "notice" },
      ...{ "coming back": ["app", "notice"], back: "app" },
    },
    async ({ start, app, crowd, phase, down, back }) => {
      await start();
      const visitors = crowd();
      await visitors.goesOn(100);
      phase("between up and away");
      await down();
      phase("refused");
      await visitors.goesOn();
      phase("coming back");
      await app.start();
      await back();
      phase("back");
      await visitors.goesOn();
      await visitors.leaves();
    },
  ),
  played(
    "app refuses: every method with every body",
    { quick: "notice", all: /^notice$/ },
    async ({ start, ask, down, beside, phase }) => {
      await start();
      await down();
      phase("quick");
      await beside(async () => {
        for (const each of visits) await ask("all", { ...each, headers: { Accept: "application/json" } });
      });
    },
  ),
  besideCrowd(
    "a worker of the app killed, ten times",
    (proxy) => ({
      // Apache leaves the app alone for a second when a kept connection breaks under a request.
      quick: proxy === "apache2" ? ["app", "notice"] : "app",
      ...{ killer: ["notice", "502 of the proxy's"], "between kills": /./, between: /./ },
    }),
    async ({ app, ask, phase }) => {
      for (let kill = 0; kill < 10; kill += 1) {
        // Other requests of the killed worker are lost, too.
        phase("between kills");
        await ask("killer", { path: "/dies", ...post });
        await expect.poll(app.workers, patient).toBe(3 + kill);
        phase("quick");
        await sleep(100);
      }
    },
  ),
  played(
    "a GET that kills a worker is sent again only a few times",
    { killer: ["notice", "502 of the proxy's"] },
    async ({ proxy, start, app, ask }) => {
      const other = await startApp();
      await start([], { apps: [app.address, other.address] });
      await ask("killer", { path: "/dies" });
      const begun = app.begun.length + other.begun.length;
      // Go sends each of Caddy's two tries again for every kept connection that breaks: there may be two.
      expect(begun).toBeLessThanOrEqual(proxy === "caddy" ? 6 : 2);
      // A worker that starts in this moment would outlive the others.
      await expect.poll(() => app.workers() + other.workers(), patient).toBe(4 + begun);
    },
  ),
  played("the queue of the app full for two seconds", { quick: "app" }, async ({ start, ask }) => {
    const app = await startApp({ backlog: 10 });
    await start([], { apps: [app.address] });
    app.hang();
    const visitors = together(50, async (each) => {
      // So that they do not try again all at once.
      await sleep(each * 50);
      return ask("quick", post);
    });
    await sleep(2500);
    app.wake();
    await visitors;
  }),
  {
    ...besideCrowd(
      "an app that is slow to answer HAProxy's own check",
      { quick: "app" },
      () => sleep(4000),
      (text) => text.replace("\nbackend app\n", "$&option httpchk GET /slow?ms=700\n"),
    ),
    proxies: ["haproxy"],
  },
  besideCrowd("app resets in the middle of replies", { quick: "app", half: "half a reply" }, ({ ask }) =>
    together(10, () => ask("half", { path: "/half" })),
  ),
  besideCrowd(
    "app restarted in order under load",
    // Some are sent over a connection that the app closes in that moment.
    { quick: "app", slow: "app", between: ["app", "notice", "502 of the proxy's"] },
    async ({ app, ask, phase, back }) => {
      const slow = together(10, (each) => ask("slow", { path: "/slow?ms=1000", ...kinds[each % 2] }));
      const begun = () => app.begun.filter(({ path }) => path.startsWith("/slow")).length;
      await expect.poll(begun, patient).toBe(10);
      phase("between");
      await app.end();
      await slow;
      await app.start();
      await back();
      phase("quick");
    },
  ),
  ...[
    { name: "one of two apps dead", dead: freePort },
    { name: "the host of one of two apps drops packets", dead: startBlackHole },
  ].map(({ name, dead }) =>
    played(name, { quick: "app", "between up and away": /./ }, async ({ start, app, ask, beside }) => {
      await start([], { apps: [app.address, `127.0.0.1:${await dead()}`] });
      await untilKnown(ask);
      await beside(() => sleep(1000));
    }),
  ),
  played(
    "one of two apps killed under load, and coming back",
    { quick: "app", "with one": "app", "between up and away": /./, between: /./ },
    async ({ start, app, ask, beside, phase }) => {
      const other = await startApp();
      await start([], { apps: [app.address, other.address] });
      await beside(async () => {
        phase("between up and away");
        await other.kill();
        // Its workers may reply for a moment longer.
        await sleep(2000);
        await untilKnown(ask);
        phase("with one");
        await sleep(1000);
        await other.start();
        await sleep(1000);
      });
    },
  ),
  played(
    "writes are not told that nothing was received if the app hangs up while the switch is turned on",
    { before: "app", post: ["notice", "502 of the proxy's"] },
    async ({ start, ask, turn, app }) => {
      await start(["--switch"]);
      await together(10, () => ask("before", { isKept: true }));
      const posts = together(10, () => ask("post", { path: "/hangs-up?ms=500", ...post, isKept: true }));
      await expect.poll(() => app.done.size, patient).toBe(10);
      await turn("on");
      await posts;
    },
  ),
];
