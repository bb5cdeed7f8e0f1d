import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { newFolder } from "../support/folder.ts";
import { open, until } from "../support/network/sockets.ts";
import { type OnFinished, type Service, startService } from "../support/service/service.ts";
import { endUnderWay, lookAtClosing, requestUnderWay } from "../support/service/stopping.ts";
import { stopWhileTrying, stopWhileWaiting } from "./stopping-early.ts";

/** A service with a store of its own, for a test that is not alone. */
function serviceToEnd(onFinished: OnFinished): Promise<Service> {
  return startService({ DATABASE: join(folderFor(onFinished), "notice.db") }, { onFinished });
}

/** A folder for a test that is not alone. */
function folderFor(onFinished: OnFinished): string {
  const { path, remove } = newFolder();
  onFinished(remove);
  return path;
}

// They wait for visitors who take their time, or for a database, so they do it together.
describe("a service that is told to end", () => {
  /** It may have been ready before it heard of it. */
  const ended = [0, null, expect.stringMatching(/^(Backsoon is ready: .*\n)?$/)];

  it.concurrent("while it tries the store does so with code 0, and leaves a whole store and no process behind", async ({
    onTestFinished: onFinished,
  }) => {
    const database = join(folderFor(onFinished), "notice.db");
    expect(await stopWhileTrying(database, "SIGTERM", onFinished)).toEqual(ended);
    const next = await startService({ DATABASE: database }, { onFinished });
    expect((await fetch(next.url)).headers.get("maintenance-notice")).toBe("1");
  });

  it.concurrent("while it waits for a database does so with code 0, and leaves no process behind", async ({
    onTestFinished: onFinished,
  }) => {
    expect(await stopWhileWaiting(folderFor(onFinished), {}, "SIGINT", onFinished)).toEqual(ended);
  });

  it.concurrent("while its workers wait for a database does so with code 0, and leaves none of them behind", async ({
    onTestFinished: onFinished,
  }) => {
    const workers = { WORKERS: "2" };
    expect(await stopWhileWaiting(folderFor(onFinished), workers, "SIGTERM", onFinished)).toEqual(ended);
  });

  it.concurrent("ends on SIGTERM with code 0, and does not wait for the time-out of a client that never finishes", async ({
    onTestFinished: onFinished,
  }) => {
    const service = await serviceToEnd(onFinished);
    const answer = until(await open(service.url, onFinished), "POST / HTTP/1.1\r\nHost: a\r\nContent-Le");
    expect(await service.ended("SIGTERM")).toBe(0);
    // At the time-out it would have been told so, with status 408.
    expect(await answer).toBe("");
  });

  it.concurrent("goes on to its end when it is told to stop again", async ({
    onTestFinished: onFinished,
  }) => {
    const service = await serviceToEnd(onFinished);
    const finish = await requestUnderWay(service);
    const isClosing = await lookAtClosing(service);
    const ended = service.ended("SIGTERM");
    process.kill(service.pid, "SIGTERM");
    await isClosing();
    process.kill(service.pid, "SIGTERM");
    expect(await finish()).toMatch(/^HTTP\/1\.1 503 /);
    expect(await ended).toBe(0);
  });

  it.concurrent("is no longer ready first, and finishes every request that is under way", async ({
    onTestFinished: onFinished,
  }) => {
    expect(await endUnderWay(await serviceToEnd(onFinished), "SIGTERM")).toBe(0);
  });

  it.concurrent("asks those whose connection stays open to take another one, once it is told to stop", async ({
    onTestFinished: onFinished,
  }) => {
    const service = await serviceToEnd(onFinished);
    const socket = await open(service.url, onFinished);
    for (const path of ["/x", "/.backsoon/readyz"]) {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      expect(String((await once(socket, "data"))[0])).toMatch(/\r\nConnection: keep-alive\r\n/i);
    }
    // The service waits for the rest of a request, and not for one that nobody has begun.
    socket.write("GET /x HTTP/1.1\r\n");
    const isClosing = await lookAtClosing(service);
    const ended = service.ended("SIGTERM");
    await isClosing();
    socket.write("Host: a\r\n\r\n");
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 503 .*\r\nConnection: close\r\n/is);
    expect(await ended).toBe(0);
  });
});
