import { execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, openSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it, onTestFinished } from "vitest";
import { readBuild } from "../../api/http/assets.ts";
import { assertPort, inheritedSocket } from "../../api/runtime/inherited-socket.ts";
import { notice } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";
import { temporaryFolder } from "../support/folder.ts";
import { copyInstallation } from "../support/installation.ts";
import { exchange } from "../support/network/http.ts";
import { listeningSocket, unixSocket } from "../support/network/listening-socket.ts";
import { takeConnections } from "../support/network/servers.ts";
import { open, until } from "../support/network/sockets.ts";
import { startCrowd } from "../support/network/visitors.ts";
import { patient } from "../support/patient.ts";
import { readiness, type Service, startService, timesTold } from "../support/service/service.ts";
import { serveHere } from "../support/service/service-here.ts";
import { lookAtClosing, requestUnderWay } from "../support/service/stopping.ts";

describe("A start that fails", () => {
  it("names the address if the port is in use or the address is another machine's", async () => {
    const PORT = new URL((await serveHere()).url).port;
    await expect(serveHere({ PORT })).rejects.toThrow(`:${PORT} (another program is listening there): `);
    await expect(serveHere({ HOST: "192.0.2.1" })).rejects.toThrow("(this machine does not have");
  });

  it("names a .env that is a pipe, without waiting for it", () => {
    const root = copyInstallation();
    const file = join(root, ".env");
    execFileSync("mkfifo", [file]);
    const args = [join(root, "scripts/bin.mjs"), "show"];
    const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
    expect(stderr).toContain(`The settings in ${file} cannot be read (it is not a regular file): `);
    expect(status).toBe(1);
  });
});

const server = "dist/node/api/server.js";
const titleAt = async (url: string) => (await (await fetch(`${url}/api/notice`)).json()).title as string;
const warnings = (service: Pick<Service, "log">) =>
  service.log().flatMap(({ level, msg }) => (level === 40 ? [msg] : []));

describe("A service", () => {
  it("creates its store, prints its address, and keeps the notice for the next start", async () => {
    const DATABASE = join(temporaryFolder(), "var", "notice.db");
    const first = await startService({ DATABASE });
    expect(first.url).toMatch(/^http:\/\/127\.0\.0\.1:\d+$/);
    expect((await fetch(first.url)).status).toBe(503);
    await notice(first.env, ["set", "--title", "Kept"]);
    expect(await first.ended("SIGTERM")).toBe(0);
    const { stdout, stderr } = first.output();
    expect(stderr).toBe(`Backsoon is ready: ${first.url}\n`);
    for (const line of stdout.trim().split("\n")) expect(JSON.parse(line)).toHaveProperty("msg");
    expect(stdout).toContain(first.url);
    const second = await serveHere({ DATABASE });
    expect(await titleAt(second.url)).toBe("Kept");
    expect((await notice(second.env, ["history", "--json"])).stdout.match(/"revision"/g)).toHaveLength(2);
  });

  it("logs at its start an expected return that has passed, the default address and a missing brand", async () => {
    const { database: DATABASE, run } = await prepared();
    await run("set", "--contact-email", "help@shop.example", "--expected-return", "+2h");
    expect(warnings(await serveHere({ DATABASE }))).toEqual([]);
    const passed = "2020-01-01T00:00:00Z";
    await run("set", "--contact-email", "Support@Example.com", "--as-given", "--expected-return", passed);
    // The path is relative to the installation.
    const service = await serveHere({ DATABASE, BRAND_DIR: "nowhere/at all" });
    const [error, ...more] = service.log().filter(({ level }) => level >= 50);
    expect(more).toEqual([]);
    expect(error?.msg).toMatch(/no brand\.json in \/.*\/nowhere\/at all: /);
    expect(warnings(service)).toEqual([
      expect.stringMatching(/^"expectedReturn" passed \d+ d .*ago: /),
      expect.stringContaining("speaks of scheduled maintenance and names Support@Example.com: "),
    ]);
  });

  it.each([
    [5999, [expect.stringMatching(/ may open only 5999 files and needs 6000: .*LimitNOFILE=/)]],
    [6000, []],
  ])("logs a warning at its start if it may open too few files: %i", async (files, expected) => {
    const command = ["sh", "-c", `ulimit -n ${files} && exec "$0" "$@"`, process.execPath, server];
    const service = await startService({}, { command });
    expect(warnings(service).filter((msg) => msg.includes("files"))).toEqual(expected);
  });

  it("stays ready without its store, and shows the next change once the store is back", async () => {
    const service = await serveHere();
    const { url, env, database } = service;
    const before = timesTold(service, "The store is down");
    expect(await readiness(service)).toMatchObject({ status: "ready", store: "up", revision: 1 });
    for (const suffix of ["", "-wal", "-shm"]) rmSync(database + suffix, { force: true });
    for (let request = 0; request < 50; request += 1) expect((await fetch(url)).status).toBe(503);
    expect(await readiness(service)).toMatchObject({ status: "ready", store: "down", revision: 1 });
    await notice(env, ["init"]);
    await notice(env, ["set", "--title", "Again"]);
    // If the service meets a half-made file, it tries again.
    await expect.poll(() => titleAt(url)).toBe("Again");
    expect(await readiness(service)).toMatchObject({ status: "ready", store: "up", revision: 3 });
    await service.stop();
    for (const said of ["The store is down", "The store is up again"])
      expect(timesTold(service, said) - before).toBe(1);
  });
});

