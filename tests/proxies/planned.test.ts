import { once } from "node:events";
import { readFileSync, readlinkSync } from "node:fs";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../support/folder.ts";
import { type Echo, startEcho } from "../support/network/echo.ts";
import { recipes, startByRecipe } from "../support/network/recipes.ts";
import { open } from "../support/network/sockets.ts";
import { turn } from "../support/network/switch.ts";
import { patient } from "../support/patient.ts";
import { serveHere } from "../support/service/service-here.ts";

const secret = "S3cret-of_the-staff";
const cookie = `backsoon_staff=${secret}`;
const wrongCookie = "backsoon_staff=another";

/** Paths that a proxy may not change, whoever is to get them. */
const paths = [
  "/a%2Fb",
  "/a%2fb",
  "/a//b",
  "/a%3Fb",
  "/a%23b",
  "/a%25b",
  "/a%2525b",
  "/a%20b",
  "/a+b?c=d+e",
  "/a%2Bb",
  "/a%3Bb;c=1",
  "/a%5Cb",
  "/%E4%BD%A0%C3%A9",
  "/a%26b&c",
  "/a%22b%3C%3E",
  "/a?b=%2F%3F%26&c=//",
  "/a?b=c?d",
  "/a/%7Eb/~c/(d)!*'",
];

/** Paths that a proxy may take for `/login`, and an app for another. */
const likeLogin = ["/orders//../login", "/orders/../login", "//login", "/login/", "/LOGIN", "/login;a=1"];

interface Reply {
  status: number | undefined;
  body: string;
  headers: Record<string, string | string[] | undefined>;
}

/** Sends a request whose path goes out word for word. */
async function ask(url: string, path = "/", headers: Record<string, string> = {}, method = "GET") {
  const sent = request(url, { path, method, headers, agent: false });
  sent.end(method === "GET" ? undefined : "what was typed");
  const [message] = await once(sent, "response");
  return { status: message.statusCode, body: await text(message), headers: message.headers } as Reply;
}

const whoHas = async (...asked: Parameters<typeof ask>) => (await ask(...asked)).body;

/** Opens a websocket; gives its connection and what it began with. */
async function openWebsocket(url: string, headers = ""): Promise<[Socket, string]> {
  const socket = await open(url);
  const upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n";
  const key = "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n";
  socket.write(`GET /live HTTP/1.1\r\nHost: shop.example\r\n${upgrade}${key}${headers}\r\n`);
  return [socket, String((await once(socket, "data"))[0])];
}

async function say(socket: Socket, words: string): Promise<string> {
  expect(socket.destroyed).toBe(false);
  socket.write(words);
  const [reply] = await Promise.race([once(socket, "data"), once(socket, "close")]);
  return String(reply).trim();
}

/** Closes a connection in order; Apache's end would wait ten seconds for one that it has just been cut off from. */
async function leave(socket: Socket): Promise<void> {
  socket.end();
  await once(socket, "close");
}

const startBoth = () => Promise.all([startEcho("app", 200), startEcho("Backsoon", 503)]);
const last = ({ received }: Echo) => received.at(-1);

