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
  await store.append(draftWith(changes, { follows: await store.latestNumber() }));
  await store.close();
}

const apply = ({ env }: Prepared, document: object, command = "apply") =>
  notice(env, [command, "-", "--json"], { stdin: JSON.stringify(document) });

describe("notice set --expected-return", () => {
  it.each([
    ["22:30", '"22:30" is a clock time without a date', "2026-11-22T22:30:00Z (UTC)"],
    ["2026-11-22T10:30:00+01:00", "passed 11 h ago", "2026-11-23T10:30:00+01:00"],
    ["Heute", '"Heute" is true only today', "2026-11-22T23:59:00Z (UTC)"],
  ])(
    "refuses %j with the time that is probably meant, which it takes, and as given",
    async (value, what, meant) => {
      setClock("2026-11-22T20:30:00Z");
      const { run, document } = await prepared();
      const { code, stdout, stderr } = await run("set", "--expected-return", value);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toMatch(/^--expected-return "[^\n]*, or publish it as it is with --as-given\.\n$/);
      expect(stderr).toContain(what);
      expect(stderr).toContain(`, probably ${meant}, or`);
      expect(await document()).toEqual(defaults);

      const [time = ""] = meant.split(" ");
      expect((await run("set", "--expected-return", time)).code).toBe(0);
      expect(await document()).toMatchObject({ expectedReturn: time });
      expect(await run("set", "--expected-return", value, "--as-given")).toMatchObject({
        code: 0,
        stderr: "",
      });
      expect(await document()).toMatchObject({ expectedReturn: value });
      // What stands already is not refused.
      expect((await run("set", "--expected-return", value, "--title", "x")).code).toBe(0);
    },
  );

  it.each([
    ["Fri, 27 Nov 2026 04:00:00 GMT", "2026-11-27T04:00:00Z", "at 04:00 UTC, in 4 d 7 h 30 min"],
    ["22:30 CET", "2026-11-22T22:30:00+01:00", "Sunday,? 22 November 2026 at 21:30 UTC, in 1 h"],
    ["2026-11-27T04:00+01:00[Europe/Berlin]\r", "2026-11-27T04:00:00+01:00", "27 November 2026 at 03:00 UTC"],
  ])("takes %j as the time that it is, and says which", async (value, time, words) => {
    setClock("2026-11-22T20:30:00Z");
    const { run, document } = await prepared();
    const { code, stdout, stderr } = await run("set", "--expected-return", value);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toMatch(new RegExp(`^expectedReturn is a time: .*${words}`, "m"));
    expect(await document()).toMatchObject({ expectedReturn: time });
    // What it says of the time is taken as that time.
    const [said = ""] = /^expectedReturn is a time: .*$/m.exec(stdout) ?? [];
    await run("set", "--clear", "expected-return");
    expect((await run("set", "--expected-return", said)).code).toBe(0);
    const { expectedReturn = "" } = await document();
    expect(Date.parse(expectedReturn)).toBe(Date.parse(time));
    expect((await run("set", "--expected-return", value.trim(), "--as-given")).code).toBe(0);
    expect(await document()).toMatchObject({ expectedReturn: value.trim() });
  });

  it.each([
    ["1h30", "is a duration or a clock time: give +1h30m, which is from now, or the time in full, like"],
    ["2026-11-22", "is a date without a clock time: give the time in full, like"],
    ["25:00", "is a clock time without a date: give the time in full, like"],
  ])("guesses no time where it can only guess: %j", async (value, words) => {
    setClock("2026-11-22T20:30:00Z");
    const { run } = await prepared();
    const { code, stderr } = await run("set", "--expected-return", value);
    expect([code, stderr]).toEqual([
      2,
      `--expected-return "${value}" ${words} 2026-11-21T18:30:00+01:00, or publish it as it is with --as-given.\n`,
    ]);
  });

  it.each(["2h", "-2h"])("refuses %j with the same from now alone", async (value) => {
    const { run } = await prepared();
    const { code, stderr } = await run("set", "--expected-return", value);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(
        / duration, .*: give \+2h to count from now, or publish it as it is with --as-given\.\n$/,
      ),
    ]);
  });

  it("takes others as words, and says before how a time is given", async () => {
    const { run, document } = await prepared();
    for (const value of ["Back at 9", "Back at 22:30 UTC"]) {
      const { code, stdout, stderr } = await run("set", "--expected-return", value);
      expect([code, stderr]).toEqual([
        0,
        expect.stringMatching(/^--expected-return is shown as text. .* like 2026-.*, or \+90m\.\n$/),
      ]);
      expect(stdout).toContain("expectedReturn is free text, shown as it is.");
      expect(await document()).toMatchObject({ expectedReturn: value });
      expect((await run("set", "--expected-return", value, "--as-given")).stderr).toBe("");
    }
  });

  it("refuses what is not a real date and time, unless it is as given", async () => {
    const { run, document } = await prepared();
    for (const more of [[], ["--dry-run"]]) {
      const { code, stdout, stderr } = await run("set", "--expected-return", impossible, ...more);
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toMatch(/"2026-11-31T22:30:00Z" is not a real date and time: give .*--as-given\.\n$/);
    }
    expect(await document()).toEqual(defaults);
    expect((await run("set", "--expected-return", impossible, "--as-given")).code).toBe(0);
    expect(await document()).toMatchObject({ expectedReturn: impossible });
  });

  it.each([
    ["+0m", "now: give a time in the future, such as +90m."],
    [
      "+5000d",
      "too far ahead for a time from now: give at most +999d, +9999h or +999999m, or the time in full.",
    ],
    ["+90x", "not a time from now: write +90m, +2h, +1d or +1d12h."],
  ])("refuses %j with what is wrong with it", async (value, words) => {
    const { run, document } = await prepared();
    expect(await run("set", "--expected-return", value)).toEqual({
      code: 2,
      stdout: "",
      stderr: `--expected-return "${value}" is ${words}\n`,
    });
    expect(await document()).toEqual(defaults);
  });

  it("warns of a time that is more than fourteen days ahead", async () => {
    const { run } = await prepared();
    await run("set", "--message", "We are moving.");
    expect((await run("set", "--expected-return", "+14d")).stdout).not.toContain("fourteen");
    const far = /^The expected return is more than fourteen days ahead \(in 15 d\): check the date\.$/m;
    expect((await run("set", "--expected-return", "+15d")).stdout).toMatch(far);
    const { warnings } = JSON.parse((await run("set", "--expected-return", "+15d1h", "--json")).stdout);
    expect(warnings).toEqual([expect.stringContaining("fourteen days ahead (in 15 d 1 h)")]);
    expect(JSON.parse((await run("set", "--title", "x", "--json")).stdout)).not.toHaveProperty("warnings");
  });

  it("warns where the page says of itself that it will be back shortly, and that is in more than a day", async () => {
    const { run } = await prepared();
    const set = async (...args: string[]) => (await run("set", ...args)).stdout;
    expect(await set("--expected-return", "+1d")).not.toContain("shortly");
    expect(await set("--expected-return", "+1d1h")).toMatch(
      /^The page's own message says "shortly", but the expected return is more than a day ahead: /m,
    );
    expect(await set("--title", "x")).not.toContain("shortly");
    expect(await set("--expected-return", "+2d", "--message", "Until Monday.")).not.toContain("shortly");
    expect(await set("--clear", "message")).toContain('The page\'s own message says "shortly"');
    expect(await set("--message", defaultMessage)).toContain('The page\'s own message says "shortly"');
    expect(await set("--message", "Until Monday.")).not.toContain('says "shortly"');
  });

  it("refuses the same in a translation, where there is no time, and says so", async () => {
    const { run, document } = await prepared();
    await run("set", "--expected-return", "soon");
    const german = ["set", "--lang", "de", "--expected-return", "22:30"];
    const { code, stderr } = await run(...german);
    expect([code, stderr]).toEqual([
      2,
      expect.stringMatching(/ is a clock time without a date: .*, without --lang, or publish/),
    ]);
    expect((await run(...german, "--as-given")).code).toBe(0);
    expect(await document()).toMatchObject({ translations: { de: { expectedReturn: "22:30" } } });
    expect((await run(...german)).code).toBe(0);
    const zoned = await run("set", "--lang", "de", "--expected-return", "2126-11-27 04:00 UTC");
    expect([zoned.code, zoned.stderr]).toEqual([
      2,
      '--expected-return "2126-11-27 04:00 UTC" is a time, which the page has in every language: give 2126-11-27T04:00:00Z, without --lang, or publish it as it is with --as-given.\n',
    ]);
    const hint = await run("set", "--lang", "de", "--expected-return", "um 9");
    expect(hint.stderr).toMatch(/read in their own zone, leave out --lang, and write it like 2026-/);
  });

  it("takes --as-given with an expected return alone", async () => {
    const { run } = await prepared();
    expect(await run("set", "--title", "x", "--as-given")).toMatchObject({
      code: 2,
      stderr: "--as-given needs --expected-return: give both, or neither.\n",
    });
    expect((await run("set", "--expected-return", "+1 h, perhaps", "--as-given")).code).toBe(0);
  });
});

