import { once } from "node:events";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { exchange, exchangeBytes } from "../support/network/http.ts";
import { readReplies } from "../support/network/replies.ts";
import { halfOpen } from "../support/network/sockets.ts";
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
    expect(plain).toContain(`\r\nContent-Type: ${text}\r\n`);
    expect(plain).toContain("\r\nContent-Language: de\r\n");
    expect(plain).toMatch(/\r\nRetry-After: 1[23]\d\r\n/);
    expect(plain).toMatch(/\r\nMaintenance-Notice: 1\r\n/);
    expect(plain).toMatch(/\r\nConnection: close\r\n/);
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
