import { rmSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { defaults } from "../../schema/notice/defaults.ts";
import { notice } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";

describe("notice set", () => {
  it("changes only the given fields and prints the difference", async () => {
    const { run, document, storeLine, backTo } = await prepared();
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
        "Revision 3 is published.",
        "+ message: One.",
        "+   Two.",
        "- contactEmail: support@example.com",
        "+ contactEmail: ops@example.org",
        backTo(2) + storeLine,
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
    "@text",
    "-- --title",
    "😀 שלום عربى",
    'C\'est "prêt" \\ `now` $HOME',
  ])("publishes the text %j unchanged", async (text) => {
    const { run, document } = await prepared();
    expect((await run("set", "--title", text, `--message=${text}`)).code).toBe(0);
    expect(await document()).toMatchObject({ title: text, message: text });
  });

  it.each(["title", "message"])(
    "reads --%s - from standard input without its last line end",
    async (field) => {
      const { env, document } = await prepared();
      for (const [stdin, text] of [
        ["We are moving house.\n", "We are moving house."],
        ["Back at \u201cnine\u201d\r\n", "Back at \u201cnine\u201d"],
      ] as const) {
        expect(await notice(env, ["set", `--${field}`, "-"], { stdin })).toMatchObject({
          code: 0,
          stderr: "",
        });
        expect(await document()).toMatchObject({ [field]: text });
      }
      const both = await notice(env, ["set", "--title", "-", "--message", "-"], { stdin: "x" });
      expect([both.code, both.stderr]).toEqual([2, expect.stringContaining("give only one")]);
      const empty = await notice(env, ["set", `--${field}`, "-"], { stdin: "\n" });
      expect([empty.code, empty.stderr]).toEqual([2, expect.stringContaining(`${field}`)]);
    },
  );

  it("keeps backslash and n as typed, and shows in its help how to write a line break", async () => {
    const { run, document } = await prepared();
    await run("set", "--message", "One,\\ntwo");
    expect((await document()).message).toBe("One,\\ntwo");
    const { stdout } = await run("set", "--help");
    expect(stdout.replace(/\s+/g, " ")).toContain("a line break is written as in $'One,\\ntwo'");
    expect(stdout).toContain("  $ npx notice set --message $'One,\\ntwo'\n");
    expect(stdout).not.toContain("(\\n)");
  });

  it("warns that visitors will see markup as typed, as do apply and validate", async () => {
    const { run, env } = await prepared();
    const hint = (found: string) => `Visitors will see "${found}" in "message" as typed: write plain text`;
    const { code, stdout, stderr } = await run("set", "--message", "We are moving.\\nBack at nine.");
    expect([code, stdout, stderr]).toEqual([0, expect.stringContaining(`\n${hint("\\n")}, and a `), ""]);
    const document = await run("show", "--json");
    for (const command of ["apply", "validate"]) {
      const stdin = document.stdout.replace("\\\\n", "<br>");
      const outcome = await notice(env, [command, "-", "--json"], { stdin });
      expect(JSON.parse(outcome.stdout).warnings).toEqual([expect.stringContaining(hint("<br>"))]);
    }
    const german = await run("set", "--lang", "de", "--message", "**Bald**");
    expect(german.stdout).toContain('"**Bald**" in "translations.de.message" as typed');
    expect((await run("set", "--message", "Plain.")).stdout).not.toContain("Visitors will read");
  });

  it("reads Windows line ends as line breaks, which are no change of the text", async () => {
    const { run, document } = await prepared();
    // As from `--message "$(cat FILE)"`, which takes the last line feed away.
    await run("set", "--message", "One.\r\nTwo.\r");
    expect(await document()).toMatchObject({ message: "One.\nTwo.\n" });
    const german = { message: "Eins.\nZwei." };
    await run("set", "--lang", "de", "--message", "Eins.\r\nZwei.");
    await run("set", "--title", "Under Maintenance", "--message", "One.\r\nTwo.\r\n");
    expect(await document()).toMatchObject({ message: "One.\nTwo.\n", translations: { de: german } });
  });

  it("writes the last known good notice without a running service", async () => {
    const { run, database } = await prepared();
    await run("set", "--title", "Kept");
    for (const suffix of ["", "-wal", "-shm"]) rmSync(database + suffix, { force: true });
    expect((await run("init")).stdout).toMatch(/with revision 3 from .*last-known-good\.json\.\n/);
    expect((await run("show")).stdout).toContain("Title:        Kept");
  });

  it("removes fields with --clear", async () => {
    const { run, document, storeLine, backTo } = await prepared();
    await run("set", "--message", "x", "--expected-return", "soon");
    const { stdout } = await run(
      "set",
      "--clear",
      "message, expectedReturn",
      "--clear",
      "language",
      "--title",
      "y",
    );
    expect(stdout).toBe(
      `Revision 3 is published.\n- title: Under Maintenance\n+ title: y\n- message: x\n- expectedReturn: soon\n${backTo(2)}${storeLine}`,
    );
    expect(await document()).toEqual({ ...defaults, title: "y" });
  });

  it("prints the difference and publishes nothing with --dry-run", async () => {
    const { run, document, storeLine } = await prepared();
    const { code, stdout } = await run("set", "--title", "x", "--dry-run");
    expect([code, stdout]).toEqual([
      0,
      `Nothing was changed. This would follow revision 1:\n- title: Under Maintenance\n+ title: x\n${storeLine}`,
    ]);
    expect(await document()).toEqual(defaults);
  });

  it("makes no revision if nothing changes", async () => {
    const { run, storeLine } = await prepared();
    expect((await run("set", "--title", "Under Maintenance")).stdout).toBe(
      `Nothing to change: revision 1 already says this.\n${storeLine}`,
    );
    expect(JSON.parse((await run("history", "--json")).stdout)).toHaveLength(1);
  });

  it("prints the result as JSON", async () => {
    const { run } = await prepared();
    expect(JSON.parse((await run("set", "--title", "x", "--json", "--if-revision", "1")).stdout)).toEqual({
      published: true,
      revision: 2,
      author: "anna",
      createdAt: expect.any(String),
      changed: ["title"],
      notice: { ...defaults, title: "x" },
    });
    expect(JSON.parse((await run("set", "--title", "y", "--json", "--dry-run")).stdout)).toEqual({
      published: false,
      revision: 2,
      changed: ["title"],
      notice: { ...defaults, title: "y" },
    });
  });
});
