import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { once } from "node:events";
import { createServer, ServerResponse } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { noBody } from "../../api/http/reply.ts";
import { send, writeHead } from "../../api/http/send.ts";
import { exchange } from "../support/network/http.ts";
import { sharedHere } from "../support/service/service-here.ts";

/** The number of requests over one connection. */
const many = 50;

const running = sharedHere();
let url: string;
beforeAll(() => {
  ({ url } = running());
});

/** Counts how often Node builds a reply head for a server. */
function countHeads(from = url): () => number {
  const port = Number(new URL(from).port);
  const { writeHead } = ServerResponse.prototype;
  let count = 0;
  const spy = vi.spyOn(ServerResponse.prototype, "writeHead").mockImplementation(function (
    this: ServerResponse,
    ...given: unknown[]
  ) {
    if (this.req.socket.localPort === port) count += 1;
    return Reflect.apply(writeHead, this, given);
  });
  onTestFinished(() => spy.mockRestore());
  return () => count;
}

interface Sent {
  head: string;
  /** A character for each byte. */
  body: string;
}

/** Sends a request many times over one connection, one after another. The last reply closes. */
async function replies(request: string, headers = "", from = url): Promise<Sent[]> {
  const one = (connection: string) => `${request} HTTP/1.1\r\nHost: a\r\n${headers}${connection}\r\n`;
  const socket = connect(Number(new URL(from).port), "127.0.0.1").setEncoding("latin1");
  socket.write(one(""));
  const found: Sent[] = [];
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

const dateOf = ({ head }: Sent) => Date.parse(/\r\nDate: (.*)\r\n/.exec(head)?.[1] ?? "");
const retryAfterOf = ({ head }: Sent) => Number(/\r\nRetry-After: (\d+)\r\n/.exec(head)?.[1]);
/** A reply without the headers that differ for each request. */
const plain = ({ head, body }: Sent) => head.replace(/\r\n(Date|Retry-After): [^\r]*/g, "\r\n$1") + body;

/** Expects Node to build few of many heads. It builds more when a second ends. */
async function expectFewWritten(request: string, headers?: string, from?: string): Promise<void> {
  const written = countHeads(from);
  const more = async () => {
    const before = written();
    await replies(request, headers, from);
    return written() - before;
  };
  await expect.poll(more).toBeLessThan(5);
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
    const [own = "", ...others] = (await replies(request, headers)).map(plain);
    const closing = others.pop();
    expect(others).toHaveLength(many - 2);
    expect(new Set(others)).toEqual(new Set([own]));
    expect(own).toContain("\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\n\r\n");
    expect(closing).toBe(own.replace("keep-alive\r\nKeep-Alive: timeout=65", "close"));
    await expectFewWritten(request, headers);
  });

  it("has the second in which it is sent", async () => {
    const [first] = (await replies("GET /")).map(dateOf);
    let latest = 0;
    const newest = async () => {
      const second = Math.floor(Date.now() / 1000) * 1000;
      const dates = (await replies("GET /")).map(dateOf);
      latest = Math.max(latest, ...dates.map((date) => second - date));
      return Math.min(...dates);
    };
    await expect.poll(newest).toBeGreaterThan(first ?? Number.NaN);
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
    const response = {
      shouldKeepAlive: true,
      req: { httpVersionMinor: 1 },
      getHeaderNames: () => [],
      writeHead: vi.fn(),
    };
    const head = { status: 200, headers: [], varying: "A" };
    for (const _ of [1, 2, 3])
      writeHead(Object.assign(node(), response) as unknown as ServerResponse, head, "b");
    expect(response.writeHead).toHaveBeenCalledTimes(3);
  });

  it("is not made from a head with which Node closes the connection", () => {
    const head = { status: 200, headers: [], varying: "A" };
    let written = 0;
    const finding = (shouldKeepAlive: boolean) => {
      const response = {
        shouldKeepAlive: true,
        req: { httpVersionMinor: 1 },
        getHeaderNames: () => [],
        writeHead: () => {
          written += 1;
          Object.assign(response, { shouldKeepAlive, _header: ownHead() });
        },
      };
      return response as unknown as ServerResponse;
    };
    for (const _ of [1, 2]) writeHead(finding(false), head, "b");
    const isWritten = () => {
      const before = written;
      writeHead(finding(true), head, "b");
      return written > before;
    };
    expect(isWritten()).toBe(true);
    // If the connection stays open, the head is kept, unless a second ends in between.
    expect([isWritten(), isWritten(), isWritten()]).toContain(false);
  });

  it.each<[string, string[]]>([
    ["headers", ["X-First", "a", "X-Last", "b"]],
    ["a header with the same value", ["X-Wait", "7"]],
    ["a header whose value looks like another one", ["X-Said", "Retry-After: 7"]],
  ])("has the current value of the header that varies, beside %s", async (_name, fixed) => {
    const head = { status: 503, headers: fixed, varying: "Retry-After" };
    let sent = 0;
    const server = createServer((_request, response) => {
      sent += 1;
      send(response, { head, varyingValue: String(sent), body: noBody });
    }).listen(0, "127.0.0.1");
    onTestFinished(() => void server.close());
    await once(server, "listening");
    const { port } = server.address() as AddressInfo;
    const own = `http://127.0.0.1:${port}`;
    const found = await replies("HEAD /", "", own);
    expect(found.map(retryAfterOf)).toEqual(Array.from({ length: many }, (_, index) => index + 1));
    for (const [index, name] of fixed.entries())
      if (index % 2 === 0)
        for (const { head } of found) expect(head).toContain(`\r\n${name}: ${fixed[index + 1]}\r\n`);
    // Node built few of these heads.
    await expectFewWritten("HEAD /", "", own);
  });

  it("is not sent to another origin", async () => {
    for (const path of ["/", "/api/notice"]) {
      const [before] = (await replies(`GET ${path}`)).map(plain);
      const [other] = (await replies(`GET ${path}`, "Origin: https://a.example\r\n")).map(plain);
      const [after] = (await replies(`GET ${path}`)).map(plain);
      expect(before).toMatch(/\r\nAccess-Control-Allow-Origin: \*\r\n/);
      expect(other).toMatch(/\r\nAccess-Control-Allow-Origin: https:\/\/a\.example\r\n/);
      expect(after).toBe(before);
    }
  });

  it("is not sent with or without a header that other code adds", async () => {
    const channel = "http.server.request.start";
    const trace = (message: unknown): void => {
      const { request, response } = message as { request: { url: string }; response: ServerResponse };
      if (request.url === "/traced") response.setHeader("Server-Timing", "traceparent");
    };
    subscribe(channel, trace);
    onTestFinished(() => void unsubscribe(channel, trace));
    const timed = async (path: string) =>
      (await replies(`GET ${path}`)).map(({ head }) => head.includes("\r\nServer-Timing: traceparent\r\n"));
    for (const [path, isTimed] of [
      ["/traced", true],
      ["/", false],
      ["/traced", true],
    ] as const) {
      expect(new Set(await timed(path))).toEqual(new Set([isTimed]));
    }
  });

  it("is not sent to a client of HTTP/1.0", async () => {
    await replies("GET /api/notice", "If-None-Match: *\r\n");
    const old = "GET /api/notice HTTP/1.0\r\nIf-None-Match: *\r\nConnection: keep-alive\r\n\r\n";
    expect(await exchange(url, old)).toMatch(/^HTTP\/1\.1 304 .*\r\nConnection: close\r\n\r\n$/s);
  });
});
