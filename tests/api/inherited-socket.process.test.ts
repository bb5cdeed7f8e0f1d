import { once } from "node:events";
import { openSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { inheritedSocket } from "../../api/runtime/inherited-socket.ts";
import { temporaryFolder } from "../support/folder.ts";
import { listeningSocket, unixSocket } from "../support/network/listening-socket.ts";
import { open } from "../support/network/sockets.ts";
import { startCrowd } from "../support/network/visitors.ts";
import { patient } from "../support/patient.ts";
import { startService } from "../support/service/service.ts";
import { listeners } from "../support/service/workers.ts";

describe("a socket that systemd passes", () => {
  it("is taken by the process that it was passed to, and by no other", () => {
    expect(inheritedSocket({ LISTEN_PID: "12", LISTEN_FDS: "1" }, 12)).toBe(3);
    expect(inheritedSocket({ LISTEN_PID: "11", LISTEN_FDS: "1" }, 12)).toBeUndefined();
    expect(inheritedSocket({ LISTEN_PID: "12", LISTEN_FDS: "0" }, 12)).toBeUndefined();
    expect(inheritedSocket({ LISTEN_PID: "12" }, 12)).toBeUndefined();
    expect(inheritedSocket({}, 12)).toBeUndefined();
  });

  it.each(["1", "2"])("is what WORKERS=%s listens on, whatever HOST and PORT say", async (WORKERS) => {
    const socket = listeningSocket();
    const settings = { WORKERS, HOST: "192.0.2.1", PORT: "1" };
    const service = await startService(settings, { socket: socket.descriptor });
    expect(service.url).toBe(socket.url);
    expect((await fetch(service.url)).status).toBe(503);
    expect(await service.ended("SIGTERM")).toBe(0);
  });

  it("is refused in one sentence if it is one of several, or none that listens", async () => {
    const sentence = (reason: string) =>
      `The service ended with 1: Cannot listen on the socket that systemd passed (${reason}): give the socket unit one ListenStream= with a port, and no Accept=.\n`;
    const { descriptor } = listeningSocket();
    await expect(startService({ LISTEN_FDS: "2" }, { socket: descriptor })).rejects.toThrow(
      sentence("LISTEN_FDS is 2, not 1"),
    );
    const file = openSync(join(temporaryFolder(), "file"), "w");
    await expect(startService({}, { socket: file })).rejects.toThrow(
      sentence("listen EINVAL: invalid argument"),
    );
    await expect(startService({}, { socket: unixSocket() })).rejects.toThrow(sentence("it is a Unix socket"));
  });

  it("lets visitors wait while the service restarts", async () => {
    const socket = listeningSocket();
    const DATABASE = join(temporaryFolder(), "notice.db");
    const start = () => startService({ DATABASE }, { socket: socket.descriptor });
    const first = await start();
    await first.ended("SIGTERM");
    const waiting = await Promise.all(Array.from({ length: 400 }, () => open(socket.url)));
    for (const visitor of waiting) visitor.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    const answers = Promise.all(waiting.map(async (visitor) => String((await once(visitor, "data"))[0])));
    await start();
    for (const answer of await answers) expect(answer).toMatch(/^HTTP\/1\.1 503 /);
  });

  it("loses nobody in a restart under load", async () => {
    const socket = listeningSocket();
    const DATABASE = join(temporaryFolder(), "notice.db");
    const start = () => startService({ DATABASE }, { socket: socket.descriptor });
    const service = await start();
    const crowd = startCrowd(socket.url, 4);
    await crowd.goesOn();
    await service.ended("SIGTERM");
    await start();
    await crowd.goesOn();
    expect(await crowd.leaves()).toEqual({ notice: expect.any(Number) });
  });

  it("goes with the last worker, when the service ends so that it gets it again", async () => {
    const { descriptor } = listeningSocket();
    const service = await startService({ WORKERS: "2" }, { socket: descriptor });
    await expect.poll(() => listeners(service).length, patient).toBe(2);
    for (const pid of listeners(service)) process.kill(pid, "SIGKILL");
    expect(await service.ended()).toBe(1);
    expect(service.output().stdout).toContain("No worker is left, and the inherited socket was closed");
  });
});
