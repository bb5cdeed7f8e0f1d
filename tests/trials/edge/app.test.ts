import { execFile } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { gunzipSync, gzipSync } from "node:zlib";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { newFolder } from "../../support/folder.ts";
import { asking } from "../../support/network/http.ts";
import { listenHere } from "../../support/network/servers.ts";
import { changing, megabyte, type Visited, visit, visits } from "../../support/network/visitors.ts";
import { patient } from "../../support/patient.ts";
import { sharedHere } from "../../support/service/service-here.ts";
import { startApp, startBlackHole } from "../proxies/support/app.ts";
import { staffSecrets } from "../proxies/support/configuration.ts";
import { together } from "../proxies/support/stage.ts";
import { openWebsocket } from "../proxies/support/websocket.ts";
import { type Edge, exportModule, type Runtime, runtimes, startEdge } from "./support/edges.ts";

const service = sharedHere();
const folder = newFolder();
afterAll(folder.remove);
let module: string;
beforeAll(async () => {
  module = await exportModule(service().env, folder.path);
});

/** Starts an app with a module in front. */
async function start(settings: Edge["settings"] = {}, runtime: Runtime = "workerd", store?: string) {
  const app = await startApp();
  const url = await startEdge(runtime, module, { app: app.address, settings, store });
  return { app, url, ask: (visited: Visited = {}) => visit(url, visited) };
}

const write = { method: "POST", bytes: 1024 };
const kinds: Visited[] = [{}, write, { method: "POST", bytes: 3 * megabyte }];
const json = { Accept: "application/json" };
const hungUp = { path: "/hangs-up?ms=10", method: "POST", bytes: 10 };

/** The different replies that `count` visitors at once get. */
const outcomes = async (count: number, ask: (each: number) => Promise<string>) => [
  ...new Set(await together(count, ask)),
];

/** Uploads MB, and returns the JSON reply. Unlike Node, curl reads a reply that comes while it is still sending. */
async function upload(url: string, size: number) {
  const file = join(folder.path, `${size}`);
  writeFileSync(file, Buffer.alloc(size * megabyte, "x"));
  const headers = ["X-Id: upload", "Accept: application/json"].flatMap((header) => ["-H", header]);
  const { stdout } = await promisify(execFile)("curl", ["-s", ...headers, "--data-binary", `@${file}`, url]);
  return JSON.parse(stdout);
}

describe("The module in workerd, in front of the app", () => {
  it("passes every request to the app, and the app's own errors back", async () => {
    const { ask } = await start();
    for (const each of visits)
      expect([each, await ask({ ...each, path: "/a?b=%2F" })]).toEqual([each, "app"]);
    for (const status of [404, 418, 500, 501, 503])
      for (const each of kinds)
        expect(await ask({ ...each, path: `/status/${status}` })).toBe(`app's ${status}`);
    expect(await ask({ path: "/api/notice" })).toBe("app's 404");
  });

  it("replaces 502, 504 and Cloudflare's own errors by the notice, or the codes in BACKSOON_WHEN", async () => {
    const usual = await start();
    for (const status of [502, 504, 520, 527, 530])
      expect(await usual.ask({ path: `/status/${status}` })).toBe("notice");
    for (const status of [501, 519, 528])
      expect(await usual.ask({ path: `/status/${status}` })).toBe(`app's ${status}`);
    const { ask } = await start({ BACKSOON_WHEN: "503" });
    expect(await ask({ path: "/status/503" })).toBe("notice");
    expect(await ask({ path: "/status/502" })).toBe("app's 502");
  });

  it("replies with the notice if the app refuses or resets, and sends a write only once", async () => {
    const { app, ask } = await start();
    expect(await ask({ path: "/dies", method: "POST", bytes: 10 })).toBe("notice");
    await expect.poll(app.workers, patient).toBe(3);
    expect(app.begun.filter(({ method }) => changing.has(method))).toHaveLength(1);
    await app.kill();
    // Node may lose the reply to larger uploads, which it is still sending. curl sends those below.
    for (const each of visits.filter(({ bytes }) => bytes <= megabyte))
      expect([each, await ask({ ...each, headers: json })]).toEqual([each, "notice"]);
    expect(await ask({ path: "/api/notice" })).toBe("notice's 200");
    await app.start();
    await expect.poll(() => ask(), patient).toBe("app");
  });

  it("keeps waiting for an app that accepts no connection, because the platform sets the time-out", async () => {
    const url = await startEdge("workerd", module, { app: `127.0.0.1:${await startBlackHole()}` });
    expect(await Promise.race([visit(url, {}), sleep(3000, "still waiting")])).toBe("still waiting");
  });
});

