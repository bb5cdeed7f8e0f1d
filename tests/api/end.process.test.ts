import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import { newFolder } from "../support/folder.ts";
import { open, until } from "../support/network/sockets.ts";
import { type OnFinished, startService } from "../support/service/service.ts";
import { serveHere } from "../support/service/service-here.ts";
import { lookAtClosing, requestUnderWay } from "../support/service/stopping.ts";
import { stopWhileTrying, stopWhileWaiting } from "./stopping-early.ts";

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
    const next = await serveHere({ DATABASE: database }, onFinished);
    expect((await fetch(next.url)).headers.get("maintenance-notice")).toBe("1");
  });

  it.concurrent("while it waits for a database does so with code 0, and leaves no process behind", async ({
    onTestFinished: onFinished,
  }) => {
    const folder = folderFor(onFinished);
    expect(await stopWhileWaiting(folder, { WORKERS: "2" }, "SIGINT", onFinished)).toEqual(ended);
  });

  it.concurrent("is no longer ready first, finishes what is under way, and waits for nobody who never finishes, however often it is told", async ({
    onTestFinished: onFinished,
  }) => {
    const service = await startService(
      { DATABASE: join(folderFor(onFinished), "notice.db") },
      { onFinished },
    );
    const never = until(await open(service.url, onFinished), "POST / HTTP/1.1\r\nHost: a\r\nContent-Le");
    const socket = await open(service.url, onFinished);
    for (const path of ["/x", "/.backsoon/readyz"]) {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      expect(String((await once(socket, "data"))[0])).toMatch(/\r\nConnection: keep-alive\r\n/i);
    }
    // The service waits for the rest of a request, and not for one that nobody has begun.
    socket.write("GET /x HTTP/1.1\r\n");
    const finish = await requestUnderWay(service);
    const isClosing = await lookAtClosing(service);
    const ended = service.ended("SIGTERM");
    process.kill(service.pid, "SIGTERM");
    await isClosing();
    process.kill(service.pid, "SIGTERM");
    socket.write("Host: a\r\n\r\n");
    // Who keeps a connection is asked to take another one.
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 503 .*\r\nConnection: close\r\n/is);
    expect(await finish()).toMatch(/^HTTP\/1\.1 503 /);
    expect(await ended).toBe(0);
    // At the time-out they would have been told so, with status 408.
    expect(await never).toBe("");
  });
});
