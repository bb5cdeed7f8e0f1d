import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { changing, megabyte, type Visited, visits } from "../../../support/network/visitors.ts";
import { patient } from "../../../support/patient.ts";
import { type Position, staffSecrets } from "../support/configuration.ts";
import { type Case, played, type Stage, saysUnsaved, scriptOf, together } from "../support/stage.ts";
import { openWebsocket } from "../support/websocket.ts";

const preflight = { method: "OPTIONS", headers: { "Access-Control-Request-Method": "PUT" } };
const page = { path: "/a/backsoon-notice?1" };

/** The requests that get each outcome, as `METHOD /path` or `METHOD host/path`, with commas between them. */
type Rows = Record<string, string>;

/** A case of single requests, while the switch is turned to each position. */
const rows = (name: string, options: string[], positions: Position[], all: Rows): Case => {
  const kinds = positions.flatMap((to) =>
    Object.entries(all).flatMap(([outcome, asked]) =>
      asked.split(/,\s+/).map((each) => ({ to, outcome, asked: each, kind: `${to}: ${each}` })),
    ),
  );
  const must = Object.fromEntries(kinds.map(({ kind, outcome }) => [kind, outcome]));
  return played(name, { off: "app", ...must }, async ({ start, ask, turn }) => {
    await start(["--switch", ...options]);
    for (const { to, asked, kind } of kinds) {
      const [, method = "", host, path = ""] = /^(\S+) ([^/]*)(\/.*)$/.exec(asked) ?? [];
      await turn(to);
      const headers: Record<string, string> = host ? { Host: host } : {};
      await ask(kind, { method, path, headers, bytes: changing.has(method) ? 10 : 0 });
    }
    await turn("off");
    await ask("off");
  });
};

/** An open page's poll, which gets the notice or the app's 404. */
const poll = "backsoon-notice?1796000000000";

const path = "/slow?ms=1500";
const slows: Visited[] = [
  { path, isKept: true },
  { path, method: "POST", bytes: 1024, isKept: true },
  { path, method: "POST", bytes: 3 * megabyte, isKept: true },
  { path, method: "POST", bytes: 3 * megabyte, isKept: true, way: "stopped at an early reply" },
];
const turns = 3;

async function turnUnderLoad({ start, app, ask, turn, crowd, phase, count, noticed }: Stage): Promise<void> {
  const url = await start(["--switch"]);
  const visitors = crowd();
  let isComing = true;
  const sockets = await together(5, () => openWebsocket(url));
  const lanes = Promise.all([
    together(20, async (each) => {
      while (isComing) if ((await ask("slow", slows[each % slows.length])) !== "app") await sleep(500);
    }),
    ...sockets.map(async (say) => {
      while (isComing) {
        count("kept websocket", await say());
        await sleep(200);
      }
    }),
  ]);
  for (let each = 0; each < turns; each += 1) {
    await visitors.goesOn(300);
    phase("between");
    await turn("on");
    phase("on");
    await visitors.goesOn(300);
    phase("between");
    await turn("off");
    phase("quick");
  }
  await visitors.goesOn();
  isComing = false;
  await Promise.all([lanes, visitors.leaves()]);
  const begun = new Set(app.begun.map(({ id }) => id));
  expect(noticed.filter((id) => begun.has(id))).toEqual([]);
}

async function passStaff({ start, app, ask, turn, count }: Stage): Promise<void> {
  const { link, cookie, file } = await staffSecrets();
  const url = await start(["--switch", "--read-only", "--staff", file]);
  const mine = `backsoon_staff=${cookie}`;
  const other = "backsoon_staff=another";
  const post = { method: "POST", bytes: 1 };
  for (const to of ["on", "read-only"] as const) {
    await turn(to);
    const reply = await fetch(`${url}/.backsoon/staff/${link}`, { redirect: "manual" });
    expect([reply.status, reply.headers.get("location")]).toEqual([303, "/"]);
    expect(reply.headers.get("set-cookie")).toMatch(
      new RegExp(`^${mine}; Path=/; Max-Age=\\d+; HttpOnly; Secure; SameSite=Lax$`),
    );
    for (const Cookie of [mine, `a=1; ${mine}; b="2, c"`, `${other}; ${mine}`, `${mine}; ${other}`]) {
      for (const method of ["GET", "POST", "PUT", "OPTIONS"])
        await ask("staff", { method, bytes: changing.has(method) ? 10 : 0, headers: { Cookie } });
      await expect.poll(() => app.begun.at(-1)?.cookie, patient).toBe(Cookie);
    }
    const say = await openWebsocket(url, { Cookie: mine });
    count("staff's websocket", await say());
    for (const wrong of [cookie.toUpperCase(), `${cookie}1`, cookie.slice(1), link, ""])
      await ask("others", { ...post, headers: { Cookie: `backsoon_staff=${wrong}` } });
    await ask("others", { ...post, headers: { Cookie: `x${mine}` } });
    for (const wrong of [link.toUpperCase(), cookie, "", `${link}1`])
      await ask("others", { ...post, path: `/.backsoon/staff/${wrong}` });
  }
}

