import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readBuild } from "../../api/http/assets.ts";
import { notice } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";
import { temporaryFolder } from "../support/folder.ts";
import { copyInstallation } from "../support/installation.ts";
import {
  readiness,
  type Service,
  type ServiceOptions,
  startService,
  timesTold,
} from "../support/service/service.ts";
import { serveHere } from "../support/service/service-here.ts";

/** The message of a service that does not start. */
async function refusal(settings: Record<string, string>, options?: ServiceOptions): Promise<string> {
  const failed = await startService(settings, options).then(
    () => "it started",
    ({ message }) => message,
  );
  const [, sentence] = /^The service ended with 1: (.*)$/s.exec(failed) ?? [];
  return sentence ?? `not exit code 1: ${failed}`;
}

describe("A start that fails", () => {
  it("names the address if the port is in use or the address is another machine's", async () => {
    const PORT = new URL((await serveHere()).url).port;
    await expect(serveHere({ PORT })).rejects.toThrow(
      `127.0.0.1:${PORT} (another program is listening there): `,
    );
    await expect(serveHere({ HOST: "192.0.2.1" })).rejects.toThrow("(this machine does not have");
  });

  it("names a .env that is a pipe, without waiting for it", async () => {
    const root = copyInstallation();
    const file = join(root, ".env");
    execFileSync("mkfifo", [file]);
    const command = [process.execPath, join(root, "scripts/bin.mjs"), "show"];
    const { status, stderr } = spawnSync(command[0] ?? "", command.slice(1), { encoding: "utf8" });
    const sentence = `The settings in ${file} cannot be read (it is not a regular file): `;
    expect([status, stderr]).toEqual([1, expect.stringContaining(sentence)]);
  });
});

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
    expect(await (await fetch(`${second.url}/api/notice`)).json()).toMatchObject({ title: "Kept" });
    expect((await notice(second.env, ["history", "--json"])).stdout.match(/"revision"/g)).toHaveLength(2);
  });

  it("logs at its start an expected return that has passed, the default address and a missing brand", async () => {
    const { database, run } = await prepared();
    const warnings = (service: Pick<Service, "log">) => service.log().filter(({ level }) => level === 40);
    await run("set", "--contact-email", "help@shop.example", "--expected-return", "+2h");
    expect(warnings(await serveHere({ DATABASE: database }))).toEqual([]);
    const passed = "2020-01-01T00:00:00Z";
    await run("set", "--contact-email", "Support@Example.com", "--as-given", "--expected-return", passed);
    // The path is relative to the installation.
    const service = await startService({ DATABASE: database, BRAND_DIR: "nowhere/at all" });
    await service.ended("SIGTERM");
    expect(
      service
        .log()
        .filter(({ level }) => level >= 50)
        .map(({ msg }) => msg),
    ).toEqual([expect.stringMatching(/There is no brand\.json in \/.*\/nowhere\/at all: /)]);
    expect(warnings(service).map(({ msg }) => msg)).toEqual([
      expect.stringMatching(
        /^"expectedReturn" passed \d+ d .*ago: give a time in the future, or leave it out\.$/,
      ),
      "The notice speaks of scheduled maintenance and names Support@Example.com: set both with `notice set --message TEXT --contact-email ADDRESS`.",
    ]);
  });

  it("logs a warning at its start if it may open too few files", async () => {
    const server = [process.execPath, "dist/node/api/server.js"];
    const limited = (files: number) => ["sh", "-c", `ulimit -n ${files} && exec "$0" "$@"`, ...server];
    const warning = /^This process may open only 5999 files and needs 6000: .*LimitNOFILE=/;
    for (const [files, warnings] of [
      [5999, [expect.stringMatching(warning)]],
      [6000, []],
    ] as const) {
      const service = await startService({}, { command: limited(files) });
      const told = service.log().filter(({ level, msg }) => level === 40 && msg.includes("files"));
      expect(told.map(({ msg }) => msg)).toEqual(warnings);
    }
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
    const shown = async () => (await (await fetch(`${url}/api/notice`)).json()) as { title: string };
    await expect.poll(shown).toMatchObject({ title: "Again" });
    expect(await readiness(service)).toMatchObject({ status: "ready", store: "up", revision: 3 });
    await service.stop();
    expect(timesTold(service, "The store is down") - before).toBe(1);
    expect(timesTold(service, "The store is up again") - before).toBe(1);
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
    expect(await refusal({ DATABASE }, { root })).toContain(
      `The page is not built (${join(root, "dist", "web", "index.html")} is missing): `,
    );
    expect(existsSync(DATABASE)).toBe(false);
  });
});
