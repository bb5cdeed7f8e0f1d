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

/** What the service says when it does not start. */
async function refusal(settings: Record<string, string>, options?: ServiceOptions): Promise<string> {
  const failed = await startService(settings, options).then(
    () => "it started",
    (error: Error) => error.message,
  );
  const [, sentence] = /^The service ended with 1: (.*)$/s.exec(failed) ?? [];
  return sentence ?? `not exit code 1: ${failed}`;
}

describe("a start that cannot be is one sentence", () => {
  it("on a port in use, and at an address that is not ours", async () => {
    const PORT = new URL((await serveHere()).url).port;
    await expect(serveHere({ PORT })).rejects.toThrow(
      `Cannot listen on 127.0.0.1:${PORT} (another program is listening there): stop the program that uses it, or set HOST and PORT to another address.`,
    );
    await expect(serveHere({ HOST: "192.0.2.1" })).rejects.toThrow(
      "Cannot listen on 192.0.2.1:0 (this machine does not have",
    );
  });

  it("with a .env that is a pipe, for which nobody waits", async () => {
    const root = copyInstallation();
    const file = join(root, ".env");
    execFileSync("mkfifo", [file]);
    const command = [process.execPath, join(root, "scripts/bin.mjs"), "show"];
    const { status, stderr } = spawnSync(command[0] ?? "", command.slice(1), { encoding: "utf8" });
    expect([status, stderr]).toEqual([
      1,
      `The settings in ${file} cannot be read (it is not a regular file): make it a readable file, or remove it.\n`,
    ]);
  });
});

describe("a service", () => {
  it("creates its store, says where it listens, and loses nothing on the next start", async () => {
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

  it("warns at its start, of an expected return that has passed and an address that is nobody's, and says what is wrong with its brand", async () => {
    const { database, run } = await prepared();
    const warnings = (service: Pick<Service, "log">) => service.log().filter(({ level }) => level === 40);
    await run("set", "--contact-email", "help@shop.example", "--expected-return", "+2h");
    expect(warnings(await serveHere({ DATABASE: database }))).toEqual([]);
    const passed = "2020-01-01T00:00:00Z";
    await run("set", "--contact-email", "Support@Example.com", "--as-given", "--expected-return", passed);
    // A folder is looked for from that of the installation on.
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

  it("warns at its start if it may open too few files for its connections", async () => {
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

  it("stays ready while its store is away, and shows the next change as soon as there is one", async () => {
    const service = await serveHere();
    const { url, env, database } = service;
    const before = timesTold(service, "The store is down");
    expect(await readiness(service)).toMatchObject({ status: "ready", store: "up", revision: 1 });
    for (const suffix of ["", "-wal", "-shm"]) rmSync(database + suffix, { force: true });
    for (let request = 0; request < 50; request += 1) expect((await fetch(url)).status).toBe(503);
    expect(await readiness(service)).toMatchObject({ status: "ready", store: "down", revision: 1 });
    await notice(env, ["init"]);
    await notice(env, ["set", "--title", "Again"]);
    // A file that could not be opened while it was being made is tried again after a moment.
    const shown = async () => (await (await fetch(`${url}/api/notice`)).json()) as { title: string };
    await expect.poll(shown).toMatchObject({ title: "Again" });
    expect(await readiness(service)).toMatchObject({ status: "ready", store: "up", revision: 3 });
    await service.stop();
    expect(timesTold(service, "The store is down") - before).toBe(1);
    expect(timesTold(service, "The store is up again") - before).toBe(1);
  });
});

describe("a build that is missing is named", () => {
  it.each([
    ["index.html is not there", "index.html", rmSync],
    ["index.html is empty", "index.html", (file: string) => writeFileSync(file, "")],
    ["assets are not there", "assets", (folder: string) => rmSync(folder, { recursive: true })],
  ])("when %s", (_name, missing, spoil) => {
    const build = temporaryFolder();
    cpSync("dist/web", build, { recursive: true });
    expect(readBuild(build).assets).toHaveLength(3);
    spoil(join(build, missing));
    expect(() => readBuild(build)).toThrow(
      `The page is not built (${join(build, missing)} is missing): run \`npm run build\` in a clone, or install Backsoon again.`,
    );
  });

  it("at the start, which ends with exit code 1 and has not touched the store", async () => {
    const root = copyInstallation("dist/node");
    const DATABASE = join(root, "notice.db");
    expect(await refusal({ DATABASE }, { root })).toBe(
      `The page is not built (${join(root, "dist", "web", "index.html")} is missing): run \`npm run build\` in a clone, or install Backsoon again.\n`,
    );
    expect(existsSync(DATABASE)).toBe(false);
  });
});
