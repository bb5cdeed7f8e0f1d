import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { defaults } from "../../schema/notice/defaults.ts";
import { noticeProcess, refusal } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";
import { temporaryFolder } from "../support/folder.ts";

describe("The command as a process", () => {
  it("publishes, reads and checks with files and standard input", async () => {
    const { env, run, document } = await prepared();
    const cwd = temporaryFolder();
    const fromInput = JSON.stringify({ ...defaults, title: "From standard input" });
    writeFileSync(join(cwd, "notice.json"), fromInput);
    for (const [command, stdin = ""] of [
      ["init"],
      ["set --title Set"],
      ["apply -", fromInput],
      ["token create anna --json"],
      ["check --no-service"],
      ["validate notice.json"],
    ] as const) {
      const outcome = await noticeProcess(env, command.split(" "), { cwd, stdin });
      expect(outcome).toMatchObject({ code: 0, stderr: "" });
    }
    for (const command of ["show --json", "proxy nginx --switch"])
      expect(await noticeProcess(env, command.split(" "))).toEqual(await run(...command.split(" ")));
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
  ])("ends with exit code %i and one sentence for %j", async (code, args, words) => {
    const { env } = await prepared(code === 1 ? { DATABASE: join(temporaryFolder(), "none.db") } : {});
    expect(await noticeProcess(env, args)).toEqual(refusal(words, code));
  });

  it("works in a deleted folder, and reports it for a relative path", async () => {
    const { env } = await prepared();
    const gone = join(temporaryFolder(), "gone");
    const run = (...args: string[]) => {
      const command = 'mkdir "$1" && cd "$1" && rmdir "$1" && shift && exec "$@"';
      const words = ["-c", command, "sh", gone, process.execPath, resolve("scripts/bin.mjs"), ...args];
      const options = { env: { ...env, VISUAL: "true" }, encoding: "utf8" } as const;
      const { status: code, stdout, stderr } = spawnSync("sh", words, options);
      return { code, stdout, stderr };
    };
    expect(run("edit")).toMatchObject({ code: 0, stderr: "" });
    expect(run("apply", "file")).toEqual(refusal("file cannot be found, because the current folder has "));
  });
});
