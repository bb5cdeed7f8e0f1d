import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { createSqliteStore, openSqliteStore } from "../data/sqlite/store.ts";
import { defaults, type Notice, noticeSchema } from "../schema/notice.ts";
import { notice, type Outcome } from "./support/command.ts";
import { temporaryFolder } from "./support/folder.ts";
import { draftWith } from "./support/notices.ts";

type Run = (...args: string[]) => Promise<Outcome>;

interface Prepared {
  run: Run;
  env: NodeJS.ProcessEnv;
  database: string;
  /** The notice in the store, read without a command. */
  document(): Promise<Notice>;
}

/** A command on a store of its own, which is there already. */
async function prepared(): Promise<Prepared> {
  const database = join(temporaryFolder(), "notice.db");
  createSqliteStore(database, { ...draftWith(), revision: 1 });
  const env = { ...process.env, DATABASE: database, NOTICE_AUTHOR: "anna", TZ: "UTC" };
  const document = async () => {
    const store = openSqliteStore(database);
    const { notice: stored } = await store.latest().finally(() => store.close());
    return stored;
  };
  return { run: (...args) => notice(env, args), env, database, document };
}

/** Runs a command that must fail with one sentence, print nothing else, and change nothing. */
async function refused(code: number, ...args: string[]): Promise<string> {
  const { run, document } = await prepared();
  const outcome = await run(...args);
  expect(outcome).toMatchObject({ code, stdout: "" });
  expect(outcome.stderr).toMatch(/^[^\n]+[.?]\n$/);
  expect(await document()).toEqual(defaults);
  return outcome.stderr;
}

describe("wrong use is exit code 2 and one sentence:", () => {
  it.each([
    [["shwo"], "Unknown command 'shwo' (Did you mean show?)"],
    [["set", "--mesage", "x"], "Unknown option '--mesage' (Did you mean --message?)"],
    [
      ["set", "--expected-retrun", "x"],
      "Unknown option '--expected-retrun' (Did you mean --expected-return?)",
    ],
    [["set", "--title"], "Option '--title <text>' argument missing"],
    [
      ["set"],
      "There is nothing to set: give --message, --expected-return, --title, --contact-email or --clear.",
    ],
    [["set", "stray", "--title", "x"], "Too many arguments for 'set'. Expected 0 arguments but got 1"],
    [["set", "--title", ""], '"title" is empty: give it one line of 1 to 120 characters.'],
    [["set", "--title", " "], '"title" shows nothing but white space'],
    [["set", "--title", "x".repeat(121)], '"title" has 121 characters, at most 120 fit: shorten it.'],
    [["set", "--title", "a\nb"], '"title" holds the control character U+000A'],
    [["set", "--message", "\u001b[2J"], '"message" holds the control character U+001B'],
    [
      ["set", "--contact-email", "a@b?bcc=x"],
      '"contactEmail" is "a@b?bcc=x", which is not an e-mail address',
    ],
    [
      ["set", "--is-enabled", "false"],
      '"isEnabled" is always true, not "false": the notice cannot be turned off',
    ],
    [
      ["set", "--expected-return", "+90x"],
      '--expected-return "+90x" is no time from now: write +90m, +2h, +1d or +1d12h.',
    ],
    [["set", "--expected-return", "+"], '--expected-return "+" is no time from now'],
    [
      ["set", "--clear", "title"],
      "title cannot be cleared, every notice has it: set another one with --title.",
    ],
    [["set", "--clear", "nope"], '--clear does not know "nope": it removes message, expected-return'],
    [["set", "--message", "x", "--clear", "message"], "--message and --clear message contradict each other"],
    [
      ["set", "--title", "x", "--if-revision", "one"],
      "'--if-revision <number>' argument 'one' is invalid. It is a whole number from 1",
    ],
    [["rollback", "77"], "There is no revision 77: `npx notice history` lists those that exist."],
    [["rollback", "-1"], "It is a whole number from 1"],
    [["rollback", "1.5"], "It is a whole number from 1"],
    [["history", "--limit", "0"], "It is a whole number from 1"],
    [["apply"], "Missing required argument 'file'"],
    [
      ["apply", "/none.json"],
      "/none.json cannot be read (it does not exist): give the path of a readable JSON file",
    ],
    [["apply", "/"], "/ cannot be read (it is a folder)"],
    [["validate", "\u001b[2J"], "\\u001b[2J cannot be read"],
  ])("%j", async (args, sentence) => {
    expect(await refused(2, ...args)).toContain(sentence);
  });

  it("no command at all, after the help", async () => {
    const { run } = await prepared();
    const { code, stdout, stderr } = await run();
    expect([code, stdout]).toEqual([2, ""]);
    expect(stderr).toMatch(/^Usage: notice .*Give a command: `npx notice --help` lists them\.\n$/s);
  });
});

