import { describe, expect, it, onTestFinished, vi } from "vitest";
import { defaultMessage, defaults } from "../../schema/notice/defaults.ts";
import { notice, refusal } from "../support/command/command.ts";
import { backedUp, prepared } from "../support/command/prepared.ts";
import { temporaryFolder } from "../support/folder.ts";
import { opened, removeStore } from "../support/store/sqlite-file.ts";
import { draftWith } from "../support/texts/notices.ts";

function setClock(): void {
  vi.useFakeTimers({ toFake: ["Date"], now: new Date("2026-11-22T20:30:00Z") });
  onTestFinished(() => void vi.useRealTimers());
}

describe("notice set --expected-return", () => {
  it.each([
    ["22:30", "2026-11-22T22:30:00Z", "Sunday 22 November, 22:30 UTC, in 2 h", true],
    ["23:30 Asia/Tokyo", "2026-11-23T23:30:00+09:00", "Monday 23 November, 14:30 UTC, in 18 h", false],
  ])("understands %j as a time and prints the time", async (value, time, said, isZoneAssumed) => {
    setClock();
    const { run, document } = await prepared();
    const { code, stdout, stderr } = await run("set", "--message", "Moving.", "--expected-return", value);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain(`\nExpected return: ${said}.\n`);
    expect(stdout.includes("\nThis machine's zone is UTC. ")).toBe(isZoneAssumed);
    expect(await document()).toMatchObject({ expectedReturn: time });
    await run("set", "--clear", "expected-return");
    const { understood } = JSON.parse((await run("set", "--expected-return", value, "--json")).stdout);
    expect(understood).toBe(said);
  });

  it.each([
    ["24:00", "is not a real date and time"],
    ["2026-11-22T10:30:00+01:00", "passed 11 h ago"],
  ])("refuses %j, but publishes it with --as-given", async (value, what) => {
    setClock();
    const { run, document } = await prepared();
    const set = (...more: string[]) => run("set", "--expected-return", value, ...more);
    const refused = refusal(`--expected-return "${value}" ${what}`);
    expect([await set(), await set("--dry-run")]).toEqual([refused, refused]);
    expect((await set("--as-given")).code).toBe(0);
    expect(await document()).toMatchObject({ expectedReturn: value });
    // A value that is published already is not refused.
    expect((await set("--title", "x")).code).toBe(0);
  });

  it.each([["Back at 9"], ["+90m", "--as-given"]])("publishes other words as text: %s", async (...args) => {
    const { run, document } = await prepared();
    const stdout = expect.stringContaining("\nExpected return: text, shown as it is");
    expect(await run("set", "--expected-return", ...args)).toMatchObject({ code: 0, stdout });
    expect(await document()).toMatchObject({ expectedReturn: args[0] });
  });

  it("warns of a time more than fourteen days ahead", async () => {
    const { run } = await prepared();
    await run("set", "--message", "We are moving.");
    expect((await run("set", "--expected-return", "+14d")).stdout).not.toContain("fourteen");
    const far = "\nThe expected return is more than fourteen days ahead (in 15 d): ";
    expect((await run("set", "--expected-return", "+15d")).stdout).toContain(far);
    expect(JSON.parse((await run("set", "--title", "x", "--json")).stdout)).not.toHaveProperty("warnings");
  });

  it('warns if the default message says "shortly" but the return is more than a day ahead', async () => {
    const { run } = await prepared();
    const set = async (...args: string[]) => (await run("set", ...args)).stdout;
    const warning = 'own message says "shortly", but the expected return is more than a day ahead: ';
    expect(await set("--expected-return", "+1d")).not.toContain("shortly");
    expect(await set("--expected-return", "+1d1h")).toContain(warning);
    expect(await set("--title", "x", "--message", "Until Monday.")).not.toContain("shortly");
    expect(await set("--message", defaultMessage)).toContain(warning);
  });

  it("refuses a time in a translation without --as-given", async () => {
    const { run, document } = await prepared();
    await run("set", "--expected-return", "soon");
    const german = ["set", "--lang", "de", "--expected-return", "22:30"];
    expect(await run(...german)).toEqual(refusal('--expected-return "22:30" is a time, and the page'));
    expect((await run(...german, "--as-given")).code).toBe(0);
    expect(await document()).toMatchObject({ translations: { de: { expectedReturn: "22:30" } } });
    expect((await run(...german)).code).toBe(0);
  });
});

describe("A document with a mistyped or past expected return", () => {
  it.each(["validate", "apply"])("is valid for %s, with a warning", async (command) => {
    setClock();
    const { env } = await prepared();
    const warningsOf = async (expectedReturn: string) => {
      const stdin = JSON.stringify({ ...defaults, expectedReturn });
      const { code, stdout, stderr } = await notice(env, [command, "-", "--json"], { stdin });
      expect([code, stderr]).toEqual([0, ""]);
      return JSON.parse(stdout).warnings;
    };
    expect(await warningsOf("22:30")).toEqual([expect.stringContaining("give 2026-11-22T22:30:00Z.")]);
    expect(await warningsOf("2026-11-22T10:30:00Z")).toEqual([expect.stringContaining("passed 10 h ago")]);
    expect(await warningsOf("soon")).toBeUndefined();
  });

  it.each(["validate -", "apply - --dry-run", "rollback 2 --dry-run"])(
    "gets a warning that names the command as it is typed in this folder: %s",
    async (command) => {
      const at = await prepared();
      const passed = { expectedReturn: "2026-01-01T00:00:00Z" };
      // As an earlier version published it.
      await opened(at.database).append(draftWith(passed));
      await at.run("set", "--clear", "expected-return");
      const stdin = JSON.stringify({ ...defaults, ...passed });
      const { stdout } = await notice(at.env, command.split(" "), { stdin, cwd: temporaryFolder() });
      expect(stdout).toContain(" `notice set --expected-return");
    },
  );

  it("is rolled back to and restored with a warning", async () => {
    const expectedReturn = "2026-11-31T22:30:00Z";
    const warning = expect.stringContaining(`"${expectedReturn}", which is not a real date and time: `);
    const at = await backedUp();
    await opened(at.database).append(draftWith({ expectedReturn }));
    await at.run("set", "--clear", "expected-return");
    expect(await at.run("rollback", "3")).toMatchObject({ code: 0, stdout: warning });
    const backup = `${at.backup}-2`;
    await at.run("backup", backup);
    await at.run("set", "--clear", "expected-return");
    const restored = JSON.parse((await at.run("restore", backup, "--json")).stdout);
    expect(restored).toMatchObject({ published: true, warnings: [warning] });
    removeStore(at.database);
    expect(await at.run("restore", backup)).toMatchObject({ code: 0, stdout: warning });
    expect(await at.document()).toMatchObject({ expectedReturn });
  });
});
