import { EventEmitter } from "node:events";
import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { refuseInTurn } from "../../api/http/unreadable.ts";
import { exchangeBytes } from "../support/network/http.ts";
import { readReplies } from "../support/network/replies.ts";
import { open } from "../support/network/sockets.ts";
import { sharedHere } from "../support/service/service-here.ts";

const running = sharedHere();
const get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";
const last = "GET /last HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
const expecting = (line: string, headers: string) =>
  `${line}\r\nHost: a\r\nExpect: 100-continue\r\n${headers}\r\n`;
const told = "HTTP/1.1 100 Continue\r\n\r\n";

const statusesOf = (bytes: Buffer) => readReplies(bytes).map(({ status }) => status);
const statuses = async (bytes: string) => statusesOf(await exchangeBytes(running().url, bytes));

describe("A pipelined request with Expect: 100-continue", () => {
  /** Sends the first bytes and, after 100 Continue, the rest. Returns all that came back. */
  const whenTold = async (first: string, rest: string): Promise<Buffer> => {
    const socket = await open(running().url);
    let end = "";
    const tell = (chunk: Buffer): void => {
      end = end.slice(-told.length) + chunk.toString("latin1");
      if (!end.includes(told)) return;
      socket.off("data", tell).write(rest);
    };
    socket.on("data", tell).write(first);
    return buffer(socket);
  };

  it.each([
    ["at once", "POST /b", "Content-Length: 5\r\n", "hello", 503],
    ["in chunks", "POST /b", "Transfer-Encoding: chunked\r\n", "5\r\nhello\r\n0\r\n\r\n", 503],
    ["to an endpoint", "GET /.backsoon/healthz", "Content-Length: 5\r\n", "hello", 200],
  ])("sends its body after the reply before it: %s", async (_name, line, headers, body, status) => {
    const bytes = await whenTold(get + expecting(`${line} HTTP/1.1`, headers), body + last);
    expect(statusesOf(bytes)).toEqual([503, 100, status, 503]);
    const [first, , , end] = readReplies(bytes);
    expect(first?.body.equals(end?.body ?? Buffer.of())).toBe(true);
  });

  it.each([
    ["with its body", `${expecting("POST /b HTTP/1.1", "Connection: close\r\nContent-Length: 5\r\n")}hello`],
    ["without a body", expecting("GET /b HTTP/1.1", "Connection: close\r\n")],
  ])("gets one whole reply in the same packet: %s", async (_name, second) => {
    expect(await statuses(get + second)).toEqual([503, 100, 503]);
  });

  it("gets only its reply in HTTP/1.0, which has no 100 Continue", async () => {
    const old = "POST /b HTTP/1.0\r\nExpect: 100-continue\r\nContent-Length: 5\r\n\r\nhello";
    expect(await statuses(get + old)).toEqual([503, 503]);
  });
});

describe("Pipelined requests", () => {
  const broken = (line: string) =>
    `${line} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nno size\r\n`;

  it.each([
    ["garbage", `${get}${get}garbage\r\n\r\n`, [503, 503, 400]],
    ["an unknown method", `${get}${get}PURGE2 / HTTP/1.1\r\nHost: a\r\n\r\n`, [503, 503, 503]],
    ["large headers", `${get}${get}GET / HTTP/1.1\r\nCookie: ${"x".repeat(40_000)}\r\n\r\n`, [503, 503, 431]],
    ["a tunnel", `${get}${get}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`, [503, 503, 503]],
    ["a body that breaks off", get + broken("POST /b"), [503, 503]],
    ["a broken body for an endpoint", get + broken("GET /.backsoon/healthz"), [503, 400]],
    ["garbage after a request that closes the connection", `${get}${last}garbage\r\n\r\n`, [503, 503]],
  ])("get whole replies before the refusal of what follows: %s", async (_name, bytes, expected) => {
    expect(await statuses(bytes)).toEqual(expected);
  });

  it("get whole replies before the refusal of a head that breaks off", async () => {
    const socket = (await open(running().url)).end(`${get}${get}GET / HTTP/1.1\r\nHost: `);
    expect(statusesOf(await buffer(socket))).toEqual([503, 503, 400]);
  });

  it.each([3, 2000])("get two replies if there are %i, and the second closes", async (count) => {
    const replies = readReplies(await exchangeBytes(running().url, get.repeat(count)));
    expect(replies.map(({ head }) => /\r\nConnection: (.*)\r\n/.exec(head)?.[1])).toEqual([
      "keep-alive",
      "close",
    ]);
  });
});

it("A client that reads no reply and keeps sending garbage is cut off after 15 seconds", () => {
  vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const response = Object.assign(new EventEmitter(), { req: { complete: true } });
  const socket = { _httpMessage: response, destroy: vi.fn() };
  const refuse = () => refuseInTurn(socket as unknown as Socket, vi.fn());
  refuse();
  vi.advanceTimersByTime(10_000);
  refuse();
  expect(socket.destroy).not.toHaveBeenCalled();
  vi.advanceTimersByTime(5000);
  expect(socket.destroy).toHaveBeenCalledTimes(1);
});
