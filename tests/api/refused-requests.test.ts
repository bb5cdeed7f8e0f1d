import { EventEmitter, once } from "node:events";
import type { Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { refuseInTurn } from "../../api/http/unreadable.ts";
import { exchange, exchangeBytes } from "../support/network/http.ts";
import { readReplies } from "../support/network/replies.ts";
import { halfOpen, open } from "../support/network/sockets.ts";
import { serveHere, sharedHere } from "../support/service/service-here.ts";

const running = sharedHere();
const [json, text] = ["application/problem+json", "text/plain; charset=utf-8"];

async function connected(url: string) {
  const socket = await halfOpen(url);
  const chunks: Buffer[] = [];
  socket.setNoDelay().on("data", (chunk) => chunks.push(chunk));
  const ended = new Promise((resolve) => socket.once("end", resolve));
  /** Resolves when the bytes are sent, and rejects if the connection is closed. */
  const send = (bytes: Buffer | string) =>
    new Promise<void>((resolve, reject) =>
      socket.write(bytes, (error) => (error ? reject(error) : resolve())),
    );
  return { socket, replies: () => readReplies(Buffer.concat(chunks)), send, ended };
}

describe.each([
  ["an unknown method", "PURGE2 /cart"],
  ["a query in UTF-8", "GET /search?q=münchen"],
])("A request with %s", (_name, asked) => {
  it("gets the notice for which its headers ask, and the connection closes", async () => {
    const headOf = async (headers: string) => {
      const bytes = await exchangeBytes(running().url, `${asked} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`);
      const [reply, ...more] = readReplies(bytes);
      expect([reply?.status, more]).toEqual([503, []]);
      return reply?.head ?? "";
    };
    const plain = await headOf("ACCEPT:text/plain \r\naccept-language: \tde\r\n");
    for (const line of [
      `Content-Type: ${text}`,
      "Content-Language: de",
      "Maintenance-Notice: 1",
      "Connection: close",
    ])
      expect(plain).toContain(`\r\n${line}\r\n`);
    expect(plain).toMatch(/\r\nRetry-After: 1[23]\d\r\n/);
    expect(await headOf("")).toContain(text);
    expect(await headOf("Accept: text/html;q=0.1\r\nAccept: application/json\r\n")).toContain(json);
    expect(await headOf("Sec-Fetch-Dest: empty\r\n")).toContain(json);
    const origin = "https://shop.example";
    expect(await headOf(`Origin: ${origin}\r\n`)).toContain(`\r\nAccess-Control-Allow-Origin: ${origin}\r\n`);
  });

  it("cannot add a header to its reply", async () => {
    const odd =
      "Origin: https://a.example\rSet-Cookie: a=b\r\nOrigin: https://b.example\0\r\n no header\r\n: a\r\n";
    const reply = await exchange(running().url, `${asked} HTTP/1.1\r\nHost: a\r\n${odd}\r\n`);
    expect(reply).toContain("\r\nAccess-Control-Allow-Origin: *\r\n");
    expect(reply).not.toMatch(/Set-Cookie|b\.example/);
  });

  it("gets the default notice if only a part of its head comes at first", async () => {
    const { socket, replies, send, ended } = await connected(running().url);
    await send(`${asked} HTTP/1.1\r\nAccept: application/json\r\n`);
    await ended;
    const closed = once(socket, "close");
    socket.end("Accept-Language: de\r\nHost: a\r\n\r\n");
    await closed;
    expect(replies().map(({ status }) => status)).toEqual([503]);
    expect(replies()[0]?.head).toContain(`\r\nContent-Type: ${text}\r\n`);
    expect(replies()[0]?.head).toContain("\r\nContent-Language: en\r\n");
  });
});

it.each(["HEAD /münchen", "HEAD cart"])("The reply to %s has no body", async (asked) => {
  const answer = await exchange(running().url, `${asked} HTTP/1.1\r\nHost: a\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 503 .*\r\nContent-Length: [1-9]\d*\r\n.*\r\n\r\n$/s);
});

it("A form for a path in UTF-8 is reported as unsaved if the proxy says so", async () => {
  const headers = "Host: a\r\nBacksoon-Unsaved: 1\r\nAccept: application/json\r\nContent-Length: 2\r\n";
  const answer = await exchange(running().url, `POST /münchen HTTP/1.1\r\n${headers}\r\n{}`);
  expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toMatchObject({ unsaved: true });
});

describe.each([
  ["an unknown method", "FOO /cart HTTP/1.1\r\nHost: a\r\nContent-Length: 4000000\r\n\r\n"],
  ["large cookies", `POST /cart HTTP/1.1\r\nHost: a\r\nCookie: ${"x".repeat(40_000)}\r\n\r\n`],
])("A body after %s", (_name, head) => {
  it("is read and discarded after the reply, for as long as it comes", async () => {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { socket, replies, send, ended } = await connected(running().url);
    await send(head);
    await ended;
    vi.advanceTimersByTime(10_000);
    for (let sent = 0; sent < 40; sent += 1) await send(Buffer.alloc(100_000));
    const closed = once(socket, "close");
    socket.end();
    await closed;
    expect(replies().map(({ body }) => body.length > 100)).toEqual([true]);
  });

  it("is cut off once it has stalled for 15 seconds", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { socket, send, ended } = await connected((await serveHere()).url);
    await send(head);
    await ended;
    vi.advanceTimersByTime(14_000);
    await send("x");
    const closed = once(socket, "close");
    vi.advanceTimersByTime(2000);
    socket.end("x");
    await expect(closed).rejects.toThrow(/ECONNRESET|EPIPE/);
  });
});

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
      if (end.includes(told)) socket.off("data", tell).write(rest);
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
    const connections = replies.map(({ head }) => /\r\nConnection: (.*)\r\n/.exec(head)?.[1]);
    expect(connections).toEqual(["keep-alive", "close"]);
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
