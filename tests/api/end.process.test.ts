import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, vi } from "vitest";
import { temporaryFolder } from "../support/folder.ts";
import { open, until } from "../support/network/sockets.ts";
import { patient } from "../support/patient.ts";
import { startService } from "../support/service/service.ts";
import { serveHere } from "../support/service/service-here.ts";
import { lookAtClosing, requestUnderWay } from "../support/service/stopping.ts";
import type { OnFinished } from "../support/shared.ts";

/** How a process ended, and what it wrote to standard error. */
type Ending = [code: number | null, signal: string | null, said: string];

/** Starts a service and stops it as soon as it has the process that tries the store. */
function stopWhileTrying(database: string, signal: NodeJS.Signals, onFinished: OnFinished): Promise<Ending> {
  return endingOf({ DATABASE: database }, database, onFinished, async (child) => {
    await vi.waitFor(() => expect(childrenOf(child)).not.toBe(""), patient);
    child.kill(signal);
  });
}

/** Starts a service on a silent database and stops it as soon as it has connected. */
async function stopWhileWaiting(
  folder: string,
  settings: Record<string, string>,
  signal: NodeJS.Signals,
  onFinished: OnFinished,
): Promise<Ending> {
  const silent = createServer().listen(0, "127.0.0.1");
  onFinished(() => void silent.close());
  await once(silent, "listening");
  const connected = once(silent, "connection");
  const { port } = silent.address() as AddressInfo;
  const DATABASE = `postgres://anna@127.0.0.1:${port}/notice`;
  return endingOf({ DATABASE, STATE_DIR: folder, ...settings }, folder, onFinished, async (child) => {
    const [socket] = await connected;
    child.kill(signal);
    // Ends the wait.
    socket.destroy();
  });
}

/** Starts a service, stops it, and expects no process that still has the place in its environment. */
async function endingOf(
  settings: Record<string, string>,
  place: string,
  onFinished: OnFinished,
  stop: (child: ChildProcess) => Promise<void>,
): Promise<Ending> {
  const env = { ...process.env, PORT: "0", ...settings };
  const child = spawn(process.execPath, ["dist/node/api/server.js"], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  onFinished(() => void child.kill("SIGKILL"));
  const ended = Promise.all([once(child, "exit"), text(child.stderr)]);
  await stop(child);
  const [[code, signal], said] = await ended;
  await vi.waitFor(() => expect(processesThatKnow(place)).toEqual([]), patient);
  return [code, signal, said];
}

/** The processes that a process has started, as the system lists them. */
function childrenOf({ pid }: ChildProcess): string {
  return readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8");
}

function processesThatKnow(place: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, "utf8").includes(`=${place}\0`);
    } catch {
      // The process has ended or belongs to another user.
      return false;
    }
  });
}

// These tests wait for slow visitors or a database, so they run together.
describe("A service that receives a signal to stop", () => {
  /** The service may have become ready before the signal. */
  const ended = [0, null, expect.stringMatching(/^(Backsoon is ready: .*\n)?$/)];

  it.concurrent("ends with code 0 while it tries the store, and leaves a whole store and no process", async ({
    onTestFinished: onFinished,
  }) => {
    const database = join(temporaryFolder(onFinished), "notice.db");
    expect(await stopWhileTrying(database, "SIGTERM", onFinished)).toEqual(ended);
    const next = await serveHere({ DATABASE: database }, onFinished);
    expect((await fetch(next.url)).headers.get("maintenance-notice")).toBe("1");
  });

  it.concurrent("ends with code 0 while it waits for a database, and leaves no process", async ({
    onTestFinished: onFinished,
  }) => {
    const folder = temporaryFolder(onFinished);
    expect(await stopWhileWaiting(folder, {}, "SIGINT", onFinished)).toEqual(ended);
  });

  it.concurrent("finishes requests under way, but waits for no request that never ends", async ({
    onTestFinished: onFinished,
  }) => {
    const service = await startService(
      { DATABASE: join(temporaryFolder(onFinished), "notice.db") },
      { onFinished },
    );
    const never = until(await open(service.url, onFinished), "POST / HTTP/1.1\r\nHost: a\r\nContent-Le");
    const socket = await open(service.url, onFinished);
    for (const path of ["/x", "/.backsoon/readyz"]) {
      socket.write(`GET ${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
      expect(String((await once(socket, "data"))[0])).toMatch(/\r\nConnection: keep-alive\r\n/i);
    }
    // The service waits for the rest of a request that has begun.
    socket.write("GET /x HTTP/1.1\r\n");
    const finish = await requestUnderWay(service);
    const isClosing = await lookAtClosing(service);
    const ended = service.ended("SIGTERM");
    process.kill(service.pid, "SIGTERM");
    await isClosing();
    process.kill(service.pid, "SIGTERM");
    socket.write("Host: a\r\n\r\n");
    // A client with an open connection is told to open another one.
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 503 .*\r\nConnection: close\r\n/is);
    expect(await finish()).toMatch(/^HTTP\/1\.1 503 /);
    expect(await ended).toBe(0);
    // At the time-out, the reply would have status 408.
    expect(await never).toBe("");
  });
});
