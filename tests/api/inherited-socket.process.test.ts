import { once } from "node:events";
import { openSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { assertPort, inheritedSocket } from "../../api/runtime/inherited-socket.ts";
import { temporaryFolder } from "../support/folder.ts";
import { listeningSocket, unixSocket } from "../support/network/listening-socket.ts";
import { open } from "../support/network/sockets.ts";
import { startCrowd } from "../support/network/visitors.ts";
import { startService } from "../support/service/service.ts";

describe("A socket from systemd", () => {
  it("is used only by the process to which it was passed", () => {
    const [LISTEN_PID, LISTEN_FDS] = ["12", "1"];
    expect(inheritedSocket({ LISTEN_PID, LISTEN_FDS }, 12)).toBe(3);
    for (const env of [{ LISTEN_PID: "11", LISTEN_FDS }, { LISTEN_PID, LISTEN_FDS: "0" }, { LISTEN_PID }, {}])
      expect(inheritedSocket(env, 12)).toBeUndefined();
  });

  it("is refused in one sentence if there are several or it cannot listen", async () => {
    const cannot = "Cannot listen on the socket that systemd passed";
    expect(() => inheritedSocket({ LISTEN_PID: "12", LISTEN_FDS: "2" }, 12)).toThrow(
      `${cannot} (LISTEN_FDS is 2, `,
    );
    expect(() => assertPort(unixSocket())).toThrow(`${cannot} (it is a Unix socket)`);
    const file = openSync(join(temporaryFolder(), "file"), "w");
    const refused = new RegExp(`^The service ended with 1: ${cannot} \\(listen EINVAL: .*\\n$`);
    await expect(startService({}, { socket: file })).rejects.toThrow(refused);
  });

  it("replaces HOST and PORT, and loses no visitor in a restart under load", async () => {
    const socket = listeningSocket();
    const settings = { DATABASE: join(temporaryFolder(), "notice.db"), HOST: "192.0.2.1", PORT: "1" };
    const start = () => startService(settings, { socket: socket.descriptor });
    const service = await start();
    expect(service.url).toBe(socket.url);
    const crowd = startCrowd(socket.url);
    await crowd.goesOn();
    expect(await service.ended("SIGTERM")).toBe(0);
    // More than the default backlog of a socket.
    const waiting = await Promise.all(Array.from({ length: 400 }, () => open(socket.url)));
    for (const visitor of waiting) visitor.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    const answers = Promise.all(waiting.map(async (visitor) => String((await once(visitor, "data"))[0])));
    await start();
    for (const answer of await answers) expect(answer).toMatch(/^HTTP\/1\.1 503 /);
    await crowd.goesOn();
    expect(await crowd.leaves()).toEqual({ notice: expect.any(Number) });
  });
});
