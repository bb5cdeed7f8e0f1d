import { describe, expect, it } from "vitest";
import { defaults } from "../../../schema/notice/defaults.ts";
import { prepared } from "../../support/command/prepared.ts";

/** Runs a command that must fail with one sentence, print nothing else, and change nothing. */
async function refused(code: number, ...args: string[]): Promise<string> {
  const { run, document } = await prepared();
  const outcome = await run(...args);
  expect(outcome).toMatchObject({ code, stdout: "" });
  expect(outcome.stderr).toMatch(/^[^\n]+[.?]\n$/);
  expect(await document()).toEqual(defaults);
  return outcome.stderr;
}

describe("The help of the command in question is named for", () => {
  it.each([
    [["shwo"], "npx notice --help"],
    [["--jsn"], "npx notice --help"],
    [["set", "--mesage", "x"], "npx notice set --help"],
    [["token", "crate"], "npx notice token --help"],
  ])("%j", async (args, help) => {
    const sentence = await refused(2, ...args);
    expect(sentence.endsWith(`: see \`${help}\`.\n`)).toBe(true);
    const { code, stdout } = await (await prepared()).run(...help.split(" ").slice(2));
    expect([code, stdout.startsWith(`Usage: ${help.replace(" --help", "")} `)]).toEqual([0, true]);
  });

  it("is named for a group without a command", async () => {
    const { stderr } = await (await prepared()).run("token");
    expect(stderr).toMatch(/\nGive a command: `npx notice token --help` lists them\.\n$/);
  });
});

describe("An error does not repeat the password of", () => {
  const sentinel = "it's@=secret";
  it.each([
    [["check", "--from", `https://anna:${sentinel}@shop.example/`], "'…@shop.example/' is invalid"],
    [["check", `--form=https://anna:${sentinel}@shop.example`], "Unknown option '--form=…@shop.example'"],
    [["editor", "--origin", `https://anna:${sentinel}@shop.example`], "'…@shop.example' is invalid"],
    [[`https://anna:${sentinel}@shop.example`], "Unknown command '…@shop.example'"],
    [
      ["token", "create", `a:${sentinel}@b`],
      "'…@b' is invalid for argument 'name'. It must be 1 to 60 letters",
    ],
  ])("%j", async (args, words) => {
    const sentence = await refused(2, ...args);
    expect(sentence).toContain(words);
    expect(sentence).not.toContain("secret");
  });
});

describe("Exit code 2 and one sentence are the reply to", () => {
  it.each([
    [["shwo"], "Unknown command 'shwo' (Did you mean show?)"],
    [["set", "--mesage", "x"], "Unknown option '--mesage' (Did you mean --message?)"],
    [["set"], "There is nothing to set: give --title, --message, "],
    [
      ["set", "--message", "--dry-run"],
      "--message has no value (--dry-run follows it): give it one in quotes.",
    ],
    [["set", "--message", "caf\ufffd"], "--message is not UTF-8: set your terminal to UTF-8."],
    [
      ["set", "stray", "--title", "x"],
      "Too many arguments for 'set'. Expected 0 arguments but got 1: put text with blanks in quotes, or see `",
    ],
    [["set", "--message", ""], "--message is empty: give it text, or remove the field with --clear message."],
    [["set", "--message", "\u001b[2J"], '"message" contains the control character U+001B'],
    [
      ["set", "--clear", "title"],
      "title cannot be cleared, because every notice needs it: give a new one with --title.",
    ],
    [
      ["set", "--clear", "nope"],
      '--clear does not know "nope": give any of message, expected-return, language',
    ],
    [["set", "--message", "x", "--clear", "message"], "--message and --clear message contradict each other"],
    [["rollback", "77"], "There is no revision 77: `npx notice history` lists the revisions."],
    [
      ["set", "--title", "x", "--if-revision", "-1"],
      "It must be the number of a revision, such as 7, or with its hash",
    ],
    [
      ["apply", "/none.json"],
      "/none.json cannot be read (it does not exist): give the path of a readable JSON file",
    ],
    ...[["apply"], ["backup"]].map((args): [string[], string] => [
      [...args, ""],
      "The path is empty: give the path of a file or folder.",
    ]),
    [["validate", "\u001b[2J"], "\\u001b[2J cannot be read"],
  ])("%j", async (args, sentence) => {
    expect(await refused(2, ...args)).toContain(sentence);
  });
});