describe("a wrong document is exit code 2 and one sentence, and the notice stays:", () => {
  const good = { ...defaults, message: "x" };
  it.each<[string, string | Uint8Array, string]>([
    ["a missing field", '{"isEnabled":true,"title":"x"}', '"contactEmail" is missing'],
    [
      "an extra field",
      JSON.stringify({ ...good, status: 1 }),
      '"status" is not a field of a notice: remove it',
    ],
    ["a wrong type", JSON.stringify({ ...good, title: 7 }), '"title" is text, not 7'],
    [
      "a null",
      JSON.stringify({ ...good, message: null }),
      '"message" is text, not null: leave the field out',
    ],
    [
      "isEnabled false",
      JSON.stringify({ ...good, isEnabled: false }),
      '"isEnabled" is always true, not false',
    ],
    ["a long text", JSON.stringify({ ...good, message: "x".repeat(2001) }), '"message" has 2001 characters'],
    [
      "a blank text",
      JSON.stringify({ ...good, message: "\u3000" }),
      '"message" shows nothing but white space',
    ],
    ["a control character", JSON.stringify({ ...good, title: "\u0007" }), "control character U+0007"],
    [
      "a lone surrogate",
      `${JSON.stringify(good).slice(0, -1)},"expectedReturn":"\\ud800"}`,
      "lone surrogate U+D800",
    ],
    ["a bad e-mail", JSON.stringify({ ...good, contactEmail: "a@b?bcc=x" }), '"contactEmail" is "a@b?bcc=x"'],
    [
      "a header injection",
      JSON.stringify({ ...good, contactEmail: "a@b.co\r\nBcc: x" }),
      '"contactEmail" is',
    ],
    ["an HTML injection", JSON.stringify({ ...good, contactEmail: '"><script>@b.co' }), '"contactEmail" is'],
    ["bytes that are not UTF-8", Uint8Array.from([0x7b, 0xff, 0x7d]), "it is not UTF-8"],
    ["a megabyte", JSON.stringify({ ...good, message: "x".repeat(1024 * 1024) }), "more than 65536 bytes"],
    ["deep nesting", `${"[".repeat(60_000)}`, "nested too deeply"],
    [
      "a prototype",
      '{"isEnabled":true,"title":"x","contactEmail":"a@b.co","__proto__":{"title":"y"}}',
      '"__proto__" is not a field',
    ],
    [
      "a field twice",
      '{"isEnabled":true,"title":"x","title":"y","contactEmail":"a@b.co"}',
      'line 1, column 31: "title" is there twice',
    ],
    ["a byte order mark", `\ufeff${JSON.stringify(good)}`, "it begins with a byte order mark"],
    ["a list", "[]", "A notice is a JSON object, not a list"],
    ["nothing", "", "it is empty"],
    ["no JSON", "{\n  title: x\n}", 'line 2, column 3: unexpected "t"'],
  ])("%s", async (_name, document, sentence) => {
    const { run, env, document: current } = await prepared();
    const file = join(temporaryFolder(), "wrong.json");
    writeFileSync(file, document);
    const outcomes = [
      await run("apply", file),
      await run("validate", file),
      await notice(env, ["apply", "-"], { stdin: document }),
    ];
    for (const { code, stdout, stderr } of outcomes) {
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(sentence);
      expect(stderr).toMatch(/^[^\n]+\.\n$/);
    }
    expect(await current()).toEqual(defaults);
  });
});

