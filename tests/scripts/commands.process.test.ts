import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { defaults } from "../../schema/notice/defaults.ts";
import type { CommandOutcome } from "../../scripts/run.ts";
import { notice, noticeProcess } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";
import { temporaryFolder } from "../support/folder.ts";

/** An outcome without the disk's free space, which others change meanwhile. */
function lasting({ stdout, ...outcome }: CommandOutcome): CommandOutcome {
  // An installed command has a home and a driver of its own.
  const ofInstalled = /\d+ MiB free|(?<=all valid, home ).*|(?<=SQLite: ).*/g;
  return { ...outcome, stdout: stdout.replace(ofInstalled, "") };
}

describe("The command as a process", () => {
  it("does and prints the same as in the tests' process", async () => {
    const { env, run, document } = await prepared();
    const folder = temporaryFolder();
    writeFileSync(join(folder, "notice.json"), JSON.stringify({ ...defaults, title: "In a file" }));
    const commands: [string[], string?][] = [
      [["init"]],
      [["set", "--title", "Set"]],
      [["apply", "-"], JSON.stringify({ ...defaults, title: "From standard input" })],
      [["token", "create", "anna", "--json"]],
    ];
    const reading = [
      ["show", "--json"],
      ["check", "--no-service"],
      ["validate", "notice.json"],
      ["proxy", "nginx", "--switch"],
    ];
    const begin = (args: string[], stdin?: string) =>
      noticeProcess(env, args, { cwd: folder, ...(stdin && { stdin }) });
    for (const [args, stdin] of commands)
      expect(await begin(args, stdin)).toMatchObject({ code: 0, stderr: "" });
    // What only reads is read by all at once.
    for (const [args, ended] of reading.map((args) => [args, begin(args)] as const)) {
      const outcome = await ended;
      expect([args, outcome.code, outcome.stderr]).toEqual([args, 0, ""]);
      expect(lasting(await notice(env, args, { cwd: folder }))).toEqual(lasting(outcome));
    }
    expect(await document()).toEqual({ ...defaults, title: "From standard input" });
    expect((await run("history")).stdout.trimEnd().split("\n")).toHaveLength(3);
  });

  it("ends after its output although a timer still runs", async () => {
    const { env, run } = await prepared();
    const NODE_OPTIONS = "--import=data:text/javascript,setInterval(()=>{},1e9)";
    const outcome = await noticeProcess({ ...env, NODE_OPTIONS }, ["history", "--json"]);
    expect(outcome).toEqual(await run("history", "--json"));
  });

  it.each<[number, string[], string]>([
    [1, ["show"], "There is no notice store at"],
    [2, ["shwo"], "Unknown command 'shwo' (Did you mean show?)"],
    [3, ["set", "--title", "x", "--if-revision", "7"], "The notice is at revision 1, not 7"],
  ])("ends with exit code %i and one sentence for %j", async (code, args, sentence) => {
    const { env } = await prepared();
    const DATABASE = code === 1 ? join(temporaryFolder(), "none.db") : env.DATABASE;
    const outcome = await noticeProcess({ ...env, DATABASE }, args);
    expect(outcome).toMatchObject({ code, stdout: "" });
    expect(outcome.stderr).toContain(sentence);
    expect(outcome.stderr).toMatch(/^[^\n]+[.?]\n$/);
  });

  it("works in a deleted folder, and reports it for a relative path", async () => {
    const { env } = await prepared();
    const gone = join(temporaryFolder(), "gone");
    const run = (...args: string[]) => {
      const command = 'mkdir "$1" && cd "$1" && rmdir "$1" && shift && exec "$@"';
      const bin = resolve("scripts/bin.mjs");
      const { status, stdout, stderr } = spawnSync(
        "sh",
        ["-c", command, "sh", gone, process.execPath, bin, ...args],
        { env: { ...env, VISUAL: "true" }, encoding: "utf8" },
      );
      return { code: status, stdout, stderr };
    };
    expect(run("edit")).toMatchObject({ code: 0, stderr: "" });
    expect(run("apply", "file")).toEqual({
      code: 2,
      stdout: "",
      stderr:
        "file cannot be found, because the current folder has been deleted: change to another folder, or give an absolute path.\n",
    });
  });
});