it.each(runtimes)("The module ignores an invalid setting in %s", async (runtime) => {
  const { app, ask } = await start({ BACKSOON_WHEN: "5xx", BACKSOON_STAFF: "secret" }, runtime);
  const others = { BACKSOON_WHEN: "503, 510-511", BACKSOON_ORIGIN: `http://${app.address}/` };
  const listing = await start(others, runtime);
  expect([await ask(), await ask({ path: "/status/502" })]).toEqual(["app", "notice"]);
  expect([await listing.ask(), await listing.ask({ path: "/status/511" })]).toEqual(["app", "notice"]);
  await listing.ask({ path: "/slash" });
  expect([...app.begun, ...listing.app.begun].map(({ path }) => path)).toContain("/slash");
});

it.each(["bun", "deno"] as const)(
  "The module replies with the notice without an app in %s",
  async (runtime) => {
    for (const address of ["", "127.0.0.1:80", "localhost:80"])
      expect(await (await start({ BACKSOON_ORIGIN: address }, runtime)).ask()).toBe("notice");
  },
);

describe("The switch of the module, in workerd", () => {
  it("gives everybody the notice when on, and says that writes were not received", async () => {
    const { app, url, ask } = await start({ BACKSOON_SWITCH: "on" });
    for (const each of visits)
      expect([each, await ask({ ...each, headers: json })]).toEqual([
        each,
        changing.has(each.method) ? "notice, unsaved" : "notice",
      ]);
    expect(await ask({ path: "/api/notice" })).toBe("notice's 200");
    const preflight = { "Access-Control-Request-Method": "PUT" };
    expect(await ask({ method: "OPTIONS", headers: preflight })).toBe("notice's 204");
    expect(await (await openWebsocket(url, json))()).toBe("notice");
    const hidden = { path: "/.well-known/acme-challenge/%2e%2e/b", method: "POST", headers: json };
    expect(await ask(hidden)).toBe("notice, unsaved");
    expect(app.begun).toEqual([]);
    expect(await ask({ path: "/.well-known/acme-challenge/a_-1" })).toBe("app");
  });

  it("passes reads and refuses writes when read-only, and open pages stay", async () => {
    const { ask, url } = await start({ BACKSOON_SWITCH: "read-only" });
    for (const method of ["GET", "HEAD", "OPTIONS"]) expect(await ask({ method })).toBe("app");
    for (const method of changing) expect(await ask({ method, headers: json })).toBe("notice, unsaved");
    expect(await ask({ path: "/api/notice" })).toBe("app's 404");
    expect(await ask({ path: "/cart/backsoon-notice?1" })).toBe("notice's 200");
    expect(await (await openWebsocket(url))()).toBe("app");
  });

  it("lets only staff pass, by their link and its cookie", async () => {
    const { cookie, link, file } = await staffSecrets();
    const { url, ask } = await start({ BACKSOON_SWITCH: "on", BACKSOON_STAFF: readFileSync(file, "utf8") });
    const reply = await fetch(`${url}/.backsoon/staff/${link}`, { redirect: "manual" });
    expect([reply.status, Object.fromEntries(reply.headers)]).toEqual([
      303,
      expect.objectContaining({
        location: "/",
        "set-cookie": `backsoon_staff=${cookie}; Path=/; Max-Age=14400; HttpOnly; Secure; SameSite=Lax`,
        "cache-control": "no-store",
        "referrer-policy": "no-referrer",
      }),
    ]);
    const as = (value: string, method = "GET") =>
      ask({ method, headers: { Cookie: `a=b; backsoon_staff=${value}; c=d` } });
    expect([await as(cookie), await as(cookie, "POST")]).toEqual(["app", "app"]);
    for (const wrong of [cookie.toUpperCase(), `x${cookie}`, `${cookie}x`, link, ""])
      expect(await as(wrong)).toBe("notice");
    for (const wrong of [link.toUpperCase(), `${link}x`, `${link}/`, cookie, ""])
      expect(await ask({ path: `/.backsoon/staff/${wrong}` })).toBe("notice");
  });

  it("follows KV, keeps KV's last value while KV fails, and starts with the variable", async () => {
    let reply: [status: number, word: string] = [404, ""];
    let reads = 0;
    const store = await listenHere((request, response) => {
      reads += Number(request.url?.startsWith("/switch"));
      const [status, word] = reply;
      if (status > 0) response.writeHead(status).end(word);
    });
    const { host } = new URL(store);
    const { ask } = await start({ BACKSOON_SWITCH: "read-only" }, "workerd", host);
    expect([await ask(), await ask({ ...write, headers: json })]).toEqual(["app", "notice, unsaved"]);
    reply = [200, "on"];
    await expect.poll(() => ask(), patient).toBe("notice");
    reply = [500, ""];
    const before = reads;
    await expect.poll(async () => [await ask(), reads > before + 1], patient).toEqual(["notice", true]);
    reply = [200, "off"];
    await expect.poll(() => ask(write), patient).toBe("app");
    expect(reads).toBeLessThan(10);

    // Without a reply of KV.
    reply = [0, ""];
    const other = await start({}, "workerd", host);
    expect(await outcomes(5, () => other.ask())).toEqual(["app"]);
  });
});