describe("what could not be done is exit code 1 and one sentence:", () => {
  it.each([["show"], ["set", "--title", "x"], ["history"], ["rollback", "1"]])(
    "without a store: %s",
    async (...args) => {
      const database = join(temporaryFolder(), "notice.db");
      const { code, stdout, stderr } = await notice({ ...process.env, DATABASE: database }, args);
      expect([code, stdout]).toEqual([1, ""]);
      expect(stderr).toBe(
        `There is no notice store at ${database}: create it with \`npx notice init\`, or set DATABASE to where it is.\n`,
      );
    },
  );

  it("with a wrong setting", async () => {
    const { code, stderr } = await notice({ ...process.env, PORT: "http" }, ["show"]);
    expect([code, stderr]).toEqual([
      1,
      'PORT must be a whole number from 0 to 65535, not "http": correct it in the environment or in .env.\n',
    ]);
  });

  it("with an author that is more than a name", async () => {
    const { env, document } = await prepared();
    const { code, stderr } = await notice({ ...env, NOTICE_AUTHOR: "eve\nroot" }, ["set", "--title", "x"]);
    expect([code, stderr]).toMatchObject([
      1,
      expect.stringMatching(/^NOTICE_AUTHOR must be one line of 1 to 100/),
    ]);
    expect(await document()).toEqual(defaults);
  });

  it("while another process holds the store for longer than five seconds", async () => {
    const { run, database } = await prepared();
    const db = new Database(database);
    onTestFinished(() => void db.close());
    db.exec("BEGIN IMMEDIATE");
    const { code, stderr } = await run("set", "--title", "x");
    expect([code, stderr]).toEqual([
      1,
      `The notice store ${database} is locked by another process: nothing was changed; try again in a moment.\n`,
    ]);
    db.exec("COMMIT");
    expect((await run("set", "--title", "x")).code).toBe(0);
  });

  it("with a damaged notice, until another one is posted", async () => {
    const { run, database, document } = await prepared();
    await run("set", "--title", "two");
    const db = new Database(database);
    db.exec(
      "DROP TRIGGER revision_is_kept; UPDATE revision SET body = replace(body, 'two', 'twx') WHERE revision = 2",
    );
    db.close();
    for (const args of [["show"], ["set", "--message", "x"]]) {
      const { code, stderr } = await run(...args);
      expect([code, stderr]).toMatchObject([
        1,
        expect.stringMatching(/^Revision 2 is damaged .*`npx notice rollback N`\.\n$/),
      ]);
    }
    expect((await run("rollback", "1")).code).toBe(0);
    expect(await document()).toEqual(defaults);
  });
});

describe("somebody else's change", () => {
  it("is not overwritten with --if-revision: exit code 3", async () => {
    const { run, document } = await prepared();
    await run("set", "--title", "theirs");
    for (const args of [
      ["set", "--title", "mine"],
      ["rollback", "1"],
      ["set", "--title", "mine", "--dry-run"],
    ]) {
      const { code, stdout, stderr } = await run(...args, "--if-revision", "1");
      expect([code, stdout, stderr]).toEqual([
        3,
        "",
        "The notice is at revision 2, not 1: somebody else changed it first; look at it with `npx notice show` and try again with --if-revision 2.\n",
      ]);
    }
    expect(await document()).toMatchObject({ title: "theirs" });
  });

  it("lets one of eight commands win with --if-revision", async () => {
    const { run } = await prepared();
    for (const revision of ["1", "2", "3"]) {
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          run("set", "--title", `${revision} ${index}`, "--if-revision", revision),
        ),
      );
      expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 3, 3, 3, 3, 3, 3, 3]);
    }
  });

  it("is kept when eight commands set different fields and the same at once", async () => {
    const { run, document } = await prepared();
    const outcomes = await Promise.all(
      Array.from({ length: 8 }, (_, index) =>
        run(
          "set",
          ...(index % 2 ? ["--title", "T"] : ["--message", "M"]),
          ...(index === 3 ? ["--expected-return", "soon"] : []),
        ),
      ),
    );
    expect(outcomes.map(({ code }) => code)).toEqual(Array(8).fill(0));
    expect(await document()).toEqual({ ...defaults, title: "T", message: "M", expectedReturn: "soon" });
  });
});

