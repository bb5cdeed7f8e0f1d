import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { ServerResponse } from "node:http";
import { connect } from "node:net";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { noBody } from "../../api/http/reply.ts";
import { send, writeHead } from "../../api/http/send.ts";
import { exchange } from "../support/network/http.ts";
import { listenHere, withoutTls } from "../support/network/servers.ts";
import { sharedHere } from "../support/service/service-here.ts";

/** The number of requests over one connection. */
const many = 50;

const running = sharedHere();

/** Counts how often Node builds a reply head. */
function countHeads(): () => number {
  const spy = vi.spyOn(ServerResponse.prototype, "writeHead");
  onTestFinished(() => spy.mockRestore());
  return () => spy.mock.calls.length;
}

/** Sends a request many times over one connection, one after another. The last reply closes. */
async function replies(request: string, headers = "", from = running().url) {
  const one = (connection: string) => `${request} HTTP/1.1\r\nHost: a\r\n${headers}${connection}\r\n`;
  const socket = connect(Number(new URL(from).port), "127.0.0.1").setEncoding("latin1");
  socket.write(one(""));
  const found: { head: string; body: string }[] = [];
  let received = "";
  for await (const text of socket) {
    received += text;
    const [head] = /^HTTP\/1\.1 .*?\r\n\r\n/s.exec(received) ?? [];
    if (head === undefined) continue;
    const hasBody = !request.startsWith("HEAD") && !head.startsWith("HTTP/1.1 304 ");
    const length = hasBody ? Number(/\r\nContent-Length: (\d+)\r\n/.exec(head)?.[1]) : 0;
    const body = received.slice(head.length);
    if (body.length < length) continue;
    found.push({ head, body });
    received = "";
    if (found.length < many) socket.write(one(found.length === many - 1 ? "Connection: close\r\n" : ""));
  }
  return found;
}

/** The replies without the headers that differ for each request. */
const plainReplies = async (...request: Parameters<typeof replies>) => {
  const varying = /\r\n(Date|Retry-After): [^\r]*/g;
  return (await replies(...request)).map(({ head, body }) => head.replace(varying, "\r\n$1") + body);
};

/** Expects Node to build few of many heads. It builds more when a second ends. */
async function expectFewWritten(...request: Parameters<typeof replies>): Promise<void> {
  const written = countHeads();
  const more = async () => {
    const before = written();
    await replies(...request);
    return written() - before;
  };
  await expect.poll(more).toBeLessThan(5);
}

/** A response of a Node version that writes heads in another way. */
function responseOf(writeHead: () => void, node: object = {}): ServerResponse {
  const response = { shouldKeepAlive: true, req: { httpVersionMinor: 1 }, getHeaderNames: () => [] };
  return Object.assign(node, response, { writeHead }) as unknown as ServerResponse;
}

/** The head that Node builds for a header `A`. */
const ownHead = () => `HTTP/1.1 200 OK\r\nA: b\r\nDate: ${new Date().toUTCString()}\r\n\r\n`;

