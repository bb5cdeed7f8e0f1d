import { once } from "node:events";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer, request } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { notice } from "./support/command.ts";
import { temporaryFolder } from "./support/folder.ts";
import { startService } from "./support/service.ts";

/** What the service says when it does not start. */
async function refusal(settings: Record<string, string>): Promise<string> {
  const failed = await startService(settings).then(
    () => "it started",
    (error: Error) => error.message,
  );
  return failed.replace(/^The service ended with 1: /, "");
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
      `Cannot listen on 127.0.0.1:${PORT} (another program listens there): free that address, or set HOST and PORT to another.\n`,
    );
  });

  it("an address that is not ours", async () => {
    expect(await refusal({ HOST: "192.0.2.1" })).toMatch(
      /^Cannot listen on 192\.0\.2\.1:0 \(this machine does not have/,
    );
  });

  it("a folder that cannot be written", async () => {
    const file = join(temporaryFolder(), "file");
    writeFileSync(file, "");
    expect(await refusal({ DATABASE: join(file, "notice.db") })).toMatch(
      /^The notice store .* cannot be used \(its folder cannot be made: (ENOTDIR|EEXIST)\): see that its folder exists.*\n$/,
    );
  });

  it("a folder where the store should be", async () => {
    expect(await refusal({ DATABASE: temporaryFolder() })).toMatch(
      /^The notice store .* cannot be used .*\n$/,
    );
  });

  it("a wrong setting", async () => {
    expect(await refusal({ PORT: "http" })).toBe(
      'PORT must be a whole number from 0 to 65535, not "http": correct it in the environment or in .env.\n',
    );
  });

  it("a file that is no store", async () => {
    const DATABASE = join(temporaryFolder(), "notice.db");
    writeFileSync(DATABASE, "hello ".repeat(1000));
    expect(await refusal({ DATABASE })).toMatch(
      /is not a notice store \(it is no SQLite file\): set DATABASE/,
    );
    expect(readFileSync(DATABASE, "utf8")).toBe("hello ".repeat(1000));
  });
});

describe("a service", () => {
  it("creates its store, says where it listens, and loses nothing on the next start", async () => {
    const DATABASE = join(temporaryFolder(), "var", "notice.db");
    const first = await startService({ DATABASE });
    expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(first.url)).status).toBe(503);
    await notice(first.env, ["set", "--title", "Kept"]);
    expect(await first.ended("SIGTERM")).toBe(0);
    const second = await startService({ DATABASE });
    expect(await (await fetch(`${second.url}/api/notice`)).json()).toMatchObject({ title: "Kept" });
    expect((await notice(second.env, ["history", "--json"])).stdout.match(/"revision"/g)).toHaveLength(2);
  });

  it("shows what `set` has acknowledged with the very next request, 20 times of 20", async () => {
    const { url, env } = await startService();
    for (let round = 1; round <= 20; round += 1) {
      expect((await notice(env, ["set", "--message", `Round ${round}.`])).code).toBe(0);
      const [page, document] = await Promise.all([fetch(url), fetch(`${url}/api/notice`)]);
      expect(await page.text()).toContain(`>Round ${round}.</p>`);
      expect(await document.json()).toMatchObject({ message: `Round ${round}.` });
    }
  });

  it("keeps the last known good notice beside the store, and starts a lost store from it", async () => {
    const folder = temporaryFolder();
    const DATABASE = join(folder, "notice.db");
    const first = await startService({ DATABASE });
    await notice(first.env, ["set", "--title", "Known"]);
    await fetch(first.url);
    const known = `${DATABASE}.last-known-good.json`;
    await expect.poll(() => existsSync(known) && readFileSync(known, "utf8")).toContain('"title": "Known"');
    await first.ended("SIGKILL");
    const second = await startService({ DATABASE: join(folder, "notice.db") });
    expect(await (await fetch(`${second.url}/api/notice`)).json()).toMatchObject({ title: "Known" });
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

  it("refuses two Host headers with a problem detail", async () => {
    const { url } = await startService();
    const answer = await exchange(url, "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\nConnection: close\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toMatch(/\r\ncontent-type: application\/problem\+json\r\n/i);
    expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toEqual({
      type: "about:blank",
      title: "Bad Request",
      status: 400,
      detail: "The request has more than one Host header: send one.",
    });
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

describe("a build that is missing", () => {
  it("is named at the start", async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, "empty"));
    const { readBuild } = await import("../api/assets.ts");
    expect(() => readBuild(join(root, "empty"))).toThrow(
      /^The page is not built \(.*index\.html is missing\): run `npm run build`\.$/,
    );
  });
});