describe("notice init", () => {
  it("creates the store once", async () => {
    const folder = temporaryFolder();
    const env = { ...process.env, DATABASE: join(folder, "deep", "er", "notice.db") };
    const first = await notice(env, ["init"]);
    expect(first).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Created .*notice\.db with revision 1 from .*data\/notice\.json\.\n$/),
    });
    const second = await notice(env, ["init"]);
    expect(second).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/is there already, at revision 1; nothing was changed/),
    });
    expect(JSON.parse((await notice(env, ["init", "--json"])).stdout)).toMatchObject({
      created: false,
      revision: 1,
    });
    rmSync(env.DATABASE);
    expect(JSON.parse((await notice(env, ["init", "--json"])).stdout)).toMatchObject({
      created: true,
      revision: 1,
    });
  });

  it("finds the store from any folder, by the installation's own", async () => {
    const folder = temporaryFolder();
    const { env } = await prepared();
    const outside = await notice(env, ["show"], { cwd: folder });
    expect(outside.code).toBe(0);
    const relative = await notice({ ...env, DATABASE: `var/test-${process.pid}/none.db` }, ["show"], {
      cwd: folder,
    });
    expect(relative.stderr).toContain(join(process.cwd(), `var/test-${process.pid}/none.db`));
  });
});

describe("notice show", () => {
  it("prints the notice, its revision, who and when", async () => {
    const { run } = await prepared();
    await run("set", "--message", "One.\nTwo.", "--expected-return", "2126-11-21T18:30:00+01:00");
    const { stdout } = await run("show");
    expect(stdout.split("\n")).toEqual([
      expect.stringMatching(/^Revision 2, posted \d{4}-\d\d-\d\dT\S+Z by anna$/),
      "isEnabled       true",
      "title           Under Maintenance",
      "message         One.",
      "                Two.",
      "expectedReturn  2126-11-21T18:30:00+01:00",
      "contactEmail    support@example.com",
      expect.stringMatching(
        /^expectedReturn is a time: Thursday,? 21 November 2126 at 17:30 UTC, in \d+ d( \d+ h)?( \d+ min)?\.$/,
      ),
      "",
    ]);
  });

  it("prints the document alone with --json, fit for `apply`", async () => {
    const { env, run } = await prepared();
    const { stdout } = await run("show", "--json");
    expect(JSON.parse(stdout)).toEqual(defaults);
    expect(await notice(env, ["apply", "-"], { stdin: stdout })).toMatchObject({
      code: 0,
      stdout: "Nothing to change: revision 1 says this already.\n",
    });
  });

  it("lets no stored text drive the terminal", async () => {
    const { run } = await prepared();
    await run("set", "--title", "a\u202eb\u200bc\u2028d", "--message", "x\u2066y");
    for (const args of [["show"], ["show", "--json"], ["history"], ["history", "--json"]]) {
      expect((await run(...args)).stdout).not.toMatch(/[^\n -~]/);
    }
    expect(JSON.parse((await run("show", "--json")).stdout).title).toBe("a\u202eb\u200bc\u2028d");
  });
});