describe("a document with a mistyped expected return", () => {
  it("is applied and found valid with a warning", async () => {
    setClock("2026-11-22T20:30:00Z");
    const at = await prepared();
    for (const command of ["validate", "apply"]) {
      const { code, stdout, stderr } = await apply(at, { ...defaults, expectedReturn: "22:30" }, command);
      expect([command, code, stderr]).toEqual([command, 0, ""]);
      expect(JSON.parse(stdout).warnings).toEqual([
        'The expected return "22:30" is a clock time without a date, and is shown as these words: if a time is meant, give 2026-11-22T22:30:00Z (UTC).',
      ]);
    }
    const passed = await apply(at, { ...defaults, expectedReturn: "2026-11-22T10:30:00Z" });
    expect(JSON.parse(passed.stdout).warnings).toEqual([expect.stringContaining("passed 10 h ago")]);
    const soon = await apply(at, { ...defaults, expectedReturn: "soon" });
    expect(JSON.parse(soon.stdout)).not.toHaveProperty("warnings");
    const text = await notice(at.env, ["validate", "-"], {
      stdin: JSON.stringify({ ...defaults, expectedReturn: "2h" }),
    });
    expect(text.stdout).toMatch(
      /^Standard input is a valid notice\.\nThe expected return "2h" is a duration, /,
    );
  });

  it("is refused where that is a time from now, unless it stands already", async () => {
    const at = await prepared();
    const relative = { ...defaults, expectedReturn: "+90m" };
    for (const command of ["validate", "apply"])
      expect(await apply(at, relative, command)).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/^"expectedReturn" is "\+90m", a time from now, .* such as 20\S+Z\.$/m),
      });
    await publishedBefore(at, { expectedReturn: "+90m" });
    expect((await apply(at, { ...relative, title: "x" })).code).toBe(0);
  });

  it("is warned of once: what was understood is not said beside it", async () => {
    const at = await prepared();
    for (const expectedReturn of ["22:30", "2020-01-01T00:00:00Z", "2126-11-27 04:00 UTC"]) {
      const stdin = JSON.stringify({ ...defaults, expectedReturn });
      const { stdout } = await notice(at.env, ["apply", "-"], { stdin });
      expect(
        stdout.split("\n").filter((line) => /^(?:The )?expected ?return (?!:)/i.test(line)),
      ).toHaveLength(1);
    }
    const stdin = JSON.stringify({ ...defaults, expectedReturn: "soon" });
    expect((await notice(at.env, ["apply", "-"], { stdin })).stdout).toContain(
      "is free text, shown as it is",
    );
  });

  it("is warned of with a command that can be typed there, once it has passed", async () => {
    const at = await prepared();
    const passed = { expectedReturn: "2026-01-01T00:00:00Z" };
    await publishedBefore(at, passed);
    await at.run("set", "--clear", "expected-return");
    const stdin = JSON.stringify({ ...defaults, ...passed });
    for (const [cwd, name] of [
      [".", "npx notice"],
      [temporaryFolder(), "notice"],
    ] as const)
      for (const command of ["validate -", "apply - --dry-run", "rollback 2 --dry-run"]) {
        const { stdout } = await notice(at.env, command.split(" "), { stdin, cwd });
        expect([command, stdout]).toEqual([
          command,
          expect.stringContaining(` \`${name} set --expected-return`),
        ]);
      }
  });

  it("is rolled back to and restored with a warning", async () => {
    const at = await backedUp();
    await publishedBefore(at, { expectedReturn: impossible });
    await at.run("set", "--clear", "expected-return");
    const { code, stdout } = await at.run("rollback", "3");
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining(`"${impossible}" is not a real date and time`),
    ]);
    const backup = `${at.backup}-2`;
    expect((await at.run("backup", backup)).code).toBe(0);
    await at.run("set", "--clear", "expected-return");
    expect(JSON.parse((await at.run("restore", backup, "--json")).stdout)).toMatchObject({
      published: true,
      warnings: [expect.stringContaining(impossible)],
    });
    removeStore(at.database);
    const warning = `"${impossible}" is not a real date and time, and is shown as these words: `;
    expect((await at.run("restore", backup, "--dry-run")).stdout).toContain(warning);
    expect(JSON.parse((await at.run("restore", backup, "--dry-run", "--json")).stdout)).toMatchObject({
      warnings: [expect.stringContaining(warning)],
    });
    const replaced = await at.run("restore", backup);
    expect([replaced.code, replaced.stdout]).toEqual([0, expect.stringContaining(warning)]);
    expect(await at.document()).toMatchObject({ expectedReturn: impossible });
  });
});