describe.each(recipes)("behind %s, on purpose by the recipe %s", (...recipe) => {
  it("the notice comes without cutting anybody off who is with the app, and goes", async () => {
    const [app, backsoon] = await startBoth();
    const flags = temporaryFolder();
    const url = await startByRecipe(recipe, { app: app.port, services: [backsoon.url], flags });
    expect(await whoHas(url)).toBe("app");
    const [socket, head] = await openWebsocket(url);
    expect(head).toMatch(/^HTTP\/1\.1 101 /);
    const underWay = whoHas(url, "/slow", {}, "POST");
    await expect.poll(() => last(app)?.path, patient).toBe("/slow");

    await turn(recipe, flags, "on");
    for (const method of ["GET", "POST", "PUT", "DELETE", "OPTIONS"]) {
      expect([method, await whoHas(url, "/cart", {}, method)]).toEqual([method, "Backsoon"]);
      expect(last(backsoon)).toMatchObject({ method, path: "/cart", headers: { "backsoon-unsaved": "1" } });
    }
    expect(await say(socket, "hello")).toBe("app got hello");
    await leave(socket);
    app.release();
    expect(await underWay).toBe("app");

    await turn(recipe, flags, "off");
    expect(await whoHas(url, "/cart", {}, "POST")).toBe("app");
    app.stop();
    await expect
      .poll(() => whoHas(url, "/", { "Backsoon-Unsaved": "1" }).catch(String), patient)
      .toBe("Backsoon");
    expect(last(backsoon)?.headers).not.toHaveProperty("backsoon-unsaved");
  });

  it("the staff's link leads to the app, by every method, and whoever has not quite its secret to the notice", async () => {
    const [app, backsoon] = await startBoth();
    const flags = temporaryFolder();
    const behind = { app: app.port, services: [backsoon.url], flags, staff: secret };
    const url = await startByRecipe(recipe, behind);
    await turn(recipe, flags, "on");
    const links = [
      ["/", `?${cookie}`, ""],
      ["/a%2Fb", `?${cookie}&x=%20`, "?x=%20"],
      ["/a", `?x=1&${cookie}`, "?x=1"],
      ["/a", `?x=1&${cookie}&y`, "?x=1&y"],
    ] as const;
    for (const [path, query, without] of links) {
      const { status, headers } = await ask(url, path + query);
      const location = new URL(String(headers.location), url).href;
      expect([status, location, headers["cache-control"], headers["referrer-policy"]]).toEqual([
        303,
        url + path + without,
        "no-store",
        "no-referrer",
      ]);
      expect(headers["set-cookie"]).toEqual([
        `${cookie}; Path=/; Max-Age=14400; HttpOnly; Secure; SameSite=Lax`,
      ]);
    }
    // What a browser would take for another host.
    for (const path of [
      "//evil.example/a",
      "///evil.example/a",
      "/\\evil.example/a",
      "/\\/evil.example/a",
      "//",
    ]) {
      for (const [query, without] of [
        [`?${cookie}`, ""],
        [`?x=1&${cookie}`, "?x=1"],
        [`?${cookie}&x=1`, "?x=1"],
      ]) {
        const { status, headers } = await ask(url, path + query);
        const { href } = new URL(String(headers.location), url);
        expect([path, status, href]).toEqual([path, 303, path.replace(/^[/\\]+/, `${url}/`) + without]);
      }
    }
    const cookies = [
      [cookie, undefined],
      [`a=1; ${cookie}`, "a=1"],
      [`${cookie}; b="2, c"`, 'b="2, c"'],
      [`a=1; ${cookie}; x_backsoon_staff=3`, "a=1; x_backsoon_staff=3"],
    ] as const;
    for (const [Cookie, others] of cookies) {
      for (const method of ["GET", "POST", "PUT", "DELETE", "OPTIONS"])
        expect([method, await whoHas(url, "/", { Cookie }, method)]).toEqual([method, "app"]);
      expect([Cookie, last(app)?.headers.cookie]).toEqual([Cookie, others]);
    }
    const [socket, head] = await openWebsocket(url, `Cookie: ${cookie}\r\n`);
    expect(head).toMatch(/^HTTP\/1\.1 101 /);
    expect(await say(socket, "hello")).toBe("app got hello");
    await leave(socket);
    expect(last(app)?.headers).not.toHaveProperty("cookie");

    // Several of one name are there where another path or domain has set one, in no order that a proxy can know.
    const several = [
      [`${wrongCookie}; a=1; ${cookie}`, "a=1"],
      [`${cookie}; ${wrongCookie}; a=1`, "a=1"],
      [`${cookie}; a=1; ${cookie}; b=2`, "a=1; b=2"],
      [`a=1; ${wrongCookie}; ${cookie}`, "a=1"],
      [`${wrongCookie}; ${cookie}`, undefined],
    ] as const;
    for (const [Cookie, others] of several) {
      expect([Cookie, await whoHas(url, "/", { Cookie })]).toEqual([Cookie, "app"]);
      expect([Cookie, last(app)?.headers.cookie]).toEqual([Cookie, others]);
    }
    for (const Cookie of [Array(4).fill(cookie).join("; "), Array(4).fill(`b=2; ${cookie}`).join("; ")]) {
      expect([Cookie, await whoHas(url, "/", { Cookie })]).toEqual([Cookie, "app"]);
      expect([Cookie, String(last(app)?.headers.cookie)]).toEqual([
        Cookie,
        expect.not.stringContaining(secret),
      ]);
    }

    for (const wrong of [secret.toLowerCase(), secret.toUpperCase(), `${secret}1`, secret.slice(0, -1), ""]) {
      const guess = `backsoon_staff=${wrong}`;
      expect([wrong, await whoHas(url, `/?${guess}`)]).toEqual([wrong, "Backsoon"]);
      expect([wrong, await whoHas(url, "/", { Cookie: guess })]).toEqual([wrong, "Backsoon"]);
    }
    for (const Cookie of [`x${cookie}`, `${wrongCookie}; x${cookie}`, `${wrongCookie}; ${wrongCookie}`])
      expect([Cookie, await whoHas(url, "/", { Cookie })]).toEqual([Cookie, "Backsoon"]);
  });

  it("nobody gets past it while there is no secret", async () => {
    const [app, backsoon] = await startBoth();
    const flags = temporaryFolder();
    const url = await startByRecipe(recipe, { app: app.port, services: [backsoon.url], flags });
    await turn(recipe, flags, "on");
    for (const guess of ["", "STAFF_SECRET"]) {
      const Cookie = `backsoon_staff=${guess}`;
      expect(await whoHas(url, `/?${Cookie}`, { Cookie })).toBe("Backsoon");
    }
  });

  it("what reads goes to the app and what writes to the notice, with pages that stay on it", async () => {
    const [app, service] = await Promise.all([startEcho("app", 200), serveHere()]);
    const flags = temporaryFolder();
    const behind = { app: app.port, services: [service.url], flags, staff: secret };
    const url = await startByRecipe(recipe, behind);
    expect(await whoHas(url, "/api/notice")).toBe("app");
    await turn(recipe, flags, "read-only");
    for (const method of ["GET", "OPTIONS"]) expect(await whoHas(url, "/cart", {}, method)).toBe("app");
    for (const path of ["/login", "/search", "/graphql", "/login?to=/cart"])
      expect(await whoHas(url, path, {}, "POST")).toBe("app");
    const writes = ["POST", "PUT", "PATCH", "DELETE"].map((method) => [method, "/cart"] as const);
    const others = likeLogin.map((path) => ["POST", path] as const);
    for (const [method, path] of [...writes, ["PUT", "/login"] as const, ...others]) {
      const { status, headers } = await ask(url, path, {}, method);
      expect([method, path, status, headers["maintenance-notice"]]).toEqual([method, path, 503, "1"]);
    }
    expect(await whoHas(url, "/cart", { Cookie: cookie }, "POST")).toBe("app");
    const { status, headers, body } = await ask(url, "/api/notice");
    expect([status, headers["maintenance-notice"], JSON.parse(body)]).toMatchObject([200, "1", {}]);
    const [script = ""] = /\/assets\/backsoon-[^"]+\.js/.exec((await ask(url, "/", {}, "POST")).body) ?? [];
    expect((await ask(url, script)).headers["content-type"]).toMatch(/javascript/);
    await turn(recipe, flags, "off");
    expect(await whoHas(url, "/api/notice")).toBe("app");
  });

  it("every path arrives word for word, at the app, and at Backsoon on purpose or because the app is away", async () => {
    const [app, backsoon] = await startBoth();
    const flags = temporaryFolder();
    const url = await startByRecipe(recipe, { app: app.port, services: [backsoon.url], flags });
    const arriveAt = async (echo: Echo) => {
      echo.received.length = 0;
      for (const path of paths) await ask(url, path);
      const asked = echo.received.filter(({ headers }) => headers.host === new URL(url).host);
      expect(asked.map(({ path }) => path)).toEqual(paths);
    };
    await arriveAt(app);
    await turn(recipe, flags, "on");
    await arriveAt(backsoon);
    await turn(recipe, flags, "off");
    app.stop();
    await expect.poll(() => whoHas(url).catch(String), patient).toBe("Backsoon");
    await arriveAt(backsoon);
  });
});

describe("behind haproxy, on purpose", () => {
  /** What its socket replies to a command. */
  const tell = async (flags: string, command: string) =>
    text(connect(join(flags, "admin.sock")).end(`${command}\n`));
  const worker = async (flags: string) => Number(/^Pid: (\d+)$/m.exec(await tell(flags, "show info"))?.[1]);

  it("the switch outlives a reload", async () => {
    const [app, backsoon] = await startBoth();
    const flags = temporaryFolder();
    const recipe = recipes[1] as (typeof recipes)[number];
    const url = await startByRecipe(recipe, { app: app.port, services: [backsoon.url], flags });
    const reload = async () => {
      const before = await worker(flags);
      const [, parent] = /^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${before}/status`, "utf8")) ?? [];
      // Until the process that reloads answers, it drops the signal.
      const socket = join(readlinkSync(`/proc/${parent}/cwd`), "master.sock");
      const processes = () => text(connect(socket).end("show proc\n"));
      await expect.poll(processes, patient).toContain(`${before}`);
      process.kill(Number(parent), "SIGUSR2");
      await expect.poll(() => worker(flags).catch(() => before), patient).not.toBe(before);
    };
    await turn(recipe, flags, "on");
    await reload();
    expect(await whoHas(url)).toBe("Backsoon");
    await turn(recipe, flags, "off");
    await reload();
    expect(await whoHas(url)).toBe("app");
  });
});
