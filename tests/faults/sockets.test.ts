import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { describe, expect, it, onTestFinished } from "vitest";
import { type Service, startService } from "../support/service.ts";

async function open({ url }: Service): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), "127.0.0.1");
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

/** Sends bytes; gives what came back and how long the server kept the connection, in seconds. */
async function until(socket: Socket, bytes: string): Promise<{ answer: string; seconds: number }> {
  const started = performance.now();
  let answer = "";
  socket.on("data", (chunk) => (answer += chunk));
  if (bytes) socket.write(bytes);
  await once(socket, "close");
  return { answer, seconds: (performance.now() - started) / 1000 };
}

describe("a client that keeps us waiting is cut off:", () => {
  it.each([
    ["silent", "", 15],
    ["in the middle of its headers", "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ", 8],
    ["before the end of its headers", "GET / HTTP/1.1\r\nHost: a\r\n", 8],
  ])(
    "%s",
    async (_name, bytes, most) => {
      const service = await startService();
      const { answer, seconds } = await until(await open(service), bytes);
      expect(seconds).toBeLessThan(most + 2);
      if (bytes) expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/);
      expect((await fetch(service.url)).status).toBe(503);
    },
    30_000,
  );
});

describe("what is no HTTP/1.1 is a 4xx, and the next request is served:", () => {
  const host = "Host: a\r\nConnection: close\r\n";
  it.each([
    [
      "Content-Length and Transfer-Encoding",
      `POST / HTTP/1.1\r\n${host}Content-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    [
      "two different Content-Lengths",
      `POST / HTTP/1.1\r\n${host}Content-Length: 3\r\nContent-Length: 4\r\n\r\nabcd`,
    ],
    ["a header that ends with a line feed alone", "GET / HTTP/1.1\nHost: a\n\n"],
    ["NUL in a header", `GET / HTTP/1.1\r\n${host}X-Nul: a\u0000b\r\n\r\n`],
    ["a space before a colon", `GET / HTTP/1.1\r\n${host}X-Space : a\r\n\r\n`],
    ["a folded header", `GET / HTTP/1.1\r\n${host}X-Fold: a\r\n b\r\n\r\n`],
    ["TLS on a plain port", "\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003"],
    ["no protocol", "hello\r\n\r\n"],
    ["headers of 20 KiB", `GET / HTTP/1.1\r\n${host}X-Long: ${"x".repeat(20 * 1024)}\r\n\r\n`],
    ["a thousand headers", `GET / HTTP/1.1\r\n${host}${"X-Many: abcdefghijkl\r\n".repeat(1000)}\r\n`],
  ])("%s", async (_name, bytes) => {
    const service = await startService();
    const { answer } = await until(await open(service), bytes);
    expect(answer).toMatch(/^HTTP\/1\.1 4\d\d /);
    expect(answer).toMatch(/application\/problem\+json/);
    expect((await fetch(service.url)).status).toBe(503);
  });
});

describe("a thousand slow clients", () => {
  it("leave a normal one its answer, nearly as fast as without them", async () => {
    const service = await startService();
    const median = async () => {
      const times: number[] = [];
      for (let request = 0; request < 51; request += 1) {
        const started = performance.now();
        expect((await fetch(service.url)).status).toBe(503);
        times.push(performance.now() - started);
      }
      return times.sort((a, b) => a - b)[25] ?? 0;
    };
    await median();
    const alone = await median();
    const slow = await Promise.all(Array.from({ length: 1000 }, () => open(service)));
    for (const socket of slow) socket.write("GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ");
    expect((await median()) / alone).toBeLessThan(10);
  }, 60_000);
});
