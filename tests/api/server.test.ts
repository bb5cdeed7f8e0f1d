import { once } from "node:events";
import { cpSync, existsSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer, request, STATUS_CODES } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { readBuild } from "../../api/assets/build.ts";
import { noticeProcess } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { type ServiceOptions, startService } from "../support/service.ts";

/** What the service says when it does not start. */
async function refusal(settings: Record<string, string>, options?: ServiceOptions): Promise<string> {
  const failed = await startService(settings, options).then(
    () => "it started",
    (error: Error) => error.message,
  );
  const [, sentence] = /^The service ended with 1: (.*)$/s.exec(failed) ?? [];
  return sentence ?? `not exit code 1: ${failed}`;
}

/** Sends bytes and gives everything that comes back until the server closes. */
async function exchange(url: string, bytes: string): Promise<string> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.write(bytes);
  return text(socket);
}

describe("a start that cannot be is one sentence and exit code 1:", () => {
  it("a port in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void other.close());
    await once(other, "listening");
    const PORT = String((other.address() as AddressInfo).port);
    expect(await refusal({ PORT })).toBe(
      `Cannot listen on 127.0.0.1:${PORT} (another program is listening there): free that address, or set HOST and PORT to another.\n`,
    );
  });

  it("an address that is not ours", async () => {
    expect(await refusal({ HOST: "192.0.2.1" })).toMatch(
      /^Cannot listen on 192\.0\.2\.1:0 \(this machine does not have/,
    );
  });

  it("a wrong setting", async () => {
    expect(await refusal({ PORT: "http" })).toBe(
      'PORT must be a whole number from 0 to 65535, not "http": correct it in the environment or in .env.\n',
    );
  });

  it("a payment key that is none for the public, which is not shown", async () => {
    const secret = "sk_live_51Backsoon";
    expect(await refusal({ STRIPE_PUBLISHABLE_KEY: secret })).toBe(
      "STRIPE_PUBLISHABLE_KEY must be a publishable key (pk_live_ or pk_test_, followed only by letters and digits): correct it in the environment or in .env.\n",
    );
  });
});

