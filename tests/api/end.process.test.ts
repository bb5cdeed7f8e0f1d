import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { temporaryFolder } from "../support/folder.ts";
import { takeConnections } from "../support/network/servers.ts";
import { open, until } from "../support/network/sockets.ts";
import { patient } from "../support/patient.ts";
import { startService } from "../support/service/service.ts";
import { serveHere } from "../support/service/service-here.ts";
import { lookAtClosing, requestUnderWay } from "../support/service/stopping.ts";

/** Starts a service that is stopped before it is ready, and then must leave no process. */
function start(settings: Record<string, string>) {
  const place = settings.STATE_DIR ?? settings.DATABASE;
  const env = { ...process.env, PORT: "0", ...settings };
  const child = spawn(process.execPath, ["dist/node/api/server.js"], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const ended = Promise.all([once(child, "exit"), text(child.stderr)]);
  const expectEnd = async () => {
    const [[code, signal], said] = await ended;
    expect([code, signal]).toEqual([0, null]);
    // The service may have become ready before the signal.
    expect(said).toMatch(/^(Backsoon is ready: .*\n)?$/);
    await expect.poll(() => processesThatKnow(`=${place}\0`), patient).toEqual([]);
  };
  return { child, expectEnd };
}

/** The processes whose environment contains a text. */
function processesThatKnow(text: string): string[] {
  return readdirSync("/proc").filter((pid) => {
    try {
      return /^\d+$/.test(pid) && readFileSync(`/proc/${pid}/environ`, "utf8").includes(text);
    } catch {
      // The process has ended or belongs to another user.
      return false;
    }
  });
}

describe("A service that receives a signal to stop", () => {
  it("ends with code 0 while it tries the store, and leaves a whole store and no process", async () => {
    const DATABASE = join(temporaryFolder(), "notice.db");
    const { child, expectEnd } = start({ DATABASE });
    const children = () => readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8");
    await expect.poll(children, patient).not.toBe("");
    child.kill("SIGTERM");
    await expectEnd();
    const next = await serveHere({ DATABASE });
    expect((await fetch(next.url)).headers.get("maintenance-notice")).toBe("1");
  });

  it("ends with code 0 while it waits for a database, and leaves no process", async () => {
    const { port, sockets } = await takeConnections(() => {});
    const DATABASE = `postgres://anna@127.0.0.1:${port}/notice`;
    const { child, expectEnd } = start({ DATABASE, STATE_DIR: temporaryFolder() });
    await expect.poll(() => sockets.length, patient).toBeGreaterThan(0);
    child.kill("SIGINT");
    for (const socket of sockets) socket.destroy();
    await expectEnd();
  });

  it("finishes requests under way, but waits for no request that never ends", async () => {
    const service = await startService();
    const never = until(await open(service.url), "POST / HTTP/1.1\r\nHost: a\r\nContent-Le");
    const socket = await open(service.url);
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
