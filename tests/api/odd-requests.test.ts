import { once } from "node:events";
import { request } from "node:http";
import { connect } from "node:net";
import { describe, expect, it } from "vitest";
import { exchange } from "../support/network/http.ts";
import { sharedHere } from "../support/service/service-here.ts";

const running = sharedHere();
const close = "Host: shop.example\r\nConnection: close\r\n\r\n";

describe("An odd request", () => {
  it.each([
    ["a path that cannot be decoded", `GET /%E0%A4%A HTTP/1.1\r\n${close}`],
    ["a path in UTF-8", `GET /à/münchen HTTP/1.1\r\n${close}`],
    ["a query in UTF-8", `GET /search?q=münchen&à=日本 HTTP/1.1\r\n${close}`],
    ["a path in Latin-1", Buffer.from(`GET /caf\xe9/\xa0 HTTP/1.1\r\n${close}`, "latin1")],
    ["a host in UTF-8", `GET http://münchen.example/ HTTP/1.1\r\n${close}`],
    ["a path without a slash", `GET cart HTTP/1.1\r\n${close}`],
    ["a path with a control character", `GET /a\x01b HTTP/1.1\r\n${close}`],
    ["an unknown method", `FOO /cart HTTP/1.1\r\n${close}`],
    ["a method with signs", `X-!#$%&'*+.^_\`|~ /cart HTTP/1.1\r\n${close}`],
    ["an unknown method of HTTP/1.0", "FOO /cart HTTP/1.0\r\n\r\n"],
    ["an unknown method after an empty line", `\r\nFOO /cart HTTP/1.1\r\n${close}`],
    ["an unknown method in lines that end in LF", `FOO /cart HTTP/1.1\n${close.replaceAll("\r", "")}`],
    ["the absolute form", `GET http://shop.example/cart HTTP/1.1\r\n${close}`],
    ["the asterisk form", `OPTIONS * HTTP/1.1\r\n${close}`],
    ["an authority to connect to", "CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example:443\r\n\r\n"],
    ["a version to accept", `GET /x HTTP/1.1\r\nAccept-Version: 9\r\n${close}`],
    [
      "a websocket",
      "GET /live HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
    ],
    ["a body in pieces", `POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n${close}3\r\na=1\r\n0\r\n\r\n`],
  ])("gets the notice over a real socket: %s", async (_name, request) => {
    const { url } = running();
    const answer = await exchange(url, request);
    expect(answer).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
    expect(answer).toMatch(/\r\nretry-after: [1-9]\d*\r\n/i);
    expect(answer).toMatch(/\r\nmaintenance-notice: 1\r\n/i);
    expect(answer).toContain("Under Maintenance");
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
    expect((await fetch(url)).status).toBe(503);
  });

  it("does no harm if its client hangs up at once", async () => {
    const { url } = running();
    for (let index = 0; index < 60; index += 1) {
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
});

function expectRefused(answer: string, detail: string): void {
  expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
  expect(answer).toMatch(/\r\ncontent-type: application\/problem\+json\r\n/i);
  expect(answer).toMatch(/\r\nmaintenance-notice: 1\r\n/i);
  expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toEqual({
    type: "about:blank",
    title: "Bad Request",
    status: 400,
    detail: expect.stringContaining(detail),
  });
}

describe("A request", () => {
  it("gets the notice with an unknown Expect", async () => {
    const { url } = running();
    const expecting = "POST / HTTP/1.1\r\nHost: a\r\nConnection: close\r\nExpect: a-miracle\r\n\r\n";
    expect(await exchange(url, expecting)).toMatch(/^HTTP\/1\.1 503 /);
  });

  it.each([
    ["two Host headers", "GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n", "more than one Host header: send one."],
    ["no Host header", "GET / HTTP/1.1\r\n", "The request has no Host header: send one."],
    ["two Hosts, unknown method", "FOO / HTTP/1.1\r\nHost: a\r\nHost: b\r\n", "more than one Host header"],
  ])("is refused with a problem detail and the marker: %s", async (_name, request, detail) => {
    const { url } = running();
    expectRefused(await exchange(url, `${request}Connection: close\r\n\r\n`), detail);
    expect((await fetch(url)).status).toBe(503);
  });

  it.each<[string, string | Buffer]>([
    ["a blank in its path", "GET /a b HTTP/1.1\r\nHost: a\r\n"],
    ["a method that is no token", "F(O / HTTP/1.1\r\nHost: a\r\n"],
    ["the PROXY protocol before it", "PROXY TCP4 192.0.2.1 192.0.2.2 5 80\r\nGET / HTTP/1.1\r\nHost: a\r\n"],
    [
      "the PROXY protocol before it, version 2",
      "\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0cabcdefghijklGET / HTTP/1.1\r\nHost: a\r\n",
    ],
    [
      "a length and chunks",
      "PUT / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n",
    ],
    ["lines that end in LF", "GET / HTTP/1.1\nHost: a\n"],
    ["a header in two lines", "GET / HTTP/1.1\r\nHost: a\r\nX-Fold: a\r\n b\r\n"],
    ["HTTP/2 at once", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"],
    [
      "TLS",
      Buffer.from(
        "\x16\x03\x01\x00\xc4\x01\x00\x00\xc0\x03\x03FOO / HTTP/1.1\n".padEnd(200, "\xab"),
        "latin1",
      ),
    ],
  ])("is refused as invalid HTTP: %s", async (_name, bytes) => {
    const { url } = running();
    const answer = await exchange(url, Buffer.concat([Buffer.from(bytes), Buffer.from("\r\n\r\n")]));
    expectRefused(answer, "The request is not valid HTTP/1.1: correct it.");
    expect((await fetch(url)).status).toBe(503);
  });

  it("gets the notice in HTTP/1.0 without a Host header", async () => {
    const { url } = running();
    expect(await exchange(url, "GET / HTTP/1.0\r\n\r\n")).toMatch(/^HTTP\/1\.1 503 /);
  });

  it("gets the notice if Fastify has no route for its method", async () => {
    const { url } = running();
    for (const method of ["PURGE", "LINK", "M-SEARCH", "TRACE", "OPTIONS"]) {
      const sent = request(url, { method }).end();
      const [response] = await once(sent, "response");
      response.resume();
      expect([method, response.statusCode]).toEqual([method, 503]);
    }
  });
});
