import { setTimeout as sleep } from "node:timers/promises";
import { expect } from "vitest";
import { pageAt } from "../../../support/network/http.ts";
import { visits } from "../../../support/network/visitors.ts";
import { patient } from "../../../support/patient.ts";
import { type Position, staffSecrets } from "../support/configuration.ts";
import { type Case, changing, type Stage, saysUnsaved, together } from "../support/stage.ts";
import { openWebsocket, say, type Visited } from "../support/visitors.ts";

const preflight = { method: "OPTIONS", headers: { "Access-Control-Request-Method": "PUT" } };

/** Who gets what: "app", or "notice" from the switch. */
type Row = [who: string, method: string, path: string, headers?: Record<string, string>];

/** A case of single requests, while the switch is turned to a position. */
const rows = (name: string, options: Case["options"], positions: Position[], all: Row[]): Case => {
  const kindOf = (to: Position, [, method, path, headers = {}]: Row) =>
    `${to}: ${method} ${path} ${Object.values(headers).join()}`;
  return {
    name,
    ...(options && { options }),
    play: async ({ ask, turn }) => {
      for (const to of positions) {
        await turn(to);
        for (const row of all) {
          const [, method, path, headers = {}] = row;
          await ask(kindOf(to, row), { method, path, headers, bytes: changing.has(method) ? 10 : 0 });
        }
      }
      await turn("off");
      await ask("off");
    },
    must: {
      off: "app",
      ...Object.fromEntries(positions.flatMap((to) => all.map((row) => [kindOf(to, row), row[0]]))),
    },
  };
};

/** What an open page asks for, beside its script. */
const own = (who: string, page: string, headers: Record<string, string> = {}): Row[] => [
  [who === "app" ? "app's 404" : "notice's 200", "GET", `${page}/backsoon-notice?1796000000000`, headers],
];

const slows: Visited[] = [
  { path: "/slow?ms=1500", isKept: true },
  { path: "/slow?ms=1500", method: "POST", bytes: 1024, isKept: true },
  { path: "/slow?ms=1500", method: "POST", bytes: 3 * 1024 * 1024, isKept: true },
  {
    path: "/slow?ms=1500",
    method: "POST",
    bytes: 3 * 1024 * 1024,
    isKept: true,
    way: "stopped at an early reply",
  },
];
/** How often the switch is turned under load. */
const turns = 3;

