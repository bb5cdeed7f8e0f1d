import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { notice, noticeProcess } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";
import { temporaryFolder } from "../support/folder.ts";
import { copyInstallation } from "../support/installation.ts";
import { listenHere, takeConnections, withoutTls } from "../support/network/servers.ts";
import { serveHere } from "../support/service/service-here.ts";
import { tamper } from "../support/store/forged-backup.ts";
import { locked } from "../support/store/sqlite-file.ts";
import { keptWith, signed } from "../support/texts/notices.ts";

const subjects = [
  ...["settings", "environment", "store", "SQLite", "durability", "integrity", "revisions", "file system"],
  ...["disk", "page", "last known good", "contact", "expected return", "service"],
];

/** Only root could listen on this port, so nobody does. */
const nobody = { PORT: "1" };

describe("notice check", () => {
  it("prints a line for each subject", async () => {
    const { url, env } = await serveHere();
    const run = (...args: string[]) => notice({ ...env, PORT: new URL(url).port, TZ: "UTC" }, args);
    await run("set", "--message", "x", "--contact-email", "help@shop.example");
    const { code, stdout, stderr } = await run("check");
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout.split("\n")).toEqual([
      ...subjects.map((subject) => expect.stringMatching(`^ok      ${subject}: .`)),
      `${subjects.length} fine.`,
      "",
    ]);
    expect(stdout).toContain("durability: each change is on the disk before it is confirmed");
    expect(stdout).toContain("revisions: 2, all intact");
    expect(stdout).not.toMatch(/0x|=\d/);
    const results = JSON.parse((await run("check", "--json")).stdout);
    expect(results.map(({ subject }: { subject: string }) => subject)).toEqual(subjects);
  });

  it("warns of the default contact address and of a missing message", async () => {
    const { run } = await prepared();
    const { code, stdout } = await run("check", "--no-service");
    expect(code).toBe(0);
    expect(stdout).toMatch(/^warning contact: .* support@example\.com: /m);
    expect(stdout).toMatch(/^warning message: none, so the page says "scheduled maintenance" even if /m);
    await run("set", "--contact-email", "help@shop.example", "--message", "We are away for a moment.");
    const corrected = (await run("check", "--no-service")).stdout;
    expect(corrected).toContain("\nok      contact: help@shop.example\n");
    expect(corrected).not.toContain(" message: ");
  });

  describe("asks the service and", () => {
    /** The line about the service, for a command with these settings. */
    async function lineOf(settings: NodeJS.ProcessEnv, cwd = ".") {
      const { env } = await prepared();
      const { code, stdout } = await notice({ ...env, ...settings }, ["check"], { cwd });
      expect(code).toBe(stdout.includes("FAILURE") ? 1 : 0);
      return /^\S+ +service: .*$/m.exec(stdout)?.[0];
    }

    it("fails if none answers", async () => {
      const refused = "FAILURE service: No service answers at http://127.0.0.1:1 (connect";
      const closed = "127.0.0.1:1): start it";
      expect(await lineOf(nobody)).toContain(`${refused} ECONNREFUSED ${closed} with \`npm start\`; if it`);
      const inAll = await lineOf({ ...nobody, HOST: "0.0.0.0" }, temporaryFolder());
      expect(inAll).toContain(`${closed}; if`);
      expect(await lineOf({ ...nobody, HOST: "::" })).toContain("No service answers at http://127.0.0.1:1 (");
      const { port } = await takeConnections(() => {});
      expect(await lineOf({ PORT: `${port}` })).toContain(" (not in time): restart it; ");
      expect(await lineOf({ PORT: "0" })).toMatch(/^warning service: PORT is 0, /);
    });

    it("warns if it shows another revision", async () => {
      const { env, database, url } = await serveHere();
      const { origin, port: PORT } = new URL(url);
      const ready = `ok      service: ready at ${origin}, shows revision 1`;
      expect(await lineOf({ PORT, DATABASE: database })).toBe(ready);
      await notice(env, ["set", "--title", "x"]);
      expect(await lineOf({ PORT })).toMatch(
        /^warning service: .* shows revision 2 \(2-[0-9a-f]{8}\), but the store of this command has 1-[0-9a-f]{8}: /,
      );
    });

    const ready = { status: "ready", revision: 1, sum: "0", store: "down", secondsSinceStoreAnswered: 120 };
    const marked = { "Maintenance-Notice": "1" };
    it.each<[string, NodeJS.Dict<string>, object, RegExp]>([
      ["another program", {}, ready, /^FAILURE service: What answers at \S+ is not Backsoon \(status 200\)/],
      ["a marker without a document", marked, {}, /^FAILURE service: What answers at \S+ is not Backsoon /],
      ["a service that closes", marked, { ...ready, status: "closing" }, / is not ready \(closing\): /],
      ["a service without its store", marked, ready, / shows revision 1, and lost its store 2 min ago: /],
      ["an older store", marked, { ...ready, reason: "behind" }, / revision 1, and its store is older: /],
    ])("recognizes %s", async (_name, headers, body, said) => {
      const text = JSON.stringify(body);
      const server = await withoutTls((_, response) => response.writeHead(200, headers).end(text));
      const url = await listenHere(server);
      expect(await lineOf({ PORT: new URL(url).port })).toMatch(said);
    });
  });

  it("prints failures and warnings first, and a count last", async () => {
    const { run } = await prepared(nobody);
    const { stdout } = await run("check");
    expect(stdout).toMatch(/^FAILURE .*\n(warning .*\n){3}(ok {6}.*\n)+1 failure, 3 warnings, \d+ fine\.\n$/);
    expect((await run("check", "--no-service")).code).toBe(0);
  });

  const changed = "UPDATE revision SET body = replace(body, 'Under', 'Undxr')";
  it.each<[string, (database: string) => void, string, string]>([
    ["store", (database) => rmSync(database), "store", "There is no notice store at"],
    ["revision", (database) => tamper(database, (db) => db.exec(changed)), "revisions", "damaged: 1"],
  ])("ends with exit code 1 for a broken %s", async (_name, damage, subject, detail) => {
    const { run, database } = await prepared();
    damage(database);
    const { code, stdout, stderr } = await run("check", "--no-service");
    expect([code, stdout]).toEqual([1, expect.stringContaining(`FAILURE ${subject}: ${detail}`)]);
    const documents = resolve("docs/troubleshooting.md");
    expect(stderr).toBe(`The check found problems with: ${subject}. Every cause and fix: ${documents}\n`);
    const json = await run("check", "--no-service", "--json");
    const failure = expect.objectContaining({ subject, state: "failure" });
    expect([json.code, JSON.parse(json.stdout)]).toEqual([1, expect.arrayContaining([failure])]);
  });

  it("reports what answers at APP_URL, and a wrong APP_URL", async () => {
    const { env, url } = await serveHere();
    const app = await listenHere(await withoutTls((_request, response) => response.end()));
    // A label of a name has at most 63 characters, so no DNS server is asked.
    const mistyped = `${"x".repeat(64)}.example`;
    for (const [APP_URL, code, line] of [
      ["shop.example", 1, "FAILURE app: APP_URL must be an http or https URL "],
      [`${app}/cart`, 0, `ok      app: the app answers at ${new URL(app).host}\n`],
      [url, 0, `ok      app: Backsoon answers at ${new URL(url).host}\n`],
      [`https://${mistyped}`, 0, `warning app: It is not known what answers at ${mistyped}. `],
    ] as const) {
      const stdout = expect.stringContaining(line);
      expect(await notice({ ...env, APP_URL }, ["check"])).toMatchObject({ code, stdout });
    }
  });

  it("fails on a store that is behind what visitors saw, and on a locked store", async () => {
    const { run, database } = await prepared();
    await run("set", "--title", "x");
    const known = `${database}.last-known-good.json`;
    const check = async () => {
      const { code, stdout } = await run("check", "--no-service");
      expect(code).toBe(1);
      return stdout;
    };
    writeFileSync(known, signed(keptWith({}, 7)));
    const behind = "The notice store is at revision 2, but visitors have ";
    expect(await check()).toContain(`FAILURE last known good: ${behind}`);
    writeFileSync(known, signed(keptWith({}, 10_003)));
    expect(await check()).toContain(`FAILURE last known good: Revision 10003 in ${known} is ignored`);
    expect((await run("set", "--title", "y")).stdout).toContain("Revision 3 is published.");
    rmSync(known);
    locked(database);
    expect(await check()).toMatch(/^FAILURE store: .* is locked by another process/m);
  });

  it.each([
    ["09:00:01", "ok     "],
    ["09:00:00", "warning"],
  ])("warns of an expected return that passed an hour ago or earlier: %s", async (time, mark) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T10:00:00Z") });
    onTestFinished(() => void vi.useRealTimers());
    const { run } = await prepared();
    await run("set", "--title", "x", "--as-given", "--expected-return", `2026-11-21T${time}Z`);
    const line = `${mark} expected return: The expected return in the notice passed 1 h ago: give a new one`;
    const stdout = expect.stringContaining(line);
    expect(await run("check", "--no-service")).toMatchObject({ code: 0, stdout });
  });

  it("lists the settings of environment and .env without their values", async () => {
    const root = copyInstallation();
    const file = join(root, ".env");
    writeFileSync(join(root, "key"), "Sentinel-in-a-file");
    const chat = "AZURE_OPENAI_CHAT_KEY_FILE=key\nAZURE_OPENAI_CHAT_BASE_PATH=https://a.example/Sentinel\n";
    writeFileSync(file, `RETRY_AFTER=60\nNOTICE_AUTHOR=Sentinel\nHOST=\nOTHER=1\n${chat}`);
    const { PATH } = process.env;
    const env = { PATH, DATABASE: join(root, "notice.db"), NOTICE_AUTHOR: "anna", PORT: "" };
    const program = [join(root, "scripts/bin.mjs"), "check"];
    const { stdout } = spawnSync(process.execPath, program, { env, encoding: "utf8" });
    expect(stdout.match(/^ok +(?:settings|environment|\.env):.*/gm)).toEqual([
      `ok      settings: all valid, home ${root}`,
      "ok      environment: sets DATABASE, NOTICE_AUTHOR",
      `ok      .env: ${file} sets RETRY_AFTER, NOTICE_AUTHOR (the environment wins), AZURE_OPENAI_CHAT_BASE_PATH, AZURE_OPENAI_CHAT_KEY (in the file that AZURE_OPENAI_CHAT_KEY_FILE names)`,
    ]);
    expect(stdout).not.toContain("Sentinel");
  });

  it("warns of an unknown TZ, as `notice set` does", async () => {
    const { env } = await prepared();
    const unknown = expect.stringContaining('TZ is "Europe/Berln", which is not a known time zone');
    // The zone of a process is fixed when it starts.
    const run = (TZ: string, ...args: string[]) => noticeProcess({ ...env, TZ }, args);
    const set = ["set", "--expected-return", "2126-01-01T00:00:00Z", "--dry-run"];
    expect(await run("Europe/Berln", "check", "--no-service")).toMatchObject({ code: 0, stdout: unknown });
    expect(await run("Europe/Berln", ...set)).toMatchObject({ code: 0, stderr: unknown });
    expect((await run(":Europe/Berlin", ...set)).stderr).toBe("");
  });

  it("fails on a wrong setting that only the service uses", async () => {
    const { run } = await prepared({ PORT: "http" });
    const line = "FAILURE settings: PORT must be a whole number from 0 to 65535";
    expect(await run("check")).toMatchObject({ code: 1, stdout: expect.stringContaining(line) });
  });
});
