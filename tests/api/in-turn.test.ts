import { EventEmitter } from "node:events";
import { connect, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { refuseInTurn } from "../../api/http/unreadable.ts";
import { exchangeBytes } from "../support/network/http.ts";
import { readReplies } from "../support/network/replies.ts";
import { sharedHere } from "../support/service/service-here.ts";

const running = sharedHere();
let url: string;
beforeAll(() => {
  ({ url } = running());
});

const get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";
const closing = "GET /a HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n";
const garbage = "garbage\r\n\r\n";
const broken = (line: string) =>
  `${line} HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\nno size\r\n`;
const statuses = (bytes: Buffer) => readReplies(bytes).map(({ status }) => status);

describe("Pipelined requests", () => {
  it.each([
    ["garbage", get + get + garbage, [503, 503, 400]],
    [
      "headers that are too large",
      `${get}${get}GET / HTTP/1.1\r\nHost: a\r\nCookie: ${"x".repeat(40_000)}\r\n\r\n`,
      [503, 503, 431],
    ],
    ["a tunnel", `${get}${get}CONNECT a:1 HTTP/1.1\r\nHost: a\r\n\r\n`, [503, 503, 503]],
    ["a body that breaks off", get + broken("POST /b"), [503, 503]],
    ["a broken body for an endpoint", get + broken("GET /.backsoon/healthz"), [503, 400]],
    ["garbage after a request that closes the connection", get + closing + garbage, [503, 503]],
  ])("get whole replies before the refusal of what follows: %s", async (_name, bytes, expected) => {
    expect(statuses(await exchangeBytes(url, bytes))).toEqual(expected);
  });

  it("get whole replies before the refusal of a head that breaks off", async () => {
    const socket = connect(Number(new URL(url).port), "127.0.0.1");
    socket.end(`${get}${get}GET / HTTP/1.1\r\nHost: `);
    expect(statuses(await buffer(socket))).toEqual([503, 503, 400]);
  });

  it.each([3, 2000])("get two replies if there are %i, and the second closes", async (count) => {
    const replies = readReplies(await exchangeBytes(url, get.repeat(count)));
    expect(replies.map(({ status, head }) => [status, /\r\nConnection: (.*)\r\n/.exec(head)?.[1]])).toEqual([
      [503, "keep-alive"],
      [503, "close"],
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
