import { once } from "node:events";
import { readdirSync } from "node:fs";
import { request } from "node:http";
import { describe, expect, it } from "vitest";
import { freePort } from "../../../scripts/bench/harness.ts";
import { halfOpen, open, until } from "../../support/network/sockets.ts";
import { patient } from "../../support/patient.ts";
import { readMetrics, type Service, sharedService, startService } from "../../support/service/service.ts";

const port = await freePort();
const running = sharedService({ METRICS_PORT: String(port) });

describe("A request body", () => {
  it("is discarded, and the next request on the connection gets the notice", async () => {
    const head = "POST /upload HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n";
    const next = "GET /%zz HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
    const bytes = `${head}Content-Length: 1000000\r\n\r\n${"[".repeat(1_000_000)}${next}`;
    const answer = await until(await open(running().url), bytes);
    expect(answer.match(/HTTP\/1\.1 \d+/g)).toEqual(["HTTP/1.1 503", "HTTP/1.1 503"]);
  });

  it.each(["/api/notice", "/api/notice/schema", "/.backsoon/healthz", "/.backsoon/readyz"])(
    "of more than 64 KiB is refused by %s",
    async (path) => {
      const status = async (bytes: number): Promise<number> => {
        const sent = request(running().url + path, { headers: { "Content-Length": bytes } });
        sent.on("error", () => {}).end("x".repeat(bytes));
        const [response] = await once(sent, "response");
        return response.resume().statusCode;
      };
      expect([await status(64 * 1024), await status(64 * 1024 + 1)]).toEqual([200, 413]);
    },
  );
});

describe("A request head of more than 32 KiB", () => {
  it.each([
    ["one long header", `Cookie: ${"x".repeat(33 * 1024)}\r\n`],
    ["many headers", "X-Many: abcdefghijkl\r\n".repeat(2000)],
  ])("gets the notice with status 431: %s", async (_name, headers) => {
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

  it("is counted once, however many packets follow", async () => {
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
});

describe("A client that keeps its connection open after CONNECT", () => {
  const tunnel = "CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n";
  const openFiles = ({ pid }: Service) => readdirSync(`/proc/${pid}/fd`).length;

  it("is disconnected, so that others can connect", async () => {
    const service = running();
    const before = openFiles(service);
    for (let index = 0; index < 50; index += 1) {
      const socket = await halfOpen(service.url);
      socket.write(tunnel);
      expect(String((await once(socket, "data"))[0])).toMatch(/^HTTP\/1\.1 503 /);
    }
    await expect.poll(() => openFiles(service), patient).toBeLessThan(before + 5);
  });

  it("does not keep the service from ending, nor does an unfinished request for metrics", async () => {
    const port = await freePort();
    const service = await startService({ METRICS_PORT: String(port) });
    const socket = await halfOpen(service.url);
    socket.write(tunnel);
    await once(socket, "data");
    const answer = until(await open(`http://127.0.0.1:${port}`), "GET /metrics HTTP/1.1\r\nHost: a\r\n");
    expect(await service.ended("SIGTERM")).toBe(0);
    // A service that waited for the time-out would have answered 408.
    expect(await answer).toBe("");
  });
});

it("A request with 31 KiB or thousands of headers is read to its end", async () => {
  const many = "a:b\r\n".repeat(2500);
  const host = "Host: a\r\n";
  const ask = async (bytes: string) =>
    (await until(await open(running().url), bytes)).match(/HTTP\/1\.1 \d+/g);
  const long = `GET / HTTP/1.1\r\n${host}Connection: close\r\nCookie: ${"x".repeat(31 * 1024)}\r\n\r\n`;
  expect(await ask(long)).toEqual(["HTTP/1.1 503"]);
  // The second Host header is the last header.
  const two = `GET / HTTP/1.1\r\n${host}${many}${host}Connection: close\r\n\r\n`;
  expect(await ask(two)).toEqual(["HTTP/1.1 400"]);
  const broken = `POST / HTTP/1.1\r\n${many}${host}Transfer-Encoding: chunked\r\n\r\nno size\r\n`;
  expect(await ask(broken)).toEqual(["HTTP/1.1 503"]);
});
