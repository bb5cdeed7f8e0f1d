import { describe, expect, it } from "vitest";
import { defaults } from "../../schema/notice/defaults.ts";
import { notice, refusal } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";
import { removeStore } from "../support/store/sqlite-file.ts";

describe("notice set", () => {
  it("changes only the given fields and prints the difference", async () => {
    const { run, document, storeLine, backTo } = await prepared();
    await run("set", "--title", "Back at nine");
    const contactEmail = "ops@example.org";
    expect(await run("set", "--message", "One.\nTwo.", "--contact-email", contactEmail)).toEqual({
      code: 0,
      stdout: `Revision 3 is published.
+ message: One.
+   Two.
- contactEmail: support@example.com
+ contactEmail: ops@example.org
${backTo(2)}${storeLine}`,
      stderr: "",
    });
    const title = "Back at nine";
    expect(await document()).toEqual({ isEnabled: true, title, message: "One.\nTwo.", contactEmail });
  });

  it.each([
    "</script><script>alert(1)</script>",
    "@text",
    "-- --title",
    "😀 שלום عربى",
    'C\'est "prêt" \\ `now` $HOME',
    "One,\\ntwo",
  ])("publishes the text %j unchanged", async (text) => {
    const { run, document } = await prepared();
    expect((await run("set", "--title", text, `--message=${text}`)).code).toBe(0);
    expect(await document()).toMatchObject({ title: text, message: text });
  });

  it.each(["title", "message"])("reads --%s - from standard input without its line end", async (field) => {
    const { env, document } = await prepared();
    const set = (stdin: string) => notice(env, ["set", `--${field}`, "-"], { stdin });
    for (const end of ["\n", "\r\n"]) {
      expect(await set(`Back at “nine”${end}`)).toMatchObject({ code: 0, stderr: "" });
      expect(await document()).toMatchObject({ [field]: "Back at “nine”" });
    }
    const both = await notice(env, ["set", "--title", "-", "--message", "-"], { stdin: "x" });
    expect(both).toEqual(refusal("give only one"));
    expect(await set("\n")).toEqual(refusal(field));
  });

  it("shows in its help how to write a line break", async () => {
    const { stdout } = await notice({}, ["set", "--help"]);
    expect(stdout.replace(/\s+/g, " ")).toContain("a line break is written as in $'One,\\ntwo'");
  });

  it("warns that visitors will see markup as typed, as do apply and validate", async () => {
    const { run, env } = await prepared();
    const hint = (found: string, field = "message") => `will see "${found}" in "${field}" as typed: `;
    const { code, stdout } = await run("set", "--message", "We are moving.\\nBack at nine.");
    expect([code, stdout]).toEqual([0, expect.stringContaining(`\nVisitors ${hint("\\n")}`)]);
    const document = await run("show", "--json");
    for (const command of ["apply", "validate"]) {
      const stdin = document.stdout.replace("\\\\n", "<br>");
      const outcome = await notice(env, [command, "-", "--json"], { stdin });
      expect(JSON.parse(outcome.stdout).warnings).toEqual([expect.stringContaining(hint("<br>"))]);
    }
    const german = await run("set", "--lang", "de", "--message", "**Bald**");
    expect(german.stdout).toContain(hint("**Bald**", "translations.de.message"));
    expect((await run("set", "--message", "Plain.")).stdout).not.toContain("Visitors will see");
  });

  it("reads Windows line ends as line breaks, which are no change of the text", async () => {
    const { run, document } = await prepared();
    // As from `--message "$(cat FILE)"`, which removes the last line feed.
    await run("set", "--message", "One.\r\nTwo.\r");
    expect(await document()).toMatchObject({ message: "One.\nTwo.\n" });
    const de = { message: "Eins.\nZwei." };
    await run("set", "--lang", "de", "--message", "Eins.\r\nZwei.");
    await run("set", "--title", "Under Maintenance", "--message", "One.\r\nTwo.\r\n");
    expect(await document()).toMatchObject({ message: "One.\nTwo.\n", translations: { de } });
  });

  it("writes the last known good notice without a running service", async () => {
    const { run, database } = await prepared();
    await run("set", "--title", "Kept");
    removeStore(database);
    expect((await run("init")).stdout).toMatch(/with revision 3 from .*last-known-good\.json\.\n/);
    expect((await run("show")).stdout).toContain("Title:        Kept");
  });

  it("removes fields with --clear", async () => {
    const { run, document } = await prepared();
    await run("set", "--message", "x", "--expected-return", "soon");
    const clear = ["--clear", "message, expectedReturn", "--clear", "language"];
    expect((await run("set", ...clear, "--title", "y")).stdout).toMatch(
      /^Revision 3 is published\.\n- title: Under Maintenance\n\+ title: y\n- message: x\n- expectedReturn: soon\nTo/,
    );
    expect(await document()).toEqual({ ...defaults, title: "y" });
  });

  it("prints the difference and publishes nothing with --dry-run", async () => {
    const { run, document, storeLine } = await prepared();
    const difference = "- title: Under Maintenance\n+ title: x\n";
    const stdout = `Nothing was changed. This would follow revision 1:\n${difference}${storeLine}`;
    expect(await run("set", "--title", "x", "--dry-run")).toMatchObject({ code: 0, stdout });
    expect(await document()).toEqual(defaults);
  });

  it("makes no revision if nothing changes", async () => {
    const { run, storeLine } = await prepared();
    const { stdout } = await run("set", "--title", "Under Maintenance");
    expect(stdout).toBe(`Nothing to change: revision 1 already says this.\n${storeLine}`);
    expect(JSON.parse((await run("history", "--json")).stdout)).toHaveLength(1);
  });

  it("prints the result as JSON", async () => {
    const { run } = await prepared();
    const set = async (title: string, ...args: string[]) =>
      JSON.parse((await run("set", "--title", title, "--json", ...args)).stdout);
    const result = (title: string) => ({ revision: 2, changed: ["title"], notice: { ...defaults, title } });
    const published = { published: true, author: "anna", createdAt: expect.any(String) };
    expect(await set("x", "--if-revision", "1")).toEqual({ ...result("x"), ...published });
    expect(await set("y", "--dry-run")).toEqual({ ...result("y"), published: false });
  });
});
