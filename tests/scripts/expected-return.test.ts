import { describe, expect, it, onTestFinished, vi } from "vitest";
import { sqliteBackend } from "../../data/sqlite/backend.ts";
import { defaultMessage, defaults } from "../../schema/notice/defaults.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { backedUp, removeStore } from "../support/command/backed-up.ts";
import { notice } from "../support/command/command.ts";
import { type Prepared, prepared } from "../support/command/prepared.ts";
import { temporaryFolder } from "../support/folder.ts";
import { draftWith } from "../support/texts/notices.ts";

const impossible = "2026-11-31T22:30:00Z";

function setClock(now: string): void {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date(now) });
  onTestFinished(() => void vi.useRealTimers());
}

/** Puts a notice into the store as an earlier version published it. */
async function publishedBefore({ database }: Prepared, changes: Partial<Notice>): Promise<void> {
  const store = await sqliteBackend(database).open();
  await store.append(draftWith(changes));
  await store.close();
}

const apply = ({ env }: Prepared, document: object, command = "apply") =>
  notice(env, [command, "-", "--json"], { stdin: JSON.stringify(document) });

describe("notice set --expected-return", () => {
  it.each([
    ["22:30", "2026-11-22T22:30:00Z", "Sunday 22 November, 22:30 UTC, in 2 h", true],
    [
      "tomorrow 9am Asia/Tokyo",
      "2026-11-24T09:00:00+09:00",
      "Tuesday 24 November, 00:00 UTC, in 1 d 3 h 30 min",
    ],
  ])("understands %j as a time and prints the time", async (value, time, said, isAssumed = false) => {
    setClock("2026-11-22T20:30:00Z");
    const { run, document } = await prepared();
    const { code, stdout, stderr } = await run("set", "--message", "Moving.", "--expected-return", value);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`\nExpected return: ${said}.\n`);
    const utc = "\nThis machine's zone is UTC. For another, write `22:30 Europe/Berlin`.\n";
    expect(stdout.includes(utc)).toBe(isAssumed);
    expect(await document()).toMatchObject({ expectedReturn: time });
    await run("set", "--clear", "expected-return");
    const { understood } = JSON.parse((await run("set", "--expected-return", value, "--json")).stdout);
    expect(understood).toBe(said);
  });

  it.each([
    ["24:00", "is not a real date and time: correct it"],
    ["2026-11-22T10:30:00+01:00", "passed 11 h ago: give a time in the future"],
  ])("refuses %j, but publishes it with --as-given", async (value, what) => {
    setClock("2026-11-22T20:30:00Z");
    const { run, document } = await prepared();
    for (const more of [[], ["--dry-run"]]) {
      const { code, stdout, stderr } = await run("set", "--expected-return", value, ...more);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(`--expected-return "${value}" ${what}`);
      expect(stderr).toMatch(/, or publish it as it is with --as-given\.\n$/);
    }
    expect((await run("set", "--expected-return", value, "--as-given")).code).toBe(0);
    expect(await document()).toMatchObject({ expectedReturn: value });
    // What stands already is not refused.
    expect((await run("set", "--expected-return", value, "--title", "x")).code).toBe(0);
  });

  it("publishes other words as text and says so", async () => {
    const { run, document } = await prepared();
    for (const [value, ...more] of [["Back at 9"], ["+90m", "--as-given"]] as const) {
      const { code, stdout, stderr } = await run("set", "--expected-return", value, ...more);
      expect([code, stderr]).toEqual([0, ""]);
      expect(stdout).toContain("\nExpected return: text, shown as it is.\n");
      expect(await document()).toMatchObject({ expectedReturn: value });
    }
  });

  it("warns of a time more than fourteen days ahead", async () => {
    const { run } = await prepared();
    await run("set", "--message", "We are moving.");
    expect((await run("set", "--expected-return", "+14d")).stdout).not.toContain("fourteen");
    const far = /^The expected return is more than fourteen days ahead \(in 15 d\): check the date\.$/m;
    expect((await run("set", "--expected-return", "+15d")).stdout).toMatch(far);
    expect(JSON.parse((await run("set", "--title", "x", "--json")).stdout)).not.toHaveProperty("warnings");
  });

  it('warns if the default message says "shortly" but the return is more than a day ahead', async () => {
    const { run } = await prepared();
    const set = async (...args: string[]) => (await run("set", ...args)).stdout;
    expect(await set("--expected-return", "+1d")).not.toContain("shortly");
    expect(await set("--expected-return", "+1d1h")).toMatch(
      /^The page's own message says "shortly", but the expected return is more than a day ahead: /m,
    );
    expect(await set("--title", "x", "--message", "Until Monday.")).not.toContain("shortly");
    expect(await set("--message", defaultMessage)).toContain('The page\'s own message says "shortly"');
  });

  it("refuses a time in a translation without --as-given", async () => {
    const { run, document } = await prepared();
    await run("set", "--expected-return", "soon");
    const german = ["set", "--lang", "de", "--expected-return", "22:30"];
    expect(await run(...german)).toMatchObject({
      code: 2,
      stderr:
        '--expected-return "22:30" is a time, and the page translates times itself: give it without --lang, or publish it as it is with --as-given.\n',
    });
    expect((await run(...german, "--as-given")).code).toBe(0);
    expect(await document()).toMatchObject({ translations: { de: { expectedReturn: "22:30" } } });
    expect((await run(...german)).code).toBe(0);
  });
});

