import { once } from "node:events";
import { readdirSync } from "node:fs";
import { request } from "node:http";
import { json } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { unreadTimeoutMs } from "../../../api/http/request-body.ts";
import { freePort } from "../../../scripts/bench/harness.ts";
import { halfOpen, open, until } from "../../support/network/sockets.ts";
import { patient } from "../../support/patient.ts";
import { readMetrics, type Service, sharedService, startService } from "../../support/service/service.ts";

const port = await freePort();
const running = sharedService({ METRICS_PORT: String(port) });

describe("a client that sends a body", () => {
  const head = "POST /upload HTTP/1.1\r\nHost: a\r\n";

  it("of any size is a visitor who gets the notice, on the same connection the next one, too", async () => {
    const service = running();
    const deep = "[".repeat(60_000) + "]".repeat(60_000);
    for (const body of [deep, "x".repeat(1_000_000), '{"a":']) {
      const headers = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
      const next = "GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
      const answer = await until(await open(service.url), `${head}${headers}\r\n${body}${next}`);
      expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 503", "HTTP/1.1 503"]);
    }
  });

  it("of more than 64 KiB to an endpoint of ours is refused", async () => {
    const { url } = running();
    for (const path of ["/api/notice", "/api/notice/schema", "/.backsoon/healthz", "/.backsoon/readyz"]) {
      const status = async (bytes: number) => {
        const socket = request(url + path, { method: "GET", headers: { "Content-Length": bytes } });
        socket.on("error", () => {});
        socket.end("x".repeat(bytes));
        const [response] = await once(socket, "response");
        return [response.statusCode, (await json(response)) as { detail?: string }] as const;
      };
      expect((await status(64 * 1024))[0]).toBe(200);
      const [code, problem] = await status(64 * 1024 + 1);
      expect([code, problem.detail]).toEqual([
        413,
        "The request body is larger than 64 KiB, and this service does not read bodies: send the request without one.",
      ]);
    }
  });
});

describe("headers of more than 32 KiB get the notice nevertheless, with their status:", () => {
  it.each([
    ["a long one", `Cookie: ${"x".repeat(33 * 1024)}\r\n`],
    ["many of them", "X-Many: abcdefghijkl\r\n".repeat(2000)],
  ])("%s", async (_name, headers) => {
    const { url } = running();
    const answer = await until(await open(url), `GET / HTTP/1.1\r\nHost: a\r\n${headers}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 431 Request Header Fields Too Large\r\n/);
    for (const header of ["content-type: text/html", "cache-control: no-store", "content-language: en"])
      expect(answer.toLowerCase()).toContain(`\r\n${header}`);
    expect(answer).toMatch(/\r\nmaintenance-notice: 1\r\n/i);
    expect(answer).toMatch(/\r\nretry-after: \d+\r\n/i);
    expect(answer).toContain(">Under Maintenance</h1>");
    expect((await fetch(url)).status).toBe(503);
  });

  it("are told of once, in however many packets they come", async () => {
    const counted = async () =>
      Number(/\{format="html",language="en",status="4xx"\} (\d+)\n/.exec(await readMetrics(port))?.[1] ?? 0);
    const before = await counted();
    const socket = await open(running().url);
    const answered = once(socket, "data");
    socket.write(`GET / HTTP/1.1\r\nHost: a\r\nCookie: ${"x".repeat(40_000)}`);
    await answered;
    const more = () => new Promise<void>((resolve) => socket.write("x".repeat(1000), () => resolve()));
    for (let packet = 0; packet < 20; packet += 1) await more();
    await once(socket, "close");
    expect((await counted()) - before).toBe(1);
  });

  it("up to which they are read", async () => {
    const headers = `Host: a\r\nConnection: close\r\nCookie: ${"x".repeat(31 * 1024)}\r\n`;
    const answer = await until(await open(running().url), `GET / HTTP/1.1\r\n${headers}\r\n`);
    expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  });
});

describe("a client that does not let go", () => {
  const tunnel = "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n";
  const openFiles = ({ pid }: Service) => readdirSync(`/proc/${pid}/fd`).length;

  it("after CONNECT is let go of, so that it leaves others their place", async () => {
    const service = running();
    const before = openFiles(service);
    for (let index = 0; index < 50; index += 1) {
      const socket = await halfOpen(service.url);
      socket.write(tunnel);
      expect(String((await once(socket, "data"))[0])).toMatch(/^HTTP\/1\.1 503 /);
    }
    await expect.poll(() => openFiles(service), patient).toBeLessThan(before + 5);
  });

  it("after CONNECT, or of the metrics, does not keep the service from ending", async () => {
    const port = await freePort();
    const service = await startService({ METRICS_PORT: String(port) });
    const socket = await halfOpen(service.url);
    socket.write(tunnel);
    await once(socket, "data");
    const answer = until(await open(`http://127.0.0.1:${port}`), "GET /metrics HTTP/1.1\r\nHost: a\r\n");
    const started = performance.now();
    expect(await service.ended("SIGTERM")).toBe(0);
    // It has not waited until the silence was long enough to cut it off.
    expect(performance.now() - started).toBeLessThan(unreadTimeoutMs);
    // At the time-out it would have been told so, with status 408.
    expect(await answer).toBe("");
  });
});

describe("requests", () => {
  it("with thousands of headers are seen whole", async () => {
    const service = running();
    const many = "a:b\r\n".repeat(2500);
    const host = "Host: a\r\n";
    const two = await until(
      await open(service.url),
      `GET / HTTP/1.1\r\n${host}${many}${host}Connection: close\r\n\r\n`,
    );
    expect(two).toMatch(/^HTTP\/1\.1 400 /);
    const body = `POST / HTTP/1.1\r\n${many}${host}Transfer-Encoding: chunked\r\n\r\nno size\r\n`;
    const broken = await until(await open(service.url), body);
    expect(broken.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 503"]);
  });
});
