import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { freePort } from "../../../../scripts/bench/harness.ts";
import { visits } from "../../../support/network/visitors.ts";
import { patient } from "../../../support/patient.ts";
import type { ProxyName } from "../../../support/setup/proxies.ts";
import { type App, startApp, startBeside, startBlackHole } from "../support/app.ts";
import { type Case, type Stage, together } from "../support/stage.ts";

const megabyte = 1024 * 1024;
const kinds = [
  ["GET", {}],
  ["POST", { method: "POST", bytes: 1024 }],
  ["upload", { method: "POST", bytes: 3 * megabyte }],
] as const;
const errors = [404, 418, 500, 502, 503, 504];

/** What a whole configuration has where its time-outs are, or could be, and four seconds in their place. */
const shortTimeouts: Record<ProxyName, [found: RegExp, short: string]> = {
  nginx: [/client_max_body_size/, "proxy_read_timeout 4s; proxy_send_timeout 4s; $&"],
  haproxy: [/timeout server +60s/, "timeout server 4s"],
  caddy: [/response_header_timeout 60s/, "response_header_timeout 4s"],
  apache2: [/ProxyTimeout 60/, "ProxyTimeout 4"],
};
const withShortTimeouts = (configuration: string, proxy: ProxyName): string => {
  const [found, short] = shortTimeouts[proxy];
  expect(configuration).toMatch(found);
  return configuration.replace(found, short);
};

const slow = (count: number): Case[] => [
  ...kinds.map(
    ([kind, visited]): Case => ({
      name: `${count} slow ${kind}s at once`,
      play: ({ ask, beside }) =>
        beside(() => together(count, () => ask("slow", { path: "/slow?ms=1500", ...visited }))),
      must: { quick: "app", slow: "app" },
    }),
  ),
  {
    name: `${count} at once that are slower than the time-outs`,
    edit: withShortTimeouts,
    play: ({ ask, beside }) =>
      beside(() =>
        together(count, (each) => ask("slow", { path: "/slow?ms=6000", ...kinds[each % kinds.length]?.[1] })),
      ),
    must: { quick: "app", slow: ["notice", "502 of the proxy's", "504 of the proxy's"] },
  },
];

/** Waits until the app has begun so many slow requests. */
const untilBegun = (app: Stage["app"], count: number) =>
  expect.poll(() => app.begun.filter(({ path }) => path.startsWith("/slow")).length, patient).toBe(count);

