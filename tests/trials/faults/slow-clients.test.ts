import { once } from "node:events";
import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { pageAt } from "../../support/network/http.ts";
import { open, until } from "../../support/network/sockets.ts";
import { patient } from "../../support/patient.ts";
import { sharedService } from "../../support/service/service.ts";
import type { OnFinished } from "../../support/shared.ts";

const running = sharedService();

const head = "POST /upload HTTP/1.1\r\nHost: a\r\n";
const stalledHead = "GET / HTTP/1.1\r\nHost: a\r\n";
const stalledBody = `${head}Content-Length: 1000000\r\n\r\nonly this`;

/** Starts a client as a yardstick. Returns whether it has been cut off. */
async function yardstick(bytes: string, onFinished: OnFinished): Promise<() => boolean> {
  const socket = await open(running().url, onFinished);
  void until(socket, bytes);
  return () => socket.destroyed;
}

/** Does the work for all cases at the same time. Returns the outcome of each. */
async function all<T>(cases: Record<string, T>, work: (value: T) => Promise<unknown>): Promise<unknown> {
  const outcomes = Object.entries(cases).map(async ([name, value]) => [name, await work(value)]);
  const found = Object.fromEntries(await Promise.all(outcomes));
  expect((await fetch(running().url)).status).toBe(503);
  return found;
}

// The time-outs are several seconds, so the tests run side by side.
describe("A slow client", () => {
  it.concurrent("is cut off before the end of its headers, sooner than a client that sends a body", async ({
    onTestFinished: onFinished,
  }) => {
    const isBodyOver = await yardstick(stalledBody, onFinished);
    const cases = { silent: "", "within a header": `${stalledHead}X-Slow: `, "after a header": stalledHead };
    const found = await all(cases, async (bytes) => {
      const answer = await until(await open(running().url, onFinished), bytes);
      return [answer.split("\r\n")[0], isBodyOver()];
    });
    const outcome = ["HTTP/1.1 408 Request Timeout", false];
    expect(found).toEqual({ silent: outcome, "within a header": outcome, "after a header": outcome });
  });

  it.concurrent("with a body gets its reply at once, and is cut off without a second reply", async ({
    onTestFinished: onFinished,
  }) => {
    const isHeadOver = await yardstick(stalledHead, onFinished);
    const cases: Record<string, [bytes: string, more: string]> = {
      stalls: [stalledBody, ""],
      "stalls after another request": [`${head}Content-Length: 5\r\n\r\nhello${stalledBody}`, ""],
      "is slow": [`${head}Content-Length: 1000000\r\n\r\n`, "x"],
      "is slow with chunks": [`${head}Transfer-Encoding: chunked\r\n\r\n`, "1\r\nx\r\n"],
    };
    const found = await all(cases, async ([bytes, more]) => {
      const socket = await open(running().url, onFinished);
      const isAnsweredBefore = once(socket, "data").then(() => !isHeadOver());
      const over = until(socket, bytes);
      const timer = setInterval(() => more && socket.writable && socket.write(more), 50);
      const answer = await over;
      clearInterval(timer);
      return [answer.match(/HTTP\/1\.1 \d+/g), await isAnsweredBefore, isHeadOver()];
    });
    const outcome = [["HTTP/1.1 503"], true, true];
    expect(found).toEqual({
      ...Object.fromEntries(Object.keys(cases).map((name) => [name, outcome])),
      "stalls after another request": [["HTTP/1.1 503", "HTTP/1.1 503"], true, true],
    });
  });

  it.concurrent("is cut off if it never reads its replies", async ({ onTestFinished: onFinished }) => {
    const { url } = running();
    const first = /\/assets\/[^"]+\.js/.exec(await pageAt(url))?.[0] ?? "";
    const large = /backsoon-hydrate-[^"]+\.js/.exec(await pageAt(url + first))?.[0] ?? "";
    const socket = await open(url, onFinished);
    // The replies must exceed the buffers of the system.
    const asking = setInterval(() => socket.write(`GET /assets/${large} HTTP/1.1\r\nHost: a\r\n\r\n`), 20);
    onFinished(() => clearInterval(asking));
    socket.pause();
    // A client that never reads does not notice the end. The system lists the other end while it is established (01).
    const port = (socket.localPort ?? 0).toString(16).toUpperCase().padStart(4, "0");
    const isServed = () => readFileSync("/proc/net/tcp", "utf8").includes(`:${port} 01 `);
    expect(isServed()).toBe(true);
    await expect.poll(isServed, patient).toBe(false);
  });
});
