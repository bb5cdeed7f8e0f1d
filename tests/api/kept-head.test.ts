import { ServerResponse } from "node:http";
import { beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { newHead, writeKeptHead } from "../../api/http/kept-head.ts";
import { exchange } from "../support/network/http.ts";
import { serveHere } from "../support/service/service-here.ts";

/** How many requests are sent at once over one connection. */
const many = 50;

let url: string;
beforeEach(async () => {
  ({ url } = await serveHere());
});

/** How often Node puts a head together from now on. */
function countHeads(): () => number {
  const spy = vi.spyOn(ServerResponse.prototype, "writeHead");
  onTestFinished(() => spy.mockRestore());
  return () => spy.mock.calls.length;
}

/** Sends requests over one connection, all in one packet; gives the head of each reply, the last of which closes. */
async function heads(request: string, headers: string, count = many): Promise<string[]> {
  const one = (connection: string) => `${request} HTTP/1.1\r\nHost: a\r\n${headers}${connection}\r\n`;
  const answer = await exchange(url, one("").repeat(count - 1) + one("Connection: close\r\n"));
  return (answer.match(/HTTP\/1\.1 .*?\r\n\r\n/gs) ?? []).map(String);
}

const dateOf = (head = "") => Date.parse(/\r\nDate: (.*)\r\n/.exec(head)?.[1] ?? "");
const retryAfterOf = (head: string) => Number(/\r\nRetry-After: (\d+)\r\n/.exec(head)?.[1]);
/** A head without what differs from one request to the next. */
const plain = (head = "") => head.replace(/\r\n(Date|Retry-After): [^\r]*/g, "\r\n$1");

describe("a head that Node has put together is sent again,", () => {
  it.each([
    ["the page", "GET /", "Accept: text/html\r\n"],
    ["the page, brotli", "GET /", "Accept: text/html\r\nAccept-Encoding: br\r\n"],
    ["the page, gzip, in Arabic", "GET /a?b#c", "Accept-Encoding: gzip\r\nAccept-Language: ar\r\n"],
    ["the head of the page", "HEAD /", "Accept: text/html\r\n"],
    ["a problem detail", "GET /", "Accept: application/json\r\n"],
    ["text", "DELETE /", "Accept: text/plain\r\n"],
    ["the document", "GET /api/notice", ""],
    ["the head of the document", "HEAD /api/notice", ""],
    ["that the document is unchanged", "GET /api/notice", "If-None-Match: *\r\n"],
  ])("of %s, and nothing in it differs", async (_name, request, headers) => {
    const [own, ...others] = await heads(request, headers);
    const closing = others.pop() ?? "";
    expect(others).toHaveLength(many - 2);
    expect(new Set(others.map(plain))).toEqual(new Set([plain(own)]));
    expect(own).toMatch(/\r\nConnection: keep-alive\r\nKeep-Alive: timeout=65\r\n\r\n$/);
    expect(plain(closing)).toBe(plain(own).replace(/keep-alive\r\nKeep-Alive: timeout=65/, "close"));
    // Few are put together: in the moment in which the second ends, some more are.
    const written = countHeads();
    const more = async () => {
      const before = written();
      await heads(request, headers);
      return written() - before;
    };
    await expect.poll(more).toBeLessThan(5);
  });

  it("with the second in which it is sent", async () => {
    const first = dateOf((await heads("GET /", ""))[0]);
    const age = async () => {
      const dates = (await heads("GET /", "")).map(dateOf);
      const now = Date.now();
      // Node, which asks for the date once a second, may be late by a moment.
      for (const date of dates) expect(Math.abs(now - date)).toBeLessThan(5_000);
      return Math.min(...dates);
    };
    await expect.poll(age, { timeout: 5_000 }).toBeGreaterThan(first);
  });

  it("not while Node has the date of another second", async () => {
    vi.useFakeTimers({ toFake: ["Date"], now: Date.now() + 10_000 });
    onTestFinished(() => void vi.useRealTimers());
    const written = countHeads();
    await heads("GET /", "");
    expect(written()).toBe(many);
  });

  it("not where Node does not say what it has put together", () => {
    const written = vi.fn();
    const response = { shouldKeepAlive: true, req: { httpVersionMinor: 1 }, writeHead: written };
    const kept = newHead();
    for (const _ of [1, 2]) writeKeptHead(kept, response as unknown as ServerResponse, 200, ["A", "b"]);
    expect(written).toHaveBeenCalledTimes(2);
  });

  it("with a wait of its own for each visitor", async () => {
    const waits = (await heads("GET /", "")).map(retryAfterOf);
    for (const wait of waits) expect([wait >= 120 && wait <= 132, wait]).toEqual([true, wait]);
    expect(new Set(waits).size).toBeGreaterThan(1);
  });

  it("not to another origin, and not from one", async () => {
    const headers = "Origin: https://a.example\r\n";
    for (const path of ["/", "/api/notice"]) {
      const [before] = await heads(`GET ${path}`, "");
      const [other] = await heads(`GET ${path}`, headers);
      const [after] = await heads(`GET ${path}`, "");
      expect(before).toMatch(/\r\nAccess-Control-Allow-Origin: \*\r\n/);
      expect(other).toMatch(/\r\nAccess-Control-Allow-Origin: https:\/\/a\.example\r\n/);
      expect(plain(after)).toBe(plain(before));
    }
  });

  it("not to a client of HTTP/1.0, which must be told whether its connection stays open", async () => {
    await heads("GET /api/notice", "If-None-Match: *\r\n");
    const old = "GET /api/notice HTTP/1.0\r\nIf-None-Match: *\r\nConnection: keep-alive\r\n\r\n";
    expect(await exchange(url, old)).toMatch(/^HTTP\/1\.1 304 .*\r\nConnection: close\r\n\r\n$/s);
  });
});
