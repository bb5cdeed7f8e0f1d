import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readBuild } from "../../api/http/assets.ts";
import { notice } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";
import { temporaryFolder } from "../support/folder.ts";
import { copyInstallation } from "../support/installation.ts";
import { readiness, type Service, startService, timesTold } from "../support/service/service.ts";
import { serveHere } from "../support/service/service-here.ts";

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
    const service = await startService({ DATABASE, BRAND_DIR: "nowhere/at all" });
    await service.ended("SIGTERM");
    const errors = service.log().filter(({ level }) => level >= 50);
    expect(errors).toEqual([
      expect.objectContaining({ msg: expect.stringMatching(/no brand\.json in \/.*\/nowhere\/at all: /) }),
    ]);
    expect(warnings(service)).toEqual([
      expect.stringMatching(/^"expectedReturn" passed \d+ d .*ago: /),
      expect.stringContaining("speaks of scheduled maintenance and names Support@Example.com: "),
    ]);
  });

  it.each([
    [5999, [expect.stringMatching(/ may open only 5999 files and needs 6000: .*LimitNOFILE=/)]],
    [6000, []],
  ])("logs a warning at its start if it may open too few files: %i", async (files, expected) => {
    const server = [process.execPath, "dist/node/api/server.js"];
    const command = ["sh", "-c", `ulimit -n ${files} && exec "$0" "$@"`, ...server];
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
    await expect(startService({ DATABASE }, { root })).rejects.toThrow(
      `The service ended with 1: The page is not built (${join(root, "dist", "web", "index.html")} is missing): `,
    );
    expect(existsSync(DATABASE)).toBe(false);
  });
});