describe("A document with a mistyped or past expected return", () => {
  it("is valid and applied, with a warning", async () => {
    setClock("2026-11-22T20:30:00Z");
    const at = await prepared();
    for (const command of ["validate", "apply"]) {
      const { code, stdout, stderr } = await apply(at, { ...defaults, expectedReturn: "22:30" }, command);
      expect([command, code, stderr]).toEqual([command, 0, ""]);
      expect(JSON.parse(stdout).warnings).toEqual([
        'The expected return "22:30" is shown as text: if a time is meant, give 2026-11-22T22:30:00Z.',
      ]);
    }
    const passed = await apply(at, { ...defaults, expectedReturn: "2026-11-22T10:30:00Z" });
    expect(JSON.parse(passed.stdout).warnings).toEqual([expect.stringContaining("passed 10 h ago")]);
    const soon = await apply(at, { ...defaults, expectedReturn: "soon" });
    expect(JSON.parse(soon.stdout)).not.toHaveProperty("warnings");
  });

  it("gets a warning that names the command as it is typed in this folder", async () => {
    const at = await prepared();
    const passed = { expectedReturn: "2026-01-01T00:00:00Z" };
    await publishedBefore(at, passed);
    await at.run("set", "--clear", "expected-return");
    const stdin = JSON.stringify({ ...defaults, ...passed });
    for (const command of ["validate -", "apply - --dry-run", "rollback 2 --dry-run"])
      for (const [cwd, name] of [
        [".", "npx notice"],
        [temporaryFolder(), "notice"],
      ] as const) {
        const { stdout } = await notice(at.env, command.split(" "), { stdin, cwd });
        expect(stdout).toContain(` \`${name} set --expected-return`);
      }
  });

  it("is rolled back to and restored with a warning", async () => {
    const at = await backedUp();
    await publishedBefore(at, { expectedReturn: impossible });
    await at.run("set", "--clear", "expected-return");
    const { code, stdout } = await at.run("rollback", "3");
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(`"${impossible}", which is not a real date and time`),
    ]);
    const backup = `${at.backup}-2`;
    expect((await at.run("backup", backup)).code).toBe(0);
    await at.run("set", "--clear", "expected-return");
    expect(JSON.parse((await at.run("restore", backup, "--json")).stdout)).toMatchObject({
      published: true,
      warnings: [expect.stringContaining(impossible)],
    });
    removeStore(at.database);
    const replaced = await at.run("restore", backup);
    const warning = `"${impossible}", which is not a real date and time: `;
    expect([replaced.code, replaced.stdout]).toEqual([0, expect.stringContaining(warning)]);
    expect(await at.document()).toMatchObject({ expectedReturn: impossible });
  });
});