it.each([
  ["workerd", { half: "half a reply", host: "shop.example", coding: "gzip", websocket: "app" }],
  ["deno", { half: "half a reply", host: "127.0.0.1", coding: undefined, websocket: "nothing" }],
  ["bun", { half: "read ECONNRESET", host: "shop.example", coding: "gzip", websocket: "nothing" }],
] as const)(
  "The module in %s passes requests or replies with the notice, with documented differences",
  async (...given) => {
    const [runtime, differing] = given;
    const { file, cookie } = await staffSecrets();
    const { app, url, ask } = await start({}, runtime);
    const on = await start({ BACKSOON_SWITCH: "on", BACKSOON_STAFF: readFileSync(file, "utf8") }, runtime);
    const readOnly = await start({ BACKSOON_SWITCH: "read-only" }, runtime);
    // It replies with the requested host.
    const other = await listenHere((request, response) =>
      response.setHeader("Content-Encoding", "gzip").end(gzipSync(String(request.headers.host))),
    );
    const asked = asking(await startEdge(runtime, module, { app: new URL(other).host }));
    const packed = await asked({ headers: { Host: "shop.example", "Accept-Encoding": "gzip" } });
    const coding = packed.headers["content-encoding"];
    const host = String(coding ? gunzipSync(packed.rawPayload) : packed.rawPayload);
    const websocket = openWebsocket(url).then((say) => say());
    const asStaff = { headers: { Cookie: `backsoon_staff=${cookie}` } };
    const written = { ...write, headers: json };
    const sized = (size: number) => ({ id: "upload", bytes: size * megabyte });
    const isNotice = expect.objectContaining({ status: 503 });
    const isUnsaved = expect.objectContaining({ status: 503, unsaved: true });
    const rows: [what: string, got: unknown, expected: unknown][] = [
      ["reads", await ask({ path: "/a?b=%2F" }), "app"],
      ["writes", await ask(write), "app"],
      ["slow", await outcomes(20, () => ask({ path: "/slow?ms=3000" })), ["app"]],
      ["events", await ask({ path: "/events?ms=500" }), "app"],
      ["own 500", await ask({ path: "/status/500" }), "app's 500"],
      ["own 502", await ask({ path: "/status/502" }), "notice"],
      ["redirect", await ask({ path: "/status/302" }), "app's 302"],
      ["resetting", await ask(hungUp), "notice"],
      ["half", await ask({ path: "/half" }), differing.half],
      ["host", host.replace(/:\d+$/, ""), differing.host],
      ["coding", coding, differing.coding],
      ["websocket", await Promise.race([websocket, sleep(3000, "nothing")]), differing.websocket],
      ["uploads", [await upload(url, 3), await upload(url, 30)], [sized(3), sized(30)]],
      ["on", [await upload(on.url, 3), await upload(on.url, 30)], [isUnsaved, isUnsaved]],
      ["staff", await on.ask(asStaff), "app"],
      ["on, begun", on.app.begun.length, 1],
      ["read-only", [await readOnly.ask(), await readOnly.ask(written)], ["app", "notice, unsaved"]],
      ["a thousand at once", await outcomes(1000, () => readOnly.ask(written)), ["notice, unsaved"]],
      ["away", await app.kill().then(() => outcomes(1000, (each) => ask(kinds[each % 2]))), ["notice"]],
      ["away, uploads", [await upload(url, 3), await upload(url, 30)], [isNotice, isNotice]],
    ];
    const found = rows.map(([what, got]) => [what, got]);
    expect(found).toEqual(rows.map(([what, , expected]) => [what, expected]));
  },
);