/** What becomes of visitors while the app is up, slow, ill, away or coming back. */
export const appCases: Case[] = [
  {
    name: "the app's own errors",
    play: ({ ask, beside }) =>
      beside(async () => {
        for (const status of errors)
          for (const [, visited] of kinds)
            await ask(`own ${status}`, { path: `/status/${status}`, ...visited });
      }),
    must: {
      quick: "app",
      ...Object.fromEntries(errors.map((status) => [`own ${status}`, `app's ${status}`])),
    },
  },
  ...[3, 50].flatMap(slow),
  {
    name: "app hung for a second",
    play: ({ app, beside }) =>
      beside(async () => {
        app.hang();
        await sleep(1000);
        app.wake();
      }),
    must: { quick: "app" },
  },
  {
    name: "app killed under load, and coming back",
    play: async ({ app, crowd, phase, refused, back }) => {
      const visitors = crowd();
      await visitors.goesOn(100);
      phase("between up and away");
      await app.kill();
      await refused();
      phase("refused");
      await visitors.goesOn();
      phase("coming back");
      await app.start();
      await back();
      phase("back");
      await visitors.goesOn();
      await visitors.leaves();
    },
    must: {
      ...{ quick: "app", refused: "notice", "coming back": ["app", "notice"], back: "app" },
      // Some were with the app when it was killed.
      ...{ "between up and away": /./, between: /./ },
    },
  },
  {
    name: "app refuses: every method with every body",
    play: async ({ app, ask, refused, beside, phase }) => {
      await app.kill();
      await refused();
      phase("quick");
      await beside(async () => {
        for (const each of visits) await ask("all", { ...each, headers: { Accept: "application/json" } });
      });
    },
    must: { quick: "notice", all: /^notice$/ },
  },
  {
    name: "a worker of the app killed, ten times",
    play: ({ app, ask, beside, phase }) =>
      beside(async () => {
        for (let kill = 0; kill < 10; kill += 1) {
          // Whoever is with the same worker in that moment shares its end.
          phase("between kills");
          await ask("killer", { path: "/dies", method: "POST", bytes: 10 });
          await expect.poll(app.workers, patient).toBe(3 + kill);
          phase("quick");
          await sleep(100);
        }
      }),
    must: (proxy) => ({
      // Apache leaves the app alone for a second when a kept connection breaks under a request.
      quick: proxy === "apache2" ? ["app", "notice"] : "app",
      ...{ killer: ["notice", "502 of the proxy's"], "between kills": /./, between: /./ },
    }),
  },
  {
    name: "a GET that ends a process of the app is sent to few",
    apps: startBoth,
    play: async ({ proxy, app, ask }) => {
      await ask("killer", { path: "/dies" });
      const begun = app.begun.length + other.begun.length;
      // Go sends each of Caddy's two tries again for every kept connection that breaks: there may be two.
      expect(begun).toBeLessThanOrEqual(proxy === "caddy" ? 6 : 2);
      // A process that begins in this moment would outlive the others.
      await expect.poll(() => app.workers() + other.workers(), patient).toBe(4 + begun);
    },
    must: { killer: ["notice", "502 of the proxy's"] },
  },
  {
    name: "the queue of the app full for two seconds",
    apps: async () => {
      other = await startApp(await freePort(), "app", 10);
      return [`127.0.0.1:${other.port}`];
    },
    play: async ({ ask }) => {
      other.hang();
      const visitors = together(50, async (each) => {
        // So that they do not try again all at once.
        await sleep(each * 50);
        return ask("quick", { method: "POST", bytes: 10 });
      });
      await sleep(2500);
      other.wake();
      await visitors;
    },
    must: { quick: "app" },
  },
  {
    name: "an app that HAProxy itself asks how it is, and that takes its time",
    proxies: ["haproxy"],
    edit: (configuration) => configuration.replace("\nbackend app\n", "$&option httpchk GET /slow?ms=700\n"),
    play: async ({ beside }) => beside(() => sleep(4000)),
    must: { quick: "app" },
  },
  {
    name: "app resets in the middle of replies",
    play: ({ ask, beside }) => beside(() => together(10, () => ask("half", { path: "/half" }))),
    must: { quick: "app", half: "half a reply" },
  },
  {
    name: "app restarted in order under load",
    play: ({ app, ask, beside, phase, back }) =>
      beside(async () => {
        const slow = together(10, (each) => ask("slow", { path: "/slow?ms=1000", ...kinds[each % 2]?.[1] }));
        await untilBegun(app, 10);
        phase("between");
        await app.end();
        await slow;
        await app.start();
        await back();
        phase("quick");
      }),
    // Some are sent over a connection that the app closes in that moment.
    must: { quick: "app", slow: "app", between: ["app", "notice", "502 of the proxy's"] },
  },
  ...[
    { name: "one of two apps dead", dead: freePort },
    { name: "the host of one of two apps drops packets", dead: startBlackHole },
  ].map(
    ({ name, dead }): Case => ({
      name,
      apps: async (own) => [own, `127.0.0.1:${await dead()}`],
      play: async ({ ask, beside }) => {
        await untilKnown(ask);
        await beside(() => sleep(1000));
      },
      must: { quick: "app", "between up and away": /./ },
    }),
  ),
  {
    name: "one of two apps killed under load, and coming back",
    apps: startBoth,
    play: ({ ask, beside, phase }) =>
      beside(async () => {
        phase("between up and away");
        await other.kill();
        // Its workers may reply for a moment longer.
        await sleep(2000);
        await untilKnown(ask);
        phase("with one");
        await sleep(1000);
        await other.start();
        await sleep(1000);
      }),
    must: { quick: "app", "with one": "app", "between up and away": /./, between: /./ },
  },
  {
    name: "what the app has done as it hangs up is sent again by browsers while the switch is turned",
    options: ["--switch"],
    play: async ({ ask, turn, app }) => {
      const path = "/hangs-up?ms=500";
      await together(10, () => ask("before", { isKept: true }));
      const posts = together(10, () => ask("post", { path, method: "POST", bytes: 10, isKept: true }));
      await expect.poll(() => app.done.size, patient).toBe(10);
      await turn("on");
      await posts;
    },
    must: { before: "app", post: ["notice", "502 of the proxy's"] },
  },
];

/** Caddy and HAProxy learn by their next check that one of two apps is dead, which may be late on a busy machine. */
async function untilKnown(ask: Stage["ask"]): Promise<void> {
  const post = () => ask("between up and away", { method: "POST", bytes: 10 });
  const posts = () => Promise.all(Array.from({ length: 20 }, post));
  await expect.poll(async () => new Set(await posts()), patient).toEqual(new Set(["app"]));
}

/** The second app of the case that is tried, or the one in the place of the first. */
let other: App;

async function startBoth(own: string): Promise<string[]> {
  const started = await startBeside(own);
  other = started.other;
  return started.both;
}
