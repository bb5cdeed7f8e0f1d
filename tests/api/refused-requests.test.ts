import { once } from "node:events";
import { request } from "node:http";
import { connect, type Socket } from "node:net";
import { buffer } from "node:stream/consumers";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { exchange, exchangeBytes } from "../support/network/http.ts";
import { readReplies } from "../support/network/replies.ts";
import { serveHere, serveWith } from "../support/service/service-here.ts";

const get = "GET /a HTTP/1.1\r\nHost: a\r\n\r\n";
const types = {
  html: "text/html; charset=utf-8",
  json: "application/problem+json",
  text: "text/plain; charset=utf-8",
};

/** A connection to the service, which is closed when the test ends. */
interface Connection {
  socket: Socket;
  /** All that has been received. */
  came(): Buffer;
  /** Resolves when the bytes are sent, and rejects if the connection is closed. */
  send(bytes: Buffer | string): Promise<void>;
  /** Resolves when the service has sent everything. */
  ended: Promise<unknown>;
}

async function connected(url: string): Promise<Connection> {
  const socket = connect({ port: Number(new URL(url).port), host: "127.0.0.1", allowHalfOpen: true });
  onTestFinished(() => void socket.destroy());
  const chunks: Buffer[] = [];
  socket.setNoDelay().on("data", (chunk) => chunks.push(chunk));
  const ended = new Promise((resolve) => socket.once("end", resolve));
  await once(socket, "connect");
  const send = (bytes: Buffer | string) =>
    new Promise<void>((resolve, reject) =>
      socket.write(bytes, (error) => (error ? reject(error) : resolve())),
    );
  return { socket, came: () => Buffer.concat(chunks), send, ended };
}

describe.each([
  ["an unknown method", "PURGE2 /cart"],
  ["a query in UTF-8", "GET /search?q=münchen"],
])("A request with %s", (_name, asked) => {
  it("gets the notice for which its headers ask, and the connection closes", async () => {
    const { url } = await serveWith("--message", "Wir ziehen um.", "--language", "de");
    const reply = async (headers: string) => {
      const [found, ...more] = readReplies(
        await exchangeBytes(url, `${asked} HTTP/1.1\r\nHost: a\r\n${headers}\r\n`),
      );
      expect(more).toEqual([]);
      return found;
    };
    const plain = await reply("ACCEPT:text/plain \r\naccept-language: \tde\r\n");
    expect(plain?.head).toMatch(/^HTTP\/1\.1 503 Service Unavailable\r\n/);
    expect(plain?.head).toContain(`\r\nContent-Type: ${types.text}\r\n`);
    expect(plain?.head).toContain("\r\nContent-Language: de\r\n");
    expect(plain?.head).toMatch(/\r\nRetry-After: 1[23]\d\r\n/);
    expect(plain?.head).toMatch(/\r\nMaintenance-Notice: 2\r\n/);
    expect(plain?.head).toMatch(/\r\nConnection: close\r\n/);
    expect(plain?.body.toString()).toContain("Wir ziehen um.");
    expect((await reply(""))?.head).toContain(`\r\nContent-Type: ${types.text}\r\n`);
    expect((await reply("Accept: text/html;q=0.1\r\nAccept: application/json\r\n"))?.head).toContain(
      types.json,
    );
    expect((await reply("Sec-Fetch-Dest: empty\r\n"))?.head).toContain(types.json);
    const readable = await reply("Origin: https://shop.example\r\n");
    expect(readable?.head).toContain("\r\nAccess-Control-Allow-Origin: https://shop.example\r\n");
  });

  it("cannot add a header to its reply", async () => {
    const { url } = await serveHere();
    const odd =
      "Origin: https://a.example\rSet-Cookie: a=b\r\nOrigin: https://b.example\0\r\n no header\r\n: a\r\n";
    const [reply] = readReplies(await exchangeBytes(url, `${asked} HTTP/1.1\r\nHost: a\r\n${odd}\r\n`));
    expect(reply?.head).toContain("\r\nAccess-Control-Allow-Origin: *\r\n");
    expect(reply?.head).not.toMatch(/Set-Cookie|b\.example/);
  });

  it("gets the default notice if only a part of its head comes at first", async () => {
    const { url } = await serveHere();
    const { socket, came, send, ended } = await connected(url);
    await send(`${asked} HTTP/1.1\r\nAccept: text/plain\r\nAccept-Lang`);
    await ended;
    const closed = once(socket, "close");
    socket.end("uage: de\r\nHost: a\r\n\r\n");
    await closed;
    const [found, ...more] = readReplies(came());
    expect(more).toEqual([]);
    expect(found?.head).toMatch(/^HTTP\/1\.1 503 /);
    expect(found?.head).toContain(`\r\nContent-Type: ${types.text}\r\n`);
    expect(found?.head).toContain("\r\nContent-Language: en\r\n");
  });

  it.each([
    ["in the packet of two others", true],
    ["in a packet of its own", false],
  ])("gets its reply after those before it: %s", async (_how, isOne) => {
    const { url } = await serveHere();
    const { came, send, ended } = await connected(url);
    const last = `${asked} HTTP/1.1\r\nHost: a\r\nAccept: text/plain\r\n\r\n`;
    await send(isOne ? get + get + last : get + get);
    if (!isOne) {
      await expect.poll(() => readReplies(came()).length).toBe(2);
      await send(last);
    }
    await ended;
    const replies = readReplies(came());
    expect(replies.map(({ status }) => status)).toEqual([503, 503, 503]);
    expect(replies[2]?.head).toContain(`\r\nContent-Type: ${types.text}\r\n`);
  });
});