/** What the switch does, for whom. */
export const switchCases: Case[] = [
  played(
    "switch on: every method with every body",
    (proxy) => ({
      quick: "notice",
      reads: /^notice$/,
      writes: saysUnsaved(proxy) ? "notice, unsaved" : /^notice$/,
      ...{ preflight: "notice's 204", page: "notice's 200", script: "Backsoon's script" },
    }),
    async ({ start, ask, turn, beside, backsoon, app }) => {
      await start(["--switch"]);
      await turn("on");
      await beside(async () => {
        for (const each of visits) {
          const kind = changing.has(each.method) ? "writes" : "reads";
          await ask(kind, { ...each, headers: { Accept: "application/json" } });
        }
        await ask("preflight", preflight);
        await ask("page", page);
        await ask("script", { path: await scriptOf(backsoon) });
      });
      expect(app.begun).toEqual([]);
    },
  ),
  played(
    "switch off",
    { quick: "app", all: "app", preflight: "app", page: "app's 404" },
    async ({ start, ask, beside }) => {
      await start(["--switch", "--read-only"]);
      await beside(async () => {
        for (const each of visits) await ask("all", each);
        await ask("preflight", preflight);
        await ask("page", page);
      });
    },
  ),
  played(
    `switch turned ${2 * turns} times under load`,
    { quick: "app", on: "notice", slow: ["app", "notice"], "kept websocket": "app" },
    turnUnderLoad,
  ),
  played(
    "switch on and off while the app refuses",
    { quick: "notice", back: "app" },
    async ({ start, app, beside, turn, phase, down, back }) => {
      await start(["--switch"]);
      await down();
      phase("quick");
      await beside(async () => {
        await turn("on");
        await sleep(200);
        await turn("off");
      });
      await app.start();
      await back();
      phase("back");
      await beside(async () => {});
    },
  ),
  rows("read-only", ["--read-only", "--post-reads", "/login,/search"], ["read-only"], {
    app: `GET /cart, HEAD /cart, OPTIONS /cart, POST /login, POST /search?q=1,
      GET /a-backsoon-notice, GET /cart?/backsoon-notice`,
    notice: `POST /cart, PUT /cart, PATCH /cart, DELETE /cart, PUT /login, POST /cart/backsoon-notice,
      POST //login, POST /login/../orders, POST /orders//../login, POST /orders/../login, POST /login/,
      POST /LOGIN, POST /login;a=1, POST /login/2`,
    "notice's 200": `GET /${poll}, GET /login/${poll}`,
    "app's 404": "GET /api/notice",
  }),
  rows("switch on before read-only", ["--read-only"], ["on"], { notice: "GET /cart, POST /login" }),
  rows("one path", ["--only-path", "/shop"], ["on"], {
    notice: "GET /shop, POST /shop/cart?id=1",
    app: "GET /shops, POST /",
    "notice's 200": `GET /shop/${poll}, GET /shop/cart/${poll}`,
    "app's 404": `GET /shops/${poll}`,
  }),
  rows("paths that stay", ["--read-only", "--except-path", "/webhooks/stripe,/v1.0/"], ["on", "read-only"], {
    app: `POST /webhooks/stripe, POST /webhooks/stripe/a?b=../c, POST /v1.0, POST /v1.0/a,
      POST /.well-known/acme-challenge/token`,
    notice: `POST /.well-known/acme-challenge/../../admin, POST /cart?/webhooks/stripe, POST /v1x0,
      POST /webhooks, POST /webhooks/striped, POST /webhooks/stripe/../admin,
      POST /webhooks/stripe/%2e%2E/admin, POST /webhooks/stripe%2F..%2fadmin`,
  }),
  {
    // HAProxy and Apache compare the path as it was sent.
    ...rows("one path, in other characters", ["--only-path", "/shop"], ["on"], { notice: "GET /%73hop" }),
    proxies: ["nginx", "caddy"],
  },
  rows("one host", ["--only-host", "Shop.Example"], ["on"], {
    notice: "GET shop.example/a, POST SHOP.example:8443/a",
    app: "GET blog.example/a, POST shop.example.org/a",
    "notice's 200": `GET shop.example/a/${poll}`,
    "app's 404": `GET blog.example/a/${poll}`,
  }),
  rows("staff by their address", ["--staff-address", "127.0.0.1"], ["on"], { app: "GET /cart, POST /cart" }),
  played(
    "staff by their link and cookie",
    { staff: "app", "staff's websocket": "app", others: "notice" },
    passStaff,
  ),
];
