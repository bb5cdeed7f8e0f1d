import { userInfo } from "node:os";
import { describe, expect, it } from "vitest";
import { defaults } from "../../schema/notice/defaults.ts";
import { notice } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";

describe("notice history and rollback", () => {
  it("list every change and publish an earlier notice again", async () => {
    const { run, env, document, storeLine, backTo } = await prepared();
    const message = `long ${"x".repeat(60)}`;
    await run("set", "--title", "two", "--message", message);
    await run("set", "--clear", "message");
    expect((await run("rollback", "2", "--dry-run")).stdout).toContain("+ message: long");
    const published = `Revision 4 is published.\n+ message: ${message}\n${backTo(3)}${storeLine}`;
    expect((await run("rollback", "2")).stdout).toBe(published);
    expect(await document()).toMatchObject({ title: "two", message });

    const now = () => new Date(Date.now() + 150_000);
    const lines = [
      `4  2 minutes ago  anna  message: ${message}`,
      "3  2 minutes ago  anna  message removed",
      `2  2 minutes ago  anna  title: two; message: ${message}`,
      "1  2 minutes ago  anna  title: Under Maintenance; contactEmail: support@example.com",
    ];
    const { stdout } = await notice(env, ["history"], { around: { now } });
    expect(stdout.trimEnd().split("\n")).toEqual(lines);
    const terminal = { columns: 60, paint: (style: string, line: string) => `<${style}>${line}` };
    const narrow = (await notice(env, ["history"], { around: { now, terminal } })).stdout;
    const cut = lines.map((line) => (line.length > 60 ? `${line.slice(0, 59)}…` : line));
    expect(narrow.trimEnd().split("\n")).toEqual(cut);
    const set = await notice(env, ["set", "--clear", "message"], { around: { terminal } });
    expect(set.stdout).toBe(
      `<bold>Revision 5 is published.\n<red>- message: ${message}\n${backTo(4)}<dim>${storeLine}`,
    );
  });

  it("print the history in pages and as JSON", async () => {
    const { run } = await prepared();
    for (const title of ["two", "three", "four"]) await run("set", "--title", title);
    const { stdout } = await run("history", "--limit", "2");
    expect(stdout).toMatch(/^4 .*\n3 .*\nOlder revisions: npx notice history --before 3\n$/);
    const [second, first] = JSON.parse((await run("history", "--before", "3", "--json")).stdout);
    const notice = { ...defaults, title: "two" };
    const createdAt = expect.any(String);
    expect(second).toEqual({ revision: 2, author: "anna", createdAt, changed: ["title"], notice });
    expect(first).toMatchObject({ revision: 1, changed: ["isEnabled", "title", "contactEmail"] });
  });

  it("name the system user if NOTICE_AUTHOR is empty", async () => {
    const { env } = await prepared();
    await notice({ ...env, NOTICE_AUTHOR: "" }, ["set", "--title", "x"]);
    const [latest] = JSON.parse((await notice(env, ["history", "--json"])).stdout);
    expect(latest.author).toBe(userInfo().username);
  });
});
