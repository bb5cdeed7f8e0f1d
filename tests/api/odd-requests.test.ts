import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { exchange } from "../support/network/http.ts";
import { open } from "../support/network/sockets.ts";
import { sharedHere } from "../support/service/service-here.ts";

const running = sharedHere();
const close = "Host: shop.example\r\nConnection: close\r\n\r\n";

/** The reply to bytes on a connection of their own; the service must go on. */
async function replyTo(bytes: string | Buffer): Promise<string> {
  const { url } = running();
  const answer = await exchange(url, bytes);
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  expect(answer).toMatch(/\r\nmaintenance-notice: 1\r\n/i);
  expect((await fetch(url)).status).toBe(503);
  return answer;
}

describe("The notice", () => {
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
    ["a method that Fastify does not know", `M-SEARCH / HTTP/1.1\r\n${close}`],
    ["TRACE", `TRACE / HTTP/1.1\r\n${close}`],
    ["the absolute form", `GET http://shop.example/cart HTTP/1.1\r\n${close}`],
    ["the asterisk form", `OPTIONS * HTTP/1.1\r\n${close}`],
    ["an authority to connect to", "CONNECT shop.example:443 HTTP/1.1\r\nHost: shop.example:443\r\n\r\n"],
    ["a version to accept", `GET /x HTTP/1.1\r\nAccept-Version: 9\r\n${close}`],
    ["a websocket", `GET / HTTP/1.1\r\nUpgrade: websocket\r\n${close.replace("close", "upgrade, close")}`],
    ["a body in pieces", `POST /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n${close}3\r\na=1\r\n0\r\n\r\n`],
    ["an unknown Expect", `POST / HTTP/1.1\r\nExpect: a-miracle\r\n${close}`],
    ["HTTP/1.0 without a Host header", "GET / HTTP/1.0\r\n\r\n"],
  ])("answers a request with %s", async (_name, request) => {
    const answer = await replyTo(request);
    expect(answer).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
    expect(answer).toMatch(/\r\nretry-after: [1-9]\d*\r\n/i);
    expect(answer).toContain("Under Maintenance");
  });

  it("is there for others when clients hang up at once", async () => {
    const { url } = running();
    for (let index = 0; index < 60; index += 1) {
      const socket = await open(url);
      socket.write("CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n");
      if (index % 3 === 1) await new Promise(setImmediate);
      if (index % 3 === 2) await new Promise((resolve) => setTimeout(resolve, 1));
      const closed = once(socket, "close");
      socket.resetAndDestroy();
      await closed;
    }
    expect((await fetch(url)).status).toBe(503);
  });
});

describe("A problem detail with the marker", () => {
  const invalid = "The request is not valid HTTP/1.1: correct it.";
  it.each<[string, string | Buffer, string]>([
    ["two Host headers", `GET / HTTP/1.1\r\nHost: a\r\n${close}`, "more than one Host header: send one."],
    ["no Host header", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n", "has no Host header: send one."],
    ["an unknown method and two hosts", `FOO / HTTP/1.1\r\nHost: a\r\n${close}`, "more than one Host header"],
    ["a blank in its path", "GET /a b HTTP/1.1\r\nHost: a\r\n", invalid],
    ["a method that is no token", "F(O / HTTP/1.1\r\nHost: a\r\n", invalid],
    ["the PROXY protocol", "PROXY TCP4 192.0.2.1 192.0.2.2 5 80\r\nGET / HTTP/1.1\r\nHost: a\r\n", invalid],
    [
      "version 2 of it",
      "\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0cabcdefghijklGET / HTTP/1.1\r\nHost: a\r\n",
      invalid,
    ],
    [
      "a length and chunks",
      `PUT / HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n${close}`,
      invalid,
    ],
    ["lines that end in LF", "GET / HTTP/1.1\nHost: a\n", invalid],
    ["a header in two lines", "GET / HTTP/1.1\r\nHost: a\r\nX-Fold: a\r\n b\r\n", invalid],
    ["HTTP/2 at once", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", invalid],
    ["TLS", Buffer.from(`\x16\x03\x01\0\xc4\x01\0FOO / HTTP/1.1\n${"\xab".repeat(99)}`, "latin1"), invalid],
  ])("refuses a request with %s", async (_name, bytes, detail) => {
    const answer = await replyTo(Buffer.concat([Buffer.from(bytes), Buffer.from("\r\n\r\n")]));
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/\r\ncontent-type: application\/problem\+json\r\n/i);
    expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toEqual({
      type: "about:blank",
      title: "Bad Request",
      status: 400,
      detail: expect.stringContaining(detail),
    });
  });
});