describe("notice set", () => {
  it("changes what is given, keeps the rest, and says what changed", async () => {
    const { run, document } = await prepared();
    await run("set", "--title", "Back at nine");
    const { code, stdout, stderr } = await run(
      "set",
      "--message",
      "One.\nTwo.",
      "--contact-email",
      "ops@example.org",
    );
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toBe(
      [
        "Revision 3 is live.",
        "+ message: One.",
        "+   Two.",
        "- contactEmail: support@example.com",
        "+ contactEmail: ops@example.org",
        "",
      ].join("\n"),
    );
    expect(await document()).toEqual({
      isEnabled: true,
      title: "Back at nine",
      message: "One.\nTwo.",
      contactEmail: "ops@example.org",
    });
  });

  it.each([
    "</script><script>alert(1)</script>",
    "$& $1 $` $'",
    "\u2028\u2029x",
    "-- --title",
    "-x",
    "😀 שלום عربى",
    'C\'est "prêt" \\ `now` $HOME',
  ])("takes the text %j as it is", async (text) => {
    const { run, document } = await prepared();
    expect((await run("set", "--title", text, `--message=${text}`)).code).toBe(0);
    expect(await document()).toMatchObject({ title: text, message: text });
  });

  it("takes line ends of Windows as line breaks", async () => {
    const { run, document } = await prepared();
    await run("set", "--message", "One.\r\nTwo.");
    expect(await document()).toMatchObject({ message: "One.\nTwo." });
  });

  it.each([
    ["+90m", 90],
    ["+2h", 120],
    ["+1d", 1440],
    ["+1d2h3m", 1563],
  ])("takes %s from now and says when that is", async (duration, minutes) => {
    const { run, document } = await prepared();
    const before = Math.floor(Date.now() / 1000) * 1000;
    const { stdout } = await run("set", "--expected-return", duration);
    const { expectedReturn = "" } = await document();
    expect(expectedReturn).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    const distance = Date.parse(expectedReturn) - minutes * 60_000;
    expect(distance).toBeGreaterThanOrEqual(before);
    expect(distance).toBeLessThanOrEqual(Date.now());
    expect(stdout).toMatch(/expectedReturn is a time: \w+day,? \d+ \w+ \d{4} at \d\d:\d\d UTC, in /);
  });

  it.each([
    ["soon", "expectedReturn is free text, shown as it is."],
    [
      "2026-11-22 10:00",
      "free text, shown as it is; for a time write it like 2026-11-21T18:30:00+01:00, or +90m.",
    ],
    ["2026-02-30T10:00:00Z", "free text, shown as it is; for a time write it like"],
    ["2020-01-01T00:00:00Z", "ago: visitors are told that it takes longer."],
  ])("says what it understood by %j", async (value, sentence) => {
    const { run, document } = await prepared();
    expect((await run("set", "--expected-return", value)).stdout).toContain(sentence);
    expect(await document()).toMatchObject({ expectedReturn: value });
  });

  it("removes fields with --clear", async () => {
    const { run, document } = await prepared();
    await run("set", "--message", "x", "--expected-return", "soon");
    const { stdout } = await run("set", "--clear", "message, expectedReturn", "--title", "y");
    expect(stdout).toBe(
      "Revision 3 is live.\n- title: Under Maintenance\n+ title: y\n- message: x\n- expectedReturn: soon\n",
    );
    expect(await document()).toEqual({ ...defaults, title: "y" });
  });

  it("changes nothing with --dry-run, and tells what it would change", async () => {
    const { run, document } = await prepared();
    const { code, stdout } = await run("set", "--title", "x", "--dry-run");
    expect([code, stdout]).toEqual([
      0,
      "Nothing was changed; this would follow revision 1:\n- title: Under Maintenance\n+ title: x\n",
    ]);
    expect(await document()).toEqual(defaults);
  });

  it("makes no revision of what is there already", async () => {
    const { run } = await prepared();
    expect((await run("set", "--title", "Under Maintenance")).stdout).toBe(
      "Nothing to change: revision 1 says this already.\n",
    );
    expect(JSON.parse((await run("history", "--json")).stdout)).toHaveLength(1);
  });

  it("prints the result as JSON", async () => {
    const { run } = await prepared();
    expect(JSON.parse((await run("set", "--title", "x", "--json", "--if-revision", "1")).stdout)).toEqual({
      posted: true,
      revision: 2,
      author: "anna",
      createdAt: expect.any(String),
      changed: ["title"],
      notice: { ...defaults, title: "x" },
    });
    expect(JSON.parse((await run("set", "--title", "y", "--json", "--dry-run")).stdout)).toEqual({
      posted: false,
      revision: 2,
      changed: ["title"],
      notice: { ...defaults, title: "y" },
    });
  });
});

describe("notice apply and validate", () => {
  it("replace the notice by a file, and check one without a store", async () => {
    const { run, document } = await prepared();
    const folder = temporaryFolder();
    const file = join(folder, "notice.json");
    writeFileSync(file, JSON.stringify({ ...defaults, title: "e\u0301", expectedReturn: "soon" }));
    expect(
      await notice({ ...process.env, DATABASE: join(folder, "none.db") }, ["validate", file]),
    ).toMatchObject({
      code: 0,
      stdout: `${file} is a valid notice.\n`,
    });
    expect(JSON.parse((await run("validate", file, "--json")).stdout)).toMatchObject({ valid: true });
    await run("set", "--message", "goes");
    expect((await run("apply", file, "--dry-run")).stdout).toContain("- message: goes");
    expect((await run("apply", file, "--if-revision", "1")).code).toBe(3);
    expect((await run("apply", file, "--if-revision", "2")).code).toBe(0);
    expect(await document()).toEqual({ ...defaults, title: "\u00e9", expectedReturn: "soon" });
  });
});

