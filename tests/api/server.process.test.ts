import { execFileSync, spawnSync } from "node:child_process";
import { once } from "node:events";
import { cpSync, existsSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readBuild } from "../../api/assets/build.ts";
import { notice } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";
import { temporaryFolder } from "../support/folder.ts";
import { copyInstallation } from "../support/installation.ts";
import { patient } from "../support/patient.ts";
import { readiness, type ServiceOptions, startService, timesTold } from "../support/service/service.ts";
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

describe("a start that cannot be is one sentence and exit code 1:", () => {
  it("a port in use", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void other.close());
    await once(other, "listening");
    const PORT = String((other.address() as AddressInfo).port);
    expect(await refusal({ PORT })).toBe(
      `Cannot listen on 127.0.0.1:${PORT} (another program is listening there): free that address, or set HOST and PORT to another.\n`,
    );
  });

  it("an address that is not ours", async () => {
    expect(await refusal({ HOST: "192.0.2.1" })).toMatch(
      /^Cannot listen on 192\.0\.2\.1:0 \(this machine does not have/,
    );
  });

  it("a wrong setting", async () => {
    expect(await refusal({ PORT: "http" })).toBe(
      'PORT must be a whole number from 0 to 65535, not "http": correct it in the environment or in .env.\n',
    );
  });

  it("a store that would be another than was meant, for commands and the editor too", async () => {
    for (const [setting, value, sentence] of [
      [
        "DATABASE",
        "~/notice.db",
        /^DATABASE is taken as written: set it to \/.+\/notice\.db in the environment/,
      ],
      ["DATABASE_URL", "postgres://app:s3cret@db.example/notice", /^DATABASE_URL is set, (?!.*s3cret).*\n$/],
    ] as const) {
      const settings = { DATABASE: "", [setting]: value };
      expect(await refusal(settings)).toMatch(sentence);
      for (const command of ["show", "editor", "init"])
        expect(await notice({ ...process.env, ...settings }, [command])).toEqual({
          code: 1,
          stdout: "",
          stderr: expect.stringMatching(sentence),
        });
    }
  });

  it("a line of .env that is not a setting, or sets one that is misspelt, or a .env that is a pipe", async () => {
    const root = copyInstallation();
    const file = join(root, ".env");
    writeFileSync(file, "# Ours\nPORT: 8080\n");
    expect(await refusal({}, { root })).toBe(`Line 2 of ${file} is not a setting: write PORT=8080.\n`);
    writeFileSync(file, "RETRY_AFTR=60\n");
    expect(await refusal({}, { root })).toBe(
      `Line 1 of ${file} sets RETRY_AFTR, which is not a setting (did you mean RETRY_AFTER?): correct the name, or remove the line.\n`,
    );
    // Nobody waits for a pipe, in a command neither.
    rmSync(file);
    execFileSync("mkfifo", [file]);
    const piped = `The settings in ${file} cannot be read (it is a pipe): put a file there that can be, or remove it.\n`;
    expect(await refusal({}, { root })).toBe(piped);
    const command = spawnSync(process.execPath, [join(root, "scripts/bin.mjs"), "show"], {
      encoding: "utf8",
    });
    expect([command.status, command.stderr]).toEqual([1, piped]);
  });

  it("a payment key that is none for the public, which is not shown", async () => {
    const secret = "sk_live_51Backsoon";
    expect(await refusal({ STRIPE_PUBLISHABLE_KEY: secret })).toBe(
      "STRIPE_PUBLISHABLE_KEY must be a publishable key (pk_live_ or pk_test_, followed only by letters and digits): correct it in the environment or in .env.\n",
    );
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
    const second = await startService({ DATABASE });
    expect(await (await fetch(`${second.url}/api/notice`)).json()).toMatchObject({ title: "Kept" });
    expect((await notice(second.env, ["history", "--json"])).stdout.match(/"revision"/g)).toHaveLength(2);
  });

  it("shows what `set` has acknowledged with the very next request, 20 times of 20", async () => {
    const { url, env } = await startService();
    for (let round = 1; round <= 20; round += 1) {
      expect((await notice(env, ["set", "--message", `Round ${round}.`])).code).toBe(0);
      const [page, document] = await Promise.all([fetch(url), fetch(`${url}/api/notice`)]);
      expect(await page.text()).toContain(`>Round ${round}.</p>`);
      expect(await document.json()).toMatchObject({ message: `Round ${round}.` });
    }
  });

  it.each<[name: string, expectedReturn: string, WORKERS: string, count: number]>([
    ["of nothing while the expected return lies ahead", "+2h", "1", 0],
    ["once that an expected return has passed", "2020-01-01T00:00:00Z", "1", 1],
    ["once, and not in each worker, that an expected return has passed", "2020-01-01T00:00:00Z", "2", 1],
  ])("warns at its start %s", async (_name, expectedReturn, WORKERS, count) => {
    const { database, run } = await prepared();
    await run(
      "set",
      "--contact-email",
      "help@shop.example",
      "--as-given",
      "--expected-return",
      expectedReturn,
    );
    const isHere = WORKERS === "1";
    const service = await (isHere ? serveHere : startService)({ DATABASE: database, WORKERS });
    if ("ended" in service) await service.ended("SIGTERM");
    const warning = expect.objectContaining({
      revision: 2,
      msg: expect.stringMatching(
        /^"expectedReturn" passed \d+ d .*ago: give a time that lies ahead, or leave it out\.$/,
      ),
    });
    expect(service.log().filter(({ level }) => level === 40)).toEqual(Array(count).fill(warning));
  });

  it.each<[string, string, number]>([
    ["once, as long as the address is nobody's", "Support@Example.com", 1],
    ["not of an address that ops gave", "help@shop.example", 0],
  ])("warns at its start %s", async (_name, address, count) => {
    const { database, run } = await prepared();
    await run("set", "--contact-email", address);
    const service = await serveHere({ DATABASE: database });
    expect(service.log().filter(({ level }) => level === 40)).toEqual(
      Array(count).fill(
        expect.objectContaining({
          revision: 2,
          msg: `"contactEmail" is ${address}, which is nobody's, and visitors who need help write to it: give an address that somebody reads.`,
        }),
      ),
    );
  });

  it("keeps the last known good notice beside the store, and starts a lost store from it", async () => {
    const DATABASE = join(temporaryFolder(), "notice.db");
    const first = await startService({ DATABASE });
    await notice(first.env, ["set", "--title", "Known"]);
    await fetch(first.url);
    const known = `${DATABASE}.last-known-good.json`;
    const kept = () => existsSync(known) && readFileSync(known, "utf8");
    await expect.poll(kept, patient).toContain('"title": "Known"');
    await first.ended("SIGKILL");
    for (const suffix of ["", "-wal", "-shm"]) rmSync(DATABASE + suffix, { force: true });
    const second = await startService({ DATABASE });
    expect(await (await fetch(`${second.url}/api/notice`)).json()).toMatchObject({ title: "Known" });
    expect((await fetch(`${second.url}/api/notice`)).headers.get("etag")).toMatch(
      /^"3-[0-9a-f]{8}(?:-gz)?"$/,
    );
  });

  it("stays ready while its store is away, and shows the next change as soon as there is one", async () => {
    const service = await startService();
    const { url, env, database, ended } = service;
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
    await ended("SIGTERM");
    expect(timesTold(service, "The store is down") - before).toBe(1);
    expect(timesTold(service, "The store is up again") - before).toBe(1);
  });

  it("logs JSON lines", async () => {
    const service = await startService();
    await fetch(service.url);
    await service.ended("SIGTERM");
    const { stdout, stderr } = service.output();
    expect(stderr).toBe(`Backsoon is ready: ${service.url}\n`);
    for (const line of stdout.trim().split("\n")) expect(JSON.parse(line)).toHaveProperty("msg");
    expect(stdout).toContain(service.url);
  });
});

describe("a build that is missing is named", () => {
  it.each(["index.html", "assets"])("when %s is not there", (missing) => {
    const build = temporaryFolder();
    cpSync("dist/web", build, { recursive: true });
    expect(readBuild(build).assets).toHaveLength(2);
    rmSync(join(build, missing), { recursive: true });
    expect(() => readBuild(build)).toThrow(
      `The page is not built (${join(build, missing)} is missing): run \`npm run build\` in a clone, or install Backsoon again.`,
    );
  });

  it("when the page is empty", () => {
    const build = temporaryFolder();
    cpSync("dist/web", build, { recursive: true });
    writeFileSync(join(build, "index.html"), "");
    expect(() => readBuild(build)).toThrow(`The page is not built (${join(build, "index.html")} is missing)`);
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
