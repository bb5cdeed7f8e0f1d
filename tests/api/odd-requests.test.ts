import { once } from "node:events";
import { describe, expect, it } from "vitest";
import { readBuild } from "../../api/http/assets.ts";
import { exchange } from "../support/network/http.ts";
import { open } from "../support/network/sockets.ts";
import { sharedHere } from "../support/service/service-here.ts";

const running = sharedHere({ METRICS_PORT: "1" });
const close = "Host: shop.example\r\nConnection: close\r\n\r\n";
const chunked = "Transfer-Encoding: chunked\r\n";

const perKind = /^backsoon_responses_total\{format="(\w+)",.*status="(\w+)"\} (\d+)$/gm;

/** Returns a function that reads how many replies the service has counted since, by format and status class. */
async function counting() {
  const before = new Map<string, number>();
  const read = async () => {
    const found = new Map<string, number>();
    for (const [, format, status, count] of (await running().readMetrics()).matchAll(perKind))
      found.set(`${format} ${status}`, (found.get(`${format} ${status}`) ?? 0) + Number(count));
    return [...found].filter(([kind, count]) => count !== before.get(kind));
  };
  for (const [kind, count] of await read()) before.set(kind, count);
  return async () =>
    Object.fromEntries((await read()).map(([kind, count]) => [kind, count - (before.get(kind) ?? 0)]));
}

/** The only reply to bytes on a connection of their own, which is counted once by its format and status class. */
async function replyTo(bytes: string | Buffer, kind: string, hasMarker = true): Promise<string> {
  const counted = await counting();
  const answer = await exchange(running().url, bytes);
  expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1);
  expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${kind.split(" ")[1]?.[0]}\\d\\d `));
  expect(/\r\nmaintenance-notice: 1\r\n/i.test(answer)).toBe(hasMarker);
  await expect.poll(counted).toEqual({ [kind]: 1 });
  return answer;
}

const send = (request: string, headers = "Host: a\r\n") => {
  const body = "[".repeat(Number(/Content-Length: (\d+)/.exec(headers)?.[1] ?? 0));
  return `${request} HTTP/1.1\r\n${headers}Connection: close\r\n\r\n${body}`;
};
const [{ path: script = "" } = {}] = readBuild("dist/web").assets;
const json = "Content-Type: application/json\r\nContent-Length: 1\r\nHost: a\r\n";
const preflight = "Host: a\r\nOrigin: https://a.example\r\nAccess-Control-Request-Method: PUT\r\n";

describe("The reply to every request", () => {
  it.each<[string, string, string, string?]>([
    ["a visitor", "text 5xx", "GET /shop"],
    ["an open page", "other 2xx", "GET /api/notice"],
    ["an open page that has the notice", "other 3xx", "GET /api/notice", "Host: a\r\nIf-None-Match: *\r\n"],
    ["the head of the document", "other 2xx", "HEAD /api/notice"],
    ["the head of the schema", "other 2xx", "HEAD /api/notice/schema"],
    ["a script with two Host headers", "other 4xx", `GET ${script}`, "Host: a\r\nHost: b\r\n"],
    ["a POST to a script", "json 5xx", `POST ${script}`, json],
    ["a health check", "other 2xx", "GET /.backsoon/healthz"],
    ["a health check in the absolute form", "other 2xx", "GET http://a/.backsoon/readyz?x"],
    ["a preflight", "other 2xx", "OPTIONS /", preflight],
    ["a large body", "other 4xx", "GET /.backsoon/readyz", "Host: a\r\nContent-Length: 70000\r\n"],
    ["large headers", "html 4xx", "GET /", `Host: a\r\nX: ${"x".repeat(40_000)}\r\n`],
  ])("has the marker and is counted once: %s", async (_name, kind, request, headers) => {
    await replyTo(send(request, headers), kind);
  });

  it.each(["GET", "HEAD"])("has no marker for a script, and is counted once: %s", async (method) => {
    await replyTo(send(`${method} ${script}`), "other 2xx", false);
  });

  it("is timed if the request is valid and has no body", async () => {
    const timed = async () =>
      Number(/^backsoon_request_duration_seconds_count (\d+)$/m.exec(await running().readMetrics())?.[1]);
    const before = await timed();
    await replyTo(send("GET /"), "text 5xx");
    await replyTo(send("GET /.backsoon/healthz"), "other 2xx");
    await replyTo(send("PUT /", `${json}Accept: application/xml\r\n`), "xml 5xx");
    await replyTo(send("NONSENSE"), "other 4xx");
    expect((await timed()) - before).toBe(2);
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
    ["its version 2", "\r\n\r\n\0\r\nQUIT\n\x21\x11\0\x0cabcdefghijklGET / HTTP/1.1\r\nHost: a\r\n", invalid],
    ["a length and chunks", `PUT / HTTP/1.1\r\nContent-Length: 3\r\n${chunked}${close}`, invalid],
    ["lines that end in LF", "GET / HTTP/1.1\nHost: a\n", invalid],
    ["a header in two lines", "GET / HTTP/1.1\r\nHost: a\r\nX-Fold: a\r\n b\r\n", invalid],
    ["HTTP/2 at once", "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", invalid],
    ["TLS", Buffer.from(`\x16\x03\x01\0\xc4\x01\0FOO / HTTP/1.1\n${"\xab".repeat(99)}`, "latin1"), invalid],
  ])("refuses a request with %s", async (_name, bytes, detail) => {
    const answer = await replyTo(Buffer.concat([Buffer.from(bytes), Buffer.from("\r\n\r\n")]), "other 4xx");
    expect(answer).toMatch(/^HTTP\/1\.1 400 Bad Request\r\n/);
    expect(answer).toMatch(/\r\ncontent-type: application\/problem\+json\r\n/i);
    const problem = { type: "about:blank", title: "Bad Request", status: 400 };
    const sent = JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")));
    expect(sent).toEqual({ ...problem, detail: expect.stringContaining(detail) });
  });
});

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
    ["a body in pieces", `POST /a HTTP/1.1\r\n${chunked}${close}3\r\na=1\r\n0\r\n\r\n`],
    ["an unknown Expect", `POST / HTTP/1.1\r\nExpect: a-miracle\r\n${close}`],
    ["HTTP/1.0 without a Host header", "GET / HTTP/1.0\r\n\r\n"],
  ])("answers a request with %s", async (_name, request) => {
    const answer = await replyTo(request, "text 5xx");
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