describe("a service", () => {
  it("creates its store, says where it listens, and loses nothing on the next start", async () => {
    const DATABASE = join(temporaryFolder(), "var", "notice.db");
    const first = await startService({ DATABASE });
    expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(first.url)).status).toBe(503);
    await noticeProcess(first.env, ["set", "--title", "Kept"]);
    expect(await first.ended("SIGTERM")).toBe(0);
    const second = await startService({ DATABASE });
    expect(await (await fetch(`${second.url}/api/notice`)).json()).toMatchObject({ title: "Kept" });
    expect((await noticeProcess(second.env, ["history", "--json"])).stdout.match(/"revision"/g)).toHaveLength(
      2,
    );
  });

  it("shows what `set` has acknowledged with the very next request, 20 times of 20", async () => {
    const { url, env } = await startService();
    for (let round = 1; round <= 20; round += 1) {
      expect((await noticeProcess(env, ["set", "--message", `Round ${round}.`])).code).toBe(0);
      const [page, document] = await Promise.all([fetch(url), fetch(`${url}/api/notice`)]);
      expect(await page.text()).toContain(`>Round ${round}.</p>`);
      expect(await document.json()).toMatchObject({ message: `Round ${round}.` });
    }
  });

  it("keeps the last known good notice beside the store, and starts a lost store from it", async () => {
    const DATABASE = join(temporaryFolder(), "notice.db");
    const first = await startService({ DATABASE });
    await noticeProcess(first.env, ["set", "--title", "Known"]);
    await fetch(first.url);
    const known = `${DATABASE}.last-known-good.json`;
    await expect.poll(() => existsSync(known) && readFileSync(known, "utf8")).toContain('"title": "Known"');
    await first.ended("SIGKILL");
    for (const suffix of ["", "-wal", "-shm"]) rmSync(DATABASE + suffix, { force: true });
    const second = await startService({ DATABASE });
    expect(await (await fetch(`${second.url}/api/notice`)).json()).toMatchObject({ title: "Known" });
    expect((await fetch(`${second.url}/api/notice`)).headers.get("etag")).toBe('"3"');
  });

  it("stays ready while its store is away, and shows the next change as soon as there is one", async () => {
    const { url, env, database, output, ended } = await startService();
    const health = async () => (await (await fetch(`${url}/readyz`)).json()) as { store: string };
    expect(await health()).toMatchObject({ status: "ready", store: "up", revision: 1 });
    for (const suffix of ["", "-wal", "-shm"]) rmSync(database + suffix, { force: true });
    for (let request = 0; request < 50; request += 1) expect((await fetch(url)).status).toBe(503);
    expect(await health()).toMatchObject({ status: "ready", store: "down", revision: 1 });
    await noticeProcess(env, ["init"]);
    await noticeProcess(env, ["set", "--title", "Again"]);
    expect(await (await fetch(`${url}/api/notice`)).json()).toMatchObject({ title: "Again" });
    expect(await health()).toMatchObject({ status: "ready", store: "up", revision: 3 });
    await ended("SIGTERM");
    expect(output().stdout.match(/The store is down/g)).toHaveLength(1);
    expect(output().stdout.match(/The store is up again/g)).toHaveLength(1);
  });

  it("logs JSON lines", async () => {
    const service = await startService();
    await fetch(service.url);
    await service.ended("SIGTERM");
    const { stdout, stderr } = service.output();
    expect(stderr).toBe(`Backsoon is ready: ${service.url}\n`);
    for (const line of stdout.trim().split("\n")) expect(JSON.parse(line)).toHaveProperty("msg");
    expect(stdout).toContain(service.url);
  });

  it("ends on SIGTERM within 5 seconds, with code 0, also with a client that never finishes", async () => {
    const service = await startService();
    const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
    socket.on("error", () => {});
    onTestFinished(() => void socket.destroy());
    socket.write("POST / HTTP/1.1\r\nHost: a\r\nContent-Le");
    await once(socket, "connect");
    const started = performance.now();
    expect(await service.ended("SIGTERM")).toBe(0);
    expect(performance.now() - started).toBeLessThan(5000);
  });

  it("goes on to its end when it is told to stop again", async () => {
    const service = await startService();
    const ended = service.ended("SIGTERM");
    process.kill(service.pid, "SIGTERM");
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(503);
    process.kill(service.pid, "SIGTERM");
    expect((await fetch(`${service.url}/x`)).status).toBe(503);
    expect(await ended).toBe(0);
  });

  it("is no longer ready first, and finishes every request that is under way", async () => {
    const service = await startService();
    const answers: Promise<number>[] = [];
    const ask = async () => {
      const response = await fetch(`${service.url}/x`);
      await response.text();
      return response.status;
    };
    for (let index = 0; index < 50; index += 1) answers.push(ask());
    const ended = service.ended("SIGTERM");
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(503);
    for (let index = 0; index < 50; index += 1) answers.push(ask());
    expect(new Set(await Promise.all(answers))).toEqual(new Set([503]));
    expect(await ended).toBe(0);
  });

  it("asks those whose connection stays open to take another one, once it is told to stop", async () => {
    const service = await startService();
    const socket = connect(Number(new URL(service.url).port), "127.0.0.1");
    onTestFinished(() => void socket.destroy());
    for (const path of ["/x", "/readyz"]) {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      expect(String((await once(socket, "data"))[0])).toMatch(/\r\nConnection: keep-alive\r\n/i);
    }
    const ended = service.ended("SIGTERM");
    await expect.poll(async () => (await fetch(`${service.url}/readyz`)).status).toBe(503);
    socket.write("GET /x HTTP/1.1\r\nHost: a\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 503 .*\r\nConnection: close\r\n/is);
    expect(await ended).toBe(0);
  });

  it("answers at once whoever waits to send a body", async () => {
    const { url } = await startService();
    const answer = await exchange(
      url,
      "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\n",
    );
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    const odd = await exchange(
      url,
      "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: a-miracle\r\n\r\n",
    );
    expect(odd).toMatch(/^HTTP\/1\.1 503 /);
  });

  it.each([
    [
      "two Host headers",
      "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n",
      400,
      "more than one Host header: send one.",
    ],
    ["no Host header", "GET / HTTP/1.1\r\n", 400, "The request has no Host header: send one."],
    [
      "headers of 17 KiB",
      `GET / HTTP/1.1\r\nHost: a\r\nCookie: ${"x".repeat(17_000)}\r\n`,
      431,
      "larger than 16 KiB",
    ],
    [
      "a method that is none",
      "FOO / HTTP/1.1\r\nHost: a\r\n",
      400,
      "The request is not valid HTTP/1.1: correct it.",
    ],
    [
      "a path that is not ASCII",
      "GET /\u00ff HTTP/1.1\r\nHost: a\r\n",
      400,
      "The request is not valid HTTP/1.1",
    ],
  ])("refuses %s with a problem detail and the marker", async (_name, request, status, detail) => {
    const { url } = await startService();
    const answer = await exchange(url, `${request}Connection: close\r\n\r\n`);
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `));
    expect(answer).toMatch(/\r\ncontent-type: application\/problem\+json\r\n/i);
    expect(answer).toMatch(/\r\nmaintenance-notice: 1\r\n/i);
    const problem = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")));
    expect(problem).toEqual({
      type: "about:blank",
      title: STATUS_CODES[status],
      status,
      detail: expect.stringContaining(detail),
    });
    expect((await fetch(url)).status).toBe(503);
  });

  it("takes a request of HTTP/1.0 without a Host header", async () => {
    const { url } = await startService();
    expect(await exchange(url, "GET / HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 503 /);
  });

  it("answers methods that Fastify has no route for", async () => {
    const { url } = await startService();
    for (const method of ["PURGE", "LINK", "M-SEARCH", "TRACE", "OPTIONS"]) {
      const sent = request(url, { method }).end();
      const [response] = await once(sent, "response");
      response.resume();
      expect([method, response.statusCode]).toEqual([method, 503]);
    }
  });
});

describe("a build that is missing is named", () => {
  it.each(["index.html", "assets"])("when %s is not there", (missing) => {
    const build = temporaryFolder();
    cpSync("dist/web", build, { recursive: true });
    expect(readBuild(build).assets).toHaveLength(2);
    rmSync(join(build, missing), { recursive: true });
    expect(() => readBuild(build)).toThrow(
      `The page is not built (${join(build, missing)} is missing): run \`npm run build\`.`,
    );
  });

  it("when the page is empty", () => {
    const build = temporaryFolder();
    cpSync("dist/web", build, { recursive: true });
    writeFileSync(join(build, "index.html"), "");
    expect(() => readBuild(build)).toThrow(`The page is not built (${join(build, "index.html")} is missing)`);
  });

  it("at the start, which ends with exit code 1 and has not touched the store", async () => {
    const root = temporaryFolder();
    cpSync("dist/node", join(root, "dist", "node"), { recursive: true });
    cpSync("package.json", join(root, "package.json"));
    symlinkSync(resolve("node_modules"), join(root, "node_modules"));
    const DATABASE = join(root, "notice.db");
    expect(await refusal({ DATABASE }, { root })).toBe(
      `The page is not built (${join(root, "dist", "web", "index.html")} is missing): run \`npm run build\`.\n`,
    );
    expect(existsSync(DATABASE)).toBe(false);
  });
});
