import { describe, expect, it } from "vitest";
import { defaults } from "../../schema/notice/defaults.ts";
import { notice } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";

describe("notice show", () => {
  it("prints notice, revision, author and age", async () => {
    const { run } = await prepared();
    await run("set", "--message", "One.\nTwo.", "--expected-return", "2126-11-21T18:30:00+01:00");
    const { stdout } = await run("show");
    expect(stdout.split("\n")).toEqual([
      expect.stringMatching(/^Revision 2, by anna, \d+ (second|minute)s? ago$/),
      "Title:        Under Maintenance",
      "Message:      One.",
      "              Two.",
      expect.stringMatching(/^Back: {9}Thursday 21 November 2126, 17:30 UTC, in \d+ d( \d+ h)?( \d+ min)?$/),
      "Contact:      support@example.com",
      "support@example.com is an example that nobody reads, and visitors who need help write to it: give an address that somebody reads with `npx notice set --contact-email`.",
      "",
    ]);
  });

  it("reports that the expected return has passed, and how to change it", async () => {
    const { run } = await prepared();
    await run("set", "--contact-email", "a@b.co", "--as-given", "--expected-return", "2020-01-01T00:00:00Z");
    const { stdout } = await run("show");
    expect(stdout).not.toContain("nobody");
    expect(stdout.trimEnd().split("\n").slice(2)).toEqual([
      expect.stringMatching(/^Back: {9}Wednesday 1 January 2020, 00:00 UTC, \d+ d .*ago$/),
      "Contact:      a@b.co",
      expect.stringMatching(
        /^The expected return in the notice passed \d+ d .*ago: give a new one with `npx notice set /,
      ),
    ]);
  });

  it("prints with --json a document that `notice apply` accepts", async () => {
    const { env, run, storeLine } = await prepared();
    const { stdout } = await run("show", "--json");
    expect(JSON.parse(stdout)).toEqual(defaults);
    expect(await notice(env, ["apply", "-"], { stdin: stdout })).toMatchObject({
      code: 0,
      stdout: `Nothing to change: revision 1 already says this.\n${storeLine}`,
    });
  });

  it("prints joined emoji and scripts unchanged", async () => {
    const { run } = await prepared();
    const title = "👩\u200d👧 ☀\ufe0f می\u200cخواهم";
    await run("set", "--title", title);
    expect((await run("show")).stdout).toContain(`Title:        ${title}\n`);
  });
});
