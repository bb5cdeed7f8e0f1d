import { describe, expect, it } from "vitest";
import { defaults } from "../../schema/notice/defaults.ts";
import { notice } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";

describe("notice show", () => {
  it("prints notice, revision, author and age", async () => {
    const { run } = await prepared();
    await run("set", "--message", "One.\nTwo.", "--expected-return", "2126-11-21T18:30:00+01:00");
    expect((await run("show")).stdout.split("\n")).toEqual([
      expect.stringMatching(/^Revision 2, by anna, \d+ (second|minute)s? ago$/),
      "Title:        Under Maintenance",
      "Message:      One.",
      "              Two.",
      expect.stringMatching(/^Back: {9}Thursday 21 November 2126, 17:30 UTC, in \d+ d( \d+ h)?( \d+ min)?$/),
      "Contact:      support@example.com",
      expect.stringContaining("support@example.com is an example that nobody reads"),
      "",
    ]);
  });

  it("reports that the expected return has passed, and how to change it", async () => {
    const { run } = await prepared();
    await run("set", "--contact-email", "a@b.co", "--as-given", "--expected-return", "2020-01-01T00:00:00Z");
    expect((await run("show")).stdout.split("\n").slice(2)).toEqual([
      expect.stringMatching(/^Back: {9}Wednesday 1 January 2020, 00:00 UTC, \d+ d .*ago$/),
      "Contact:      a@b.co",
      expect.stringMatching(/^The expected return in the notice passed \d+ d .*: give .* `npx notice set /),
      "",
    ]);
  });

  it("prints with --json a document that `notice apply` accepts", async () => {
    const { env, run } = await prepared();
    const { stdout: stdin } = await run("show", "--json");
    expect(JSON.parse(stdin)).toEqual(defaults);
    expect((await notice(env, ["apply", "-"], { stdin })).stdout).toContain("Nothing to change: revision 1 ");
  });

  it("prints joined emoji and scripts unchanged", async () => {
    const { run } = await prepared();
    const title = "👩\u200d👧 ☀\ufe0f می\u200cخواهم";
    await run("set", "--title", title);
    expect((await run("show")).stdout).toContain(`Title:        ${title}\n`);
  });
});