describe("A missing build", () => {
  it.each([
    ["index.html is not there", "index.html", rmSync],
    ["index.html is empty", "index.html", (file: string) => writeFileSync(file, "")],
    ["assets are not there", "assets", (folder: string) => rmSync(folder, { recursive: true })],
  ])("is named if %s", (_name, missing, spoil) => {
    const build = temporaryFolder();
    cpSync("dist/web", build, { recursive: true });
    expect(readBuild(build).assets).toHaveLength(3);
    spoil(join(build, missing));
    expect(() => readBuild(build)).toThrow(`The page is not built (${join(build, missing)} is missing): `);
  });

  it("ends the start with exit code 1 before the store is touched", async () => {
    const root = copyInstallation("dist/node");
    const DATABASE = join(root, "notice.db");
    const reason = `The page is not built (${join(root, "dist", "web", "index.html")} is missing): `;
    const start = startService({ DATABASE }, { root });
    await expect(start).rejects.toThrow(`The service ended with 1: ${reason}`);
    expect(existsSync(DATABASE)).toBe(false);
  });
});

/** Starts a service that is stopped before it is ready, and then must leave no process. */
function start(settings: Record<string, string>) {
  const place = settings.STATE_DIR ?? settings.DATABASE;
  const env = { ...process.env, PORT: "0", ...settings };
  const child = spawn(process.execPath, [server], { env, stdio: ["ignore", "ignore", "pipe"] });
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

  it("says at once that it is closing, and takes new visitors for another moment", async () => {
    const { url, stop } = await serveHere();
    const stopped = stop({});
    const visit = (path: string) =>
      exchange(url, `GET ${path} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`);
    expect(await visit("/.backsoon/readyz")).toContain('"closing"');
    for (let visitor = 0; visitor < 5; visitor += 1)
      expect(await visit("/x")).toMatch(/^HTTP\/1\.1 503 .*\r\nRetry-After: /is);
    await stopped;
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

describe("A socket from systemd", () => {
  it("is used only by the process to which it was passed", () => {
    const [LISTEN_PID, LISTEN_FDS] = ["12", "1"];
    expect(inheritedSocket({ LISTEN_PID, LISTEN_FDS }, 12)).toBe(3);
    for (const env of [{ LISTEN_PID: "11", LISTEN_FDS }, { LISTEN_PID, LISTEN_FDS: "0" }, { LISTEN_PID }, {}])
      expect(inheritedSocket(env, 12)).toBeUndefined();
  });

  it("is refused in one sentence if there are several or it cannot listen", async () => {
    const cannot = "Cannot listen on the socket that systemd passed";
    const several = { LISTEN_PID: "12", LISTEN_FDS: "2" };
    expect(() => inheritedSocket(several, 12)).toThrow(`${cannot} (LISTEN_FDS is 2, `);
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