it.each(["HEAD /münchen", "HEAD cart"])("The reply to %s has no body", async (asked) => {
  const { url } = await serveHere();
  const answer = await exchange(url, `${asked} HTTP/1.1\r\nHost: a\r\n\r\n`);
  expect(answer).toMatch(/^HTTP\/1\.1 503 .*\r\nContent-Length: [1-9]\d*\r\n.*\r\n\r\n$/s);
});

describe.each([
  ["an unknown method", "FOO /cart HTTP/1.1\r\nHost: a\r\nContent-Length: 4000000\r\n\r\n"],
  ["large cookies", `POST /cart HTTP/1.1\r\nHost: a\r\nCookie: ${"x".repeat(40_000)}\r\n\r\n`],
])("A body after %s", (_name, head) => {
  it("is read and discarded after the reply, for as long as it comes", async () => {
    const { url } = await serveHere();
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { socket, came, send, ended } = await connected(url);
    await send(head);
    await ended;
    vi.advanceTimersByTime(10_000);
    for (let sent = 0; sent < 40; sent += 1) await send(Buffer.alloc(100_000));
    const closed = once(socket, "close");
    socket.end();
    await closed;
    expect(readReplies(came()).map(({ body }) => body.length > 100)).toEqual([true]);
  });

  it("is cut off once it has stalled for 15 seconds", async () => {
    vi.useFakeTimers({ toFake: ["setInterval", "clearInterval", "setTimeout", "clearTimeout"] });
    onTestFinished(() => void vi.useRealTimers());
    const { url } = await serveHere();
    const { socket, send, ended } = await connected(url);
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

it.each(["FOO", "PURGE2"])("A large upload by %s gets its reply", async (method) => {
  const { url } = await serveHere();
  const sent = request(url, { method });
  sent.end(Buffer.alloc(3_000_000));
  const [response] = await once(sent, "response");
  expect([response.statusCode, (await buffer(response)).toString()]).toEqual([
    503,
    expect.stringContaining("Under Maintenance"),
  ]);
});

it("A form for a path in UTF-8 is reported as unsaved if the proxy says so", async () => {
  const { url } = await serveHere();
  const answer = await exchange(
    url,
    "POST /münchen HTTP/1.1\r\nHost: a\r\nBacksoon-Unsaved: 1\r\nAccept: application/json\r\nContent-Length: 2\r\n\r\n{}",
  );
  expect(JSON.parse(answer.slice(answer.indexOf("\r\n\r\n")))).toMatchObject({ unsaved: true });
});