describe("A kept reply head", () => {
  it.each([
    ["the page", "GET /", "Accept: text/html\r\n"],
    ["the page, gzip, in Arabic", "GET /a?b#c", "Accept-Encoding: gzip\r\nAccept-Language: ar\r\n"],
    ["the head of the page", "HEAD /", "Accept: text/html\r\n"],
    ["a problem detail", "GET /", "Accept: application/json\r\n"],
    ["the document", "GET /api/notice", ""],
    ["that the document is unchanged", "GET /api/notice", "If-None-Match: *\r\n"],
  ])("is sent again for %s, and the reply does not differ", async (_name, request, headers) => {
    const [own = "", ...others] = await plainReplies(request, headers);
    expect(own).toContain("\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\n\r\n");
    const closing = own.replace("keep-alive\r\nKeep-Alive: timeout=65", "close");
    expect(others).toEqual([...Array(many - 2).fill(own), closing]);
    await expectFewWritten(request, headers);
  });

  it("has the second in which it is sent", async () => {
    const dates = async () =>
      (await replies("GET /")).map(({ head }) => Date.parse(/\r\nDate: (.*)\r\n/.exec(head)?.[1] ?? ""));
    const [first = Number.NaN] = await dates();
    let latest = 0;
    const newest = async () => {
      const second = Math.floor(Date.now() / 1000) * 1000;
      const oldest = Math.min(...(await dates()));
      latest = Math.max(latest, second - oldest);
      return oldest;
    };
    await expect.poll(newest).toBeGreaterThan(first);
    // Node reads the date once a second, so it may be late by a moment.
    expect(latest).toBeLessThanOrEqual(1000);
  });

  it.each([10_000, -10_000])("is not sent after the clock has moved by %i ms", async (ms) => {
    await replies("GET /");
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + ms });
    onTestFinished(() => void vi.useRealTimers());
    const written = countHeads();
    await replies("GET /");
    expect(written()).toBe(many);
  });

  it.each<[string, () => object]>([
    ["has no head to keep", () => ({})],
    ["does not let the head be written", () => Object.defineProperty({}, "_header", { value: ownHead() })],
  ])("is not sent if Node %s", (_name, node) => {
    const written = vi.fn();
    const head = { status: 200, headers: [], varying: "A" };
    for (const _ of [1, 2, 3]) writeHead(responseOf(written, node()), head, "b");
    expect(written).toHaveBeenCalledTimes(3);
  });

  it("is not made from a head with which Node closes the connection", () => {
    const head = { status: 200, headers: [], varying: "A" };
    const isWritten = (shouldKeepAlive: boolean) => {
      const written = vi.fn(() => void Object.assign(response, { shouldKeepAlive, _header: ownHead() }));
      const response = responseOf(written);
      writeHead(response, head, "b");
      return written.mock.calls.length > 0;
    };
    expect([false, false, true].map(isWritten)).toEqual([true, true, true]);
    // If the connection stays open, the head is kept, unless a second ends in between.
    expect([true, true, true].map(isWritten)).toContain(false);
  });

  it.each<[string, string[]]>([
    ["headers", ["X-First", "a", "X-Last", "b"]],
    ["a header with the same value", ["X-Wait", "7"]],
    ["a header whose value looks like another one", ["X-Said", "Retry-After: 7"]],
  ])("has the current value of the header that varies, beside %s", async (_name, fixed) => {
    const head = { status: 503, headers: fixed, varying: "Retry-After" };
    let sent = 0;
    const listener = (_request: unknown, response: ServerResponse) => {
      sent += 1;
      send(response, { head, varyingValue: String(sent), body: noBody });
    };
    const url = await listenHere(await withoutTls(listener));
    const lines = fixed.flatMap((name, index) => (index % 2 ? [] : [`${name}: ${fixed[index + 1]}`]));
    for (const [index, { head }] of (await replies("HEAD /", "", url)).entries())
      for (const line of [...lines, `Retry-After: ${index + 1}`]) expect(head).toContain(`\r\n${line}\r\n`);
    await expectFewWritten("HEAD /", "", url);
  });

  it("is not sent to another origin", async () => {
    for (const path of ["/", "/api/notice"]) {
      const [before] = await plainReplies(`GET ${path}`);
      const [other] = await plainReplies(`GET ${path}`, "Origin: https://a.example\r\n");
      expect(before).toContain("\r\nAccess-Control-Allow-Origin: *\r\n");
      expect(other).toContain("\r\nAccess-Control-Allow-Origin: https://a.example\r\n");
      expect((await plainReplies(`GET ${path}`))[0]).toBe(before);
    }
  });

  it("is not shared by replies with and without a header that other code adds", async () => {
    const channel = "http.server.request.start";
    const trace = (message: unknown): void => {
      const { request, response } = message as { request: { url: string }; response: ServerResponse };
      if (request.url === "/traced") response.setHeader("Server-Timing", "traceparent");
    };
    subscribe(channel, trace);
    onTestFinished(() => void unsubscribe(channel, trace));
    for (const path of ["/traced", "/", "/traced"])
      for (const { head } of await replies(`GET ${path}`))
        expect(head.includes("\r\nServer-Timing: traceparent\r\n")).toBe(path === "/traced");
  });

  it("is not sent to a client of HTTP/1.0", async () => {
    await replies("GET /api/notice", "If-None-Match: *\r\n");
    const old = "GET /api/notice HTTP/1.0\r\nIf-None-Match: *\r\nConnection: keep-alive\r\n\r\n";
    expect(await exchange(running().url, old)).toMatch(/^HTTP\/1\.1 304 .*\r\nConnection: close\r\n\r\n$/s);
  });
});
