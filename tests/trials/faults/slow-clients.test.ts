import { once } from "node:events";
import { readFileSync } from "node:fs";
import type { Socket } from "node:net";
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

/** A client that is cut off sooner or later than others: tells whether it has been. */
async function yardstick(bytes: string, onFinished: OnFinished): Promise<() => boolean> {
  const socket = await open(running().url, onFinished);
  void until(socket, bytes);
  return () => socket.destroyed;
}

/** Does the work for each case at the same time, and gives what became of each. */
async function all<T>(cases: Record<string, T>, work: (value: T) => Promise<unknown>): Promise<unknown> {
  const outcomes = Object.entries(cases).map(async ([name, value]) => [name, await work(value)]);
  const found = Object.fromEntries(await Promise.all(outcomes));
  expect((await fetch(running().url)).status).toBe(503);
  return found;
}

// They wait for time-outs of several seconds, so they do it together.
describe("a client that keeps us waiting", () => {
  it.concurrent("is cut off when it says nothing or does not come to the end of its headers, sooner than one that sends a body", async ({
    onTestFinished: onFinished,
  }) => {
    const isBodyOver = await yardstick(stalledBody, onFinished);
    const cases = {
      silent: "",
      "in the middle of a header": "GET / HTTP/1.1\r\nHost: a\r\nX-Slow: ",
      "before the end of its headers": stalledHead,
    };
    const found = await all(cases, async (bytes) => {
      const answer = await until(await open(running().url, onFinished), bytes);
      return [answer.split("\r\n")[0], isBodyOver()];
    });
    expect(found).toEqual({
      silent: ["HTTP/1.1 408 Request Timeout", false],
      "in the middle of a header": ["HTTP/1.1 408 Request Timeout", false],
      "before the end of its headers": ["HTTP/1.1 408 Request Timeout", false],
    });
  });

  it.concurrent("with a body has its answer at once, and is cut off when it stalls or is slow, without a second answer", async ({
    onTestFinished: onFinished,
  }) => {
    const isHeadOver = await yardstick(stalledHead, onFinished);
    const chunked = `${head}Transfer-Encoding: chunked\r\n\r\n`;
    const cases: Record<string, [bytes: string, more: string]> = {
      stalls: [stalledBody, ""],
      "stalls behind another": [`${head}Content-Length: 5\r\n\r\nhello${stalledBody}`, ""],
      "is slow": [`${head}Content-Length: 1000000\r\n\r\n`, "x"],
      "is slow with chunks": [chunked, "1\r\nx\r\n"],
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
      "stalls behind another": [["HTTP/1.1 503", "HTTP/1.1 503"], true, true],
    });
  });

  it.concurrent("is cut off when it never reads what it has asked for", async ({
    onTestFinished: onFinished,
  }) => {
    const { url } = running();
    const first = /\/assets\/[^"]+\.js/.exec(await pageAt(url))?.[0] ?? "";
    const large = /backsoon-hydrate-[^"]+\.js/.exec(await pageAt(url + first))?.[0] ?? "";
    const socket = await open(url, onFinished);
    // Until the replies are more than the system holds, and beyond.
    const asking = setInterval(() => socket.write(`GET /assets/${large} HTTP/1.1\r\nHost: a\r\n\r\n`), 20);
    onFinished(() => clearInterval(asking));
    socket.pause();
    // Who never reads does not see it either; the system does.
    const isServed = () => readFileSync("/proc/net/tcp", "utf8").includes(establishedWith(socket));
    expect(isServed()).toBe(true);
    await expect.poll(isServed, patient).toBe(false);
  });
});

/** How the system lists the other end of a connection while it is established there. */
function establishedWith({ localPort = 0 }: Socket): string {
  return `:${localPort.toString(16).toUpperCase().padStart(4, "0")} 01 `;
}
