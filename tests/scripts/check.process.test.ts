import { spawnSync } from "node:child_process";
import { rmSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { notice, noticeProcess } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";
import { temporaryFolder } from "../support/folder.ts";
import { copyInstallation } from "../support/installation.ts";
import { startFront } from "../support/network/front.ts";
import { listenHere, takeConnections, withoutTls } from "../support/network/servers.ts";
import { serveHere } from "../support/service/service-here.ts";
import { tamper } from "../support/store/forged-backup.ts";
import { keptWith, signed } from "../support/texts/notices.ts";

const subjects = [
  "settings",
  "environment",
  "store",
  "SQLite",
  "durability",
  "integrity",
  "revisions",
  "file system",
  "disk",
  "page",
  "last known good",
  "contact",
  "expected return",
  "service",
];

/** Where nobody listens: only root could. */
const nobody = { PORT: "1" };

describe("notice check", () => {
  it("prints a line for each subject", async () => {
    const { database, url, env } = await serveHere();
    const at = { ...env, PORT: new URL(url).port, TZ: "UTC" };
    const run = (...args: string[]) => notice(at, args);
    await run("set", "--message", "x", "--contact-email", "help@shop.example");
    const { code, stdout, stderr } = await run("check");
    expect([code, stderr, database]).toEqual([0, "", env.DATABASE]);
    expect(stdout.trimEnd().split("\n")).toEqual([
      ...subjects.map((subject) => expect.stringMatching(`^ok      ${subject}: .`)),
      `${subjects.length} fine.`,
    ]);
    expect(stdout).toContain("durability: each change is on the disk before it is confirmed");
    expect(stdout).not.toMatch(/0x|=\d/);
    expect(stdout).toContain("revisions: 2, all intact");
    const results = JSON.parse((await run("check", "--json")).stdout);
    expect(results.map(({ subject }: { subject: string }) => subject)).toEqual(subjects);
  });

  it("warns of the default contact address and of a missing message", async () => {
    const { run } = await prepared();
    const { code, stdout } = await run("check", "--no-service");
    expect([code, stdout]).toEqual([
      0,
      expect.stringMatching(
        /^warning contact: .* names support@example\.com: set both with `npx notice set /m,
      ),
    ]);
    expect(stdout).toMatch(/^warning message: none, so the page says "scheduled maintenance" even if /m);
    await run("set", "--contact-email", "help@shop.example", "--message", "We are away for a moment.");
    const { stdout: right } = await run("check", "--no-service");
    expect(right).toContain("\nok      contact: help@shop.example\n");
    expect(right).not.toContain(" message: ");
  });

  it("fails if no Backsoon service answers, and warns if the service shows another revision", async () => {
    const { env } = await prepared();
    const lineOf = async (settings: Record<string, string>, cwd = ".") => {
      const { code, stdout } = await notice({ ...env, ...settings }, ["check"], { cwd });
      expect(code).toBe(stdout.includes("FAILURE") ? 1 : 0);
      return stdout.split("\n").filter((line) => /^\S+ +service: /.test(line));
    };
    const refused = "http://127.0.0.1:1 (connect ECONNREFUSED 127.0.0.1:1)";
    const elsewhere =
      "if it listens elsewhere, set HOST and PORT to its address. If none runs here, give --no-service.";
    expect(await lineOf(nobody)).toEqual([
      `FAILURE service: No service answers at ${refused}: start it with \`npm start\`; ${elsewhere}`,
    ]);
    expect(await lineOf({ ...nobody, HOST: "0.0.0.0" }, temporaryFolder())).toEqual([
      `FAILURE service: No service answers at ${refused}: start it; ${elsewhere}`,
    ]);
    expect(await lineOf({ ...nobody, HOST: "::" })).toEqual([
      expect.stringContaining("No service answers at http://127.0.0.1:1 ("),
    ]);
    const { port: hanging } = await takeConnections(() => {});
    expect(await lineOf({ PORT: String(hanging) })).toEqual([
      expect.stringContaining(" (not in time): restart it; "),
    ]);
    expect(await lineOf({ PORT: "0" })).toEqual([expect.stringMatching(/^warning service: PORT is 0, /)]);

    const { env: of, database, url } = await serveHere();
    const { origin, port: PORT } = new URL(url);
    expect(await lineOf({ PORT, DATABASE: database })).toEqual([
      `ok      service: ready at ${origin}, shows revision 1`,
    ]);
    await notice({ ...env, DATABASE: of.DATABASE ?? "" }, ["set", "--title", "x"]);
    expect(await lineOf({ PORT })).toEqual([
      expect.stringMatching(
        /^warning service: The service at \S+ shows revision 2 \(2-[0-9a-f]{8}\), but the store of this command has 1-[0-9a-f]{8}: .* the service has another DATABASE\.$/,
      ),
    ]);

    const front = await startFront(url);
    front.answerWith((_request, response) => response.writeHead(200).end("{}"));
    expect(await lineOf({ PORT: new URL(front.url).port })).toEqual([
      expect.stringMatching(/^FAILURE service: What answers at \S+ is not Backsoon \(status 200\): /),
    ]);
    const answer = (body: object) =>
      front.answerWith((_request, response) =>
        response.writeHead(200, { "Maintenance-Notice": "1" }).end(JSON.stringify(body)),
      );
    const ready = { status: "ready", revision: 1, sum: "0", store: "down", secondsSinceStoreAnswered: 120 };
    for (const [body, words] of [
      [{ ...ready, status: "closing" }, / is not ready \(closing\): when it has stopped, start it/],
      [ready, / shows revision 1, and lost its store 2 min ago: /],
      [{ ...ready, reason: "behind" }, / shows revision 1, and its store is older: /],
    ] as const) {
      answer(body);
      expect(await lineOf({ PORT: new URL(front.url).port })).toEqual([expect.stringMatching(words)]);
    }
  });

  it("prints failures and warnings first, and a count last", async () => {
    const { env } = await prepared();
    const { stdout } = await notice({ ...env, ...nobody }, ["check"]);
    const marks = stdout
      .trimEnd()
      .split("\n")
      .map((line) => line.split(" ")[0]);
    expect(marks.slice(0, 4)).toEqual(["FAILURE", "warning", "warning", "warning"]);
    expect(new Set(marks.slice(4, -1))).toEqual(new Set(["ok"]));
    expect(stdout).toMatch(/\n1 failure, 3 warnings, \d+ fine\.\n$/);
    expect((await notice({ ...env, ...nobody }, ["check", "--no-service"])).code).toBe(0);
  });

  it.each<[string, (database: string) => void, string, string]>([
    ["store", (database) => rmSync(database), "store", "There is no notice store at"],
    [
      "revision",
      (database) =>
        tamper(database, (db) => db.exec("UPDATE revision SET body = replace(body, 'Under', 'Undxr')")),
      "revisions",
      "damaged: 1",
    ],
  ])("ends with exit code 1 for a broken %s", async (_name, damage, subject, detail) => {
    const { run, database } = await prepared();
    damage(database);
    const { code, stdout, stderr } = await run("check", "--no-service");
    expect(code).toBe(1);
    expect(stdout).toContain(`FAILURE ${subject}: ${detail}`);
    expect(stderr).toBe(
      `The check found problems with: ${subject}. Every cause and fix: ${resolve("docs/troubleshooting.md")}\n`,
    );
    const json = await run("check", "--no-service", "--json");
    expect([
      json.code,
      JSON.parse(json.stdout).some(({ state }: { state: string }) => state === "failure"),
    ]).toEqual([1, true]);
  });

  it("reports what answers at APP_URL, and a wrong APP_URL", async () => {
    const { env, url } = await serveHere();
    const app = await listenHere(await withoutTls((_request, response) => response.end()));
    // No resolver is asked for a part that is so long.
    const mistyped = `${"x".repeat(64)}.example`;
    for (const [address, code, line] of [
      ["shop.example", 1, "FAILURE app: APP_URL must be an http or https URL "],
      [`${app}/cart`, 0, `ok      app: the app answers at ${new URL(app).host}\n`],
      [url, 0, `ok      app: Backsoon answers at ${new URL(url).host}\n`],
      [
        `https://${mistyped}`,
        0,
        `warning app: It is not known what answers at ${mistyped}. It could not be reached (ENOTFOUND)`,
      ],
    ] as const) {
      const outcome = await notice({ ...env, APP_URL: address }, ["check"]);
      expect([outcome.code, outcome.stdout]).toEqual([code, expect.stringContaining(line)]);
    }
  });

  it("fails on a store that is behind what visitors saw, and on a locked store", async () => {
    const { run, database } = await prepared();
    await run("set", "--title", "x");
    const known = `${database}.last-known-good.json`;
    writeFileSync(known, signed(keptWith({}, 7)));
    const behind = await run("check", "--no-service");
    expect(behind.code).toBe(1);
    expect(behind.stdout).toMatch(
      /^FAILURE last known good: The notice store is at revision 2, but visitors have seen revision 7/m,
    );
    writeFileSync(known, signed(keptWith({}, 10_003)));
    expect((await run("check", "--no-service")).stdout).toMatch(
      /^FAILURE last known good: Revision 10003 in .*last-known-good\.json is ignored/m,
    );
    expect((await run("set", "--title", "y")).stdout).toContain("Revision 3 is published.");

    rmSync(known);
    const db = new Database(database);
    db.exec("BEGIN IMMEDIATE");
    const locked = await run("check", "--no-service");
    db.close();
    expect(locked.code).toBe(1);
    expect(locked.stdout).toMatch(/^FAILURE store: .* is locked by another process/m);
  });

  it.each([
    ["09:00:01", "ok      expected return: The expected return in the notice passed 1 h ago: give a new one"],
    ["09:00:00", "warning expected return: The expected return in the notice passed 1 h ago: give a new one"],
  ])("warns of an expected return that passed more than an hour ago: %s", async (time, line) => {
    vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-21T10:00:00Z") });
    onTestFinished(() => void vi.useRealTimers());
    const { run } = await prepared();
    await run("set", "--title", "x", "--as-given", "--expected-return", `2026-11-21T${time}Z`);
    const { code, stdout } = await run("check", "--no-service");
    expect([code, stdout]).toEqual([0, expect.stringContaining(line)]);
  });

  it("lists the settings of environment and .env without their values", async () => {
    const root = copyInstallation();
    const file = join(root, ".env");
    writeFileSync(join(root, "key"), "Sentinel-in-a-file");
    writeFileSync(
      file,
      "RETRY_AFTER=60\nNOTICE_AUTHOR=Sentinel\nHOST=\nOTHER=1\nAZURE_OPENAI_CHAT_KEY_FILE=key\nAZURE_OPENAI_CHAT_BASE_PATH=https://a.example/Sentinel\n",
    );
    const env = {
      PATH: process.env.PATH,
      DATABASE: join(root, "notice.db"),
      NOTICE_AUTHOR: "anna",
      PORT: "",
    };
    const program = [join(root, "scripts", "bin.mjs"), "check"];
    const { stdout } = spawnSync(process.execPath, program, { env, encoding: "utf8" });
    expect(stdout.split("\n").filter((line) => /^ok +(?:settings|environment|\.env):/.test(line))).toEqual([
      `ok      settings: all valid, home ${root}`,
      "ok      environment: sets DATABASE, NOTICE_AUTHOR",
      `ok      .env: ${file} sets RETRY_AFTER, NOTICE_AUTHOR (the environment wins), AZURE_OPENAI_CHAT_BASE_PATH, AZURE_OPENAI_CHAT_KEY (in the file that AZURE_OPENAI_CHAT_KEY_FILE names)`,
    ]);
    expect(stdout).not.toContain("Sentinel");
  });

  it("warns of an unknown TZ, as `notice set` does", async () => {
    const { env } = await prepared();
    const unknown =
      'TZ is "Europe/Berln", which is not a known time zone, so times are read as UTC: set it to a name such as Europe/Berlin, or unset it.\n';
    const run = (TZ: string, ...args: string[]) => noticeProcess({ ...env, ...nobody, TZ }, args);
    const set = ["set", "--expected-return", "2126-01-01T00:00:00Z", "--dry-run"];
    const [checked, said, known] = await Promise.all([
      run("Europe/Berln", "check", "--no-service"),
      run("Europe/Berln", ...set),
      run(":Europe/Berlin", ...set),
    ]);
    expect([checked.code, checked.stdout]).toEqual([
      0,
      expect.stringContaining(`warning time zone: ${unknown}`),
    ]);
    expect([said.code, said.stderr]).toEqual([0, unknown]);
    expect(known.stderr).toBe("");
  });

  it("fails on a wrong setting that only the service uses", async () => {
    const { env } = await prepared();
    const { code, stdout } = await notice({ ...env, PORT: "http" }, ["check"]);
    expect(code).toBe(1);
    expect(stdout).toContain("FAILURE settings: PORT must be a whole number from 0 to 65535");
  });
});
