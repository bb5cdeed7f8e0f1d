import { once } from "node:events";
import { request, STATUS_CODES } from "node:http";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { exchange } from "../support/network/http.ts";
import { sharedService } from "../support/service/service.ts";

const running = sharedService();
const close = "Host: shop.example\r\nConnection: close\r\n\r\n";

describe("an odd request gets the notice over a real socket:", () => {
  it.each([
    ["a path of slashes", `GET // HTTP/1.1\r\n${close}`],
    ["a path that cannot be decoded", `GET /%E0%A4%A HTTP/1.1\r\n${close}`],
    ["a path with NUL", `GET /%00 HTTP/1.1\r\n${close}`],
    ["a path of 15 KiB", `GET /${"x".repeat(15 * 1024)} HTTP/1.1\r\n${close}`],
    ["a path that climbs", `GET /../../etc/passwd HTTP/1.1\r\n${close}`],
    ["the absolute form", `GET http://shop.example/cart HTTP/1.1\r\n${close}`],
    ["the asterisk form", `OPTIONS * HTTP/1.1\r\n${close}`],
    ["a query alone", `GET /?x[]=1&x[__proto__]=2 HTTP/1.1\r\n${close}`],
    ["an authority to connect to", "CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example:443\r\n\r\n"],
    ["a version to accept", `GET /x HTTP/1.1\r\nAccept-Version: 9\r\n${close}`],
    [
      "a websocket",
      "GET /live HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    ],
    [
      "HTTP/2 without asking",
      "GET / HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings, close\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAAP__\r\n\r\n",
    ],
    [
      "a form",
      `POST /order HTTP/1.1\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 3\r\n${close}a=1`,
    ],
    [
      "a body in pieces",
      `POST /order HTTP/1.1\r\nTransfer-Encoding: chunked\r\n${close}3\r\na=1\r\n0\r\n\r\n`,
    ],
  ])("%s", async (_name, request) => {
    const { url } = running();
    const answer = await exchange(url, request);
    expect(answer).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
    expect(answer).toMatch(/\r\nretry-after: [1-9]\d*\r\n/i);
    expect(answer).toMatch(/\r\nmaintenance-notice: 1\r\n/i);
    expect(answer).toContain("Under Maintenance");
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect((await fetch(url)).status).toBe(503);
  });

  it("and whoever connects and hangs up at once does no harm", async () => {
    const { url } = running();
    for (let index = 0; index < 200; index += 1) {
      const socket = connect(Number(new URL(url).port), "127.0.0.1");
      socket.on("error", () => {});
      await once(socket, "connect");
      socket.write("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n");
      if (index % 3 === 1) await new Promise(setImmediate);
      if (index % 3 === 2) await new Promise((resolve) => setTimeout(resolve, 1));
      socket.resetAndDestroy();
    }
    expect((await fetch(url)).status).toBe(503);
  });

  it("and one in the absolute form to an endpoint of ours has its answer", async () => {
    const { url } = running();
    const answer = await exchange(url, `GET http://shop.example/.backsoon/readyz?x HTTP/1.1\r\n${close}`);
    expect(answer).toMatch(/^HTTP\/1\.1 200 .*"ready"/s);
  });

  it("many on one connection, in their order", async () => {
    const { url } = running();
    const requests = ["/a", "/api/notice", "/%", "/b"].map(
      (path) => `GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`,
    );
    const answer = await exchange(url, `${requests.join("")}GET /.backsoon/healthz HTTP/1.1\r\n${close}`);
    expect([...answer.matchAll(/HTTP\/1\.1 (\d+)/g)].map(([, status]) => status)).toEqual([
      "503",
      "200",
      "503",
      "503",
      "200",
    ]);
  });
});

describe("a request", () => {
  it("that expects what nobody knows is answered", async () => {
    const { url } = running();
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
  ])("with %s is refused with a problem detail and the marker", async (_name, request, status, detail) => {
    const { url } = running();
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

  it("of HTTP/1.0 is taken without a Host header", async () => {
    const { url } = running();
    expect(await exchange(url, "GET / HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 503 /);
  });

  it("whose method Fastify has no route for is answered", async () => {
    const { url } = running();
    for (const method of ["PURGE", "LINK", "M-SEARCH", "TRACE", "OPTIONS"]) {
      const sent = request(url, { method }).end();
      const [response] = await once(sent, "response");
      response.resume();
      expect([method, response.statusCode]).toEqual([method, 503]);
    }
  });
});