async function turnUnderLoad({ url, app, ask, turn, crowd, phase, count, noticed }: Stage): Promise<void> {
  const visitors = crowd();
  let isComing = true;
  const sockets = await Promise.all(Array.from({ length: 5 }, () => openWebsocket(url)));
  const lanes = Promise.all([
    together(20, async (each) => {
      while (isComing) {
        const outcome = await ask("slow", slows[each % slows.length]);
        if (outcome !== "app") await sleep(500);
      }
    }),
    ...sockets.map(async (socket) => {
      while (isComing) {
        count("kept websocket", await say(socket));
        await sleep(200);
      }
      if (typeof socket !== "string") socket.destroy();
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

let secrets: Awaited<ReturnType<typeof staffSecrets>>;
const withStaff = async (): Promise<string[]> => {
  secrets = await staffSecrets();
  return ["--switch", "--read-only", "--staff", secrets.file];
};

/** What the switch does, for whom. */
export const switchCases: Case[] = [
  {
    name: "switch on: every method with every body",
    options: ["--switch"],
    play: async ({ ask, turn, beside, backsoon, app }) => {
      await turn("on");
      const page = await pageAt(backsoon.url);
      const [script = ""] = /\/assets\/backsoon-[^"]+\.js/.exec(page) ?? [];
      await beside(async () => {
        for (const each of visits) {
          const kind = changing.has(each.method) ? "writes" : "reads";
          await ask(kind, { ...each, headers: { Accept: "application/json" } });
        }
        await ask("preflight", preflight);
        await ask("page", { path: "/a/backsoon-notice?1" });
        await ask("script", { path: script });
      });
      expect(app.begun).toEqual([]);
    },
    must: (proxy) => ({
      quick: "notice",
      reads: /^notice$/,
      writes: saysUnsaved(proxy) ? "notice, unsaved" : /^notice$/,
      ...{ preflight: "notice's 204", page: "notice's 200", script: "Backsoon's script" },
    }),
  },
  {
    name: "switch off",
    options: ["--switch", "--read-only"],
    play: async ({ ask, beside }) =>
      beside(async () => {
        for (const each of visits) await ask("all", each);
        await ask("preflight", preflight);
        await ask("page", { path: "/a/backsoon-notice?1" });
      }),
    must: { quick: "app", all: "app", preflight: "app", page: "app's 404" },
  },
  {
    name: `switch turned ${2 * turns} times under load`,
    options: ["--switch"],
    play: turnUnderLoad,
    must: {
      ...{ quick: "app", on: "notice" },
      ...{ slow: ["app", "notice"], "kept websocket": "app" },
    },
  },
  {
    name: "switch on and off while the app refuses",
    options: ["--switch"],
    play: async ({ app, beside, turn, phase, refused, back }) => {
      await app.kill();
      await refused();
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
    must: { quick: "notice", back: "app" },
  },
  rows(
    "read-only",
    ["--switch", "--read-only", "--post-reads", "/login,/search"],
    ["read-only"],
    [
      ...["GET", "HEAD", "OPTIONS"].map((method): Row => ["app", method, "/cart"]),
      ...["POST", "PUT", "PATCH", "DELETE"].map((method): Row => ["notice", method, "/cart"]),
      ["app", "POST", "/login"],
      ["app", "POST", "/search?q=1"],
      ["notice", "PUT", "/login"],
      // What a proxy may take for /login, and an app for another.
      ...[
        "//login",
        "/login/../orders",
        "/orders//../login",
        "/orders/../login",
        "/login/",
        "/LOGIN",
        "/login;a=1",
        "/login/2",
      ].map((path): Row => ["notice", "POST", path]),
      ...own("notice", ""),
      ...own("notice", "/login"),
      // The app's own.
      ["app's 404", "GET", "/api/notice"],
      ["app", "GET", "/a-backsoon-notice"],
      ["app", "GET", "/cart?/backsoon-notice"],
      ["notice", "POST", "/cart/backsoon-notice"],
    ],
  ),
  rows(
    "switch on before read-only",
    ["--switch", "--read-only"],
    ["on"],
    [
      ["notice", "GET", "/cart"],
      ["notice", "POST", "/login"],
    ],
  ),
  rows(
    "one path",
    ["--switch", "--only-path", "/shop"],
    ["on"],
    [
      ["notice", "GET", "/shop"],
      ["notice", "POST", "/shop/cart?id=1"],
      ["app", "GET", "/shops"],
      ["app", "POST", "/"],
      ...own("notice", "/shop"),
      ...own("notice", "/shop/cart"),
      ...own("app", "/shops"),
    ],
  ),
  rows(
    "paths that stay",
    ["--switch", "--read-only", "--except-path", "/webhooks/stripe,/v1.0/"],
    ["on", "read-only"],
    [
      ...["/webhooks/stripe", "/webhooks/stripe/a?b=../c", "/v1.0", "/v1.0/a"].map(
        (path): Row => ["app", "POST", path],
      ),
      ["app", "POST", "/.well-known/acme-challenge/token"],
      ...[
        ...[
          "/webhooks/striped",
          "/webhooks",
          "/v1x0",
          "/webhooks/stripe/../admin",
          "/webhooks/stripe/%2e%2E/admin",
        ],
        ...[
          "/webhooks/stripe%2F..%2fadmin",
          "/.well-known/acme-challenge/../../admin",
          "/cart?/webhooks/stripe",
        ],
      ].map((path): Row => ["notice", "POST", path]),
    ],
  ),
  {
    // HAProxy and Apache compare it as it was sent.
    ...rows(
      "one path, in other characters",
      ["--switch", "--only-path", "/shop"],
      ["on"],
      [["notice", "GET", "/%73hop"]],
    ),
    proxies: ["nginx", "caddy"],
  },
  rows(
    "one host",
    ["--switch", "--only-host", "Shop.Example"],
    ["on"],
    [
      ["notice", "GET", "/a", { Host: "shop.example" }],
      ["notice", "POST", "/a", { Host: "SHOP.example:8443" }],
      ["app", "GET", "/a", { Host: "blog.example" }],
      ["app", "POST", "/a", { Host: "shop.example.org" }],
      ...own("notice", "/a", { Host: "shop.example" }),
      ...own("app", "/a", { Host: "blog.example" }),
    ],
  ),
  rows(
    "staff by their address",
    ["--switch", "--staff-address", "127.0.0.1"],
    ["on"],
    [
      ["app", "GET", "/cart"],
      ["app", "POST", "/cart"],
    ],
  ),
  {
    name: "staff",
    options: withStaff,
    play: async ({ url, app, ask, turn, count }) => {
      const { link, cookie } = secrets;
      const mine = `backsoon_staff=${cookie}`;
      for (const to of ["on", "read-only"] as const) {
        await turn(to);
        const reply = await fetch(`${url}/.backsoon/staff/${link}`, { redirect: "manual" });
        expect([reply.status, reply.headers.get("location")]).toEqual([303, "/"]);
        expect(reply.headers.get("set-cookie")).toMatch(
          new RegExp(`^${mine}; Path=/; Max-Age=\\d+; HttpOnly; Secure; SameSite=Lax$`),
        );
        const other = "backsoon_staff=another";
        for (const Cookie of [mine, `a=1; ${mine}; b="2, c"`, `${other}; ${mine}`, `${mine}; ${other}`]) {
          for (const method of ["GET", "POST", "PUT", "OPTIONS"])
            await ask("staff", { method, bytes: changing.has(method) ? 10 : 0, headers: { Cookie } });
          // It goes to the app as it is.
          await expect.poll(() => app.begun.at(-1)?.cookie, patient).toBe(Cookie);
        }
        const socket = await openWebsocket(url, { Cookie: mine });
        count("staff's websocket", await say(socket));
        if (typeof socket !== "string") socket.destroy();
        for (const wrong of [cookie.toUpperCase(), `${cookie}1`, cookie.slice(1), link, ""])
          await ask("others", { method: "POST", bytes: 1, headers: { Cookie: `backsoon_staff=${wrong}` } });
        await ask("others", { method: "POST", bytes: 1, headers: { Cookie: `x${mine}` } });
        for (const path of [link.toUpperCase(), cookie, "", `${link}1`])
          await ask("others", { method: "POST", bytes: 1, path: `/.backsoon/staff/${path}` });
      }
    },
    must: { staff: "app", "staff's websocket": "app", others: "notice" },
  },
];