describe("notice history and rollback", () => {
  it("list every change and post an earlier notice again", async () => {
    const { run, document } = await prepared();
    await run("set", "--title", "two", "--message", `long ${"x".repeat(60)}`);
    await run("set", "--clear", "message");
    expect((await run("rollback", "2", "--dry-run")).stdout).toContain("+ message: long");
    expect((await run("rollback", "2")).stdout).toMatch(/^Revision 4 is live\.\n\+ message: long x+\n$/);
    expect(await document()).toMatchObject({ title: "two", message: `long ${"x".repeat(60)}` });

    const { stdout } = await run("history");
    const time = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z`;
    expect(stdout.trimEnd().split("\n")).toEqual([
      expect.stringMatching(new RegExp(`^4  ${time}  anna  message: long x{34}…$`)),
      expect.stringMatching(new RegExp(`^3  ${time}  anna  message removed$`)),
      expect.stringMatching(new RegExp(`^2  ${time}  anna  title: two; message: long x{34}…$`)),
      expect.stringMatching(
        new RegExp(
          `^1  ${time}  anna  isEnabled: true; title: Under Maintenance; contactEmail: support@example\\.com$`,
        ),
      ),
    ]);
  });

  it("page by page, and as JSON", async () => {
    const { run } = await prepared();
    for (const title of ["two", "three", "four"]) await run("set", "--title", title);
    const { stdout } = await run("history", "--limit", "2");
    expect(stdout).toMatch(/^4 .*\n3 .*\nOlder ones: npx notice history --before 3\n$/);
    const rest = JSON.parse((await run("history", "--before", "3", "--json")).stdout);
    expect(rest).toEqual([
      {
        revision: 2,
        author: "anna",
        createdAt: expect.any(String),
        changed: ["title"],
        notice: { ...defaults, title: "two" },
      },
      expect.objectContaining({ revision: 1, changed: ["isEnabled", "title", "contactEmail"] }),
    ]);
  });

  it("names the system user when no author is given", async () => {
    const { env } = await prepared();
    await notice({ ...env, NOTICE_AUTHOR: "" }, ["set", "--title", "x"]);
    const [latest] = JSON.parse((await notice(env, ["history", "--json"])).stdout);
    expect(latest.author).toBe((await import("node:os")).userInfo().username);
  });
});

describe("notice", () => {
  it("prints the schema that is published", async () => {
    const { run } = await prepared();
    expect(JSON.parse((await run("schema")).stdout)).toEqual(noticeSchema);
  });

  it("prints the version of the package", async () => {
    const { run } = await prepared();
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    expect((await run("--version")).stdout).toBe(`${version}\n`);
  });

  it.each(["init", "show", "set", "apply", "validate", "history", "rollback", "schema"])(
    "has help with an example for %s",
    async (command) => {
      const { run } = await prepared();
      expect((await run("--help")).stdout).toMatch(new RegExp(`^  ${command}\\b`, "m"));
      const { code, stdout } = await run(command, "--help");
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`^Examples:\\n  \\$ npx notice .*${command}`, "m"));
    },
  );

  it("ends quietly when its reader has enough", async () => {
    const { run, env } = await prepared();
    const big = "x".repeat(2000);
    for (let index = 0; index < 8; index += 1) await run("set", "--message", `${index}${big.slice(1)}`);
    const { execFileSync } = await import("node:child_process");
    const out = execFileSync("sh", ["-c", "node scripts/bin.mjs history --json 2>&1 | head -c 10"], { env });
    expect(out.toString()).toHaveLength(10);
  });

  it("says when it is not built", async () => {
    const root = temporaryFolder();
    mkdirSync(join(root, "scripts"));
    writeFileSync(join(root, "scripts", "bin.mjs"), readFileSync("scripts/bin.mjs"));
    const { spawnSync } = await import("node:child_process");
    const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts", "bin.mjs")], {
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([1, "The command is not built yet: run `npm run build`.\n"]);
  });
});
