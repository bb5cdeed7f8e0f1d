import { describe, expect, it } from "vitest";
import { defaults } from "../../../schema/notice/defaults.ts";
import { refusal } from "../../support/command/command.ts";
import { prepared } from "../../support/command/prepared.ts";

/** Expects a command to refuse in one sentence and to change nothing; gives the sentence. */
async function expectRefused(args: string[], words: string): Promise<string> {
  const { run, document } = await prepared();
  const outcome = await run(...args);
  expect(outcome).toEqual(refusal(words));
  expect(await document()).toEqual(defaults);
  return outcome.stderr;
}

describe("A wrong use of the command", () => {
  it.each([
    [["shwo"], "npx notice --help", "Unknown command 'shwo' (Did you mean show?)"],
    [["--jsn"], "npx notice --help", "--jsn"],
    [["set", "--mesage", "x"], "npx notice set --help", "'--mesage' (Did you mean --message?)"],
    [["token", "crate"], "npx notice token --help", "crate"],
  ])("is refused with the help to read: %j", async (args, help, words) => {
    expect(await expectRefused(args, words)).toMatch(new RegExp(`: see \`${help}\`\\.\n$`));
    const { code, stdout } = await (await prepared()).run(...help.split(" ").slice(2));
    expect([code, stdout.startsWith(`Usage: ${help.replace(" --help", "")} `)]).toEqual([0, true]);
  });

  it("prints the help if a group is given no command", async () => {
    const { stderr } = await (await prepared()).run("token");
    expect(stderr).toMatch(/\nGive a command: `npx notice token --help` lists them\.\n$/);
  });

  const url = "https://anna:it's@=secret@shop.example";
  it.each([
    [["check", "--from", `${url}/`], "'…@shop.example/' is invalid"],
    [["check", `--form=${url}`], "Unknown option '--form=…@shop.example'"],
    [["editor", "--origin", url], "'…@shop.example' is invalid"],
    [[url], "Unknown command '…@shop.example'"],
    [["token", "create", "a:it's@=secret@b"], "'…@b' is invalid for argument 'name'. It must be 1 to 60 "],
  ])("is refused without its password: %j", async (args, words) => {
    expect(await expectRefused(args, words)).not.toContain("secret");
  });

  it.each([
    [["set"], "There is nothing to set: give --title, --message, "],
    [["set", "--message", "--dry-run"], "--message has no value (--dry-run follows it)"],
    [["set", "--message", "caf\ufffd"], "--message is not UTF-8"],
    [["set", "stray", "--title", "x"], "Expected 0 arguments but got 1: put text with blanks in quotes"],
    [["set", "--message", ""], "--message is empty: give it text, or remove the field with --clear message."],
    [["set", "--message", "\u001b[2J"], '"message" contains the control character U+001B'],
    [["set", "--clear", "title"], "title cannot be cleared"],
    [["set", "--clear", "nope"], '--clear does not know "nope": give any of message, expected-return,'],
    [["set", "--message", "x", "--clear", "message"], "--message and --clear message contradict each other"],
    [["rollback", "77"], "There is no revision 77"],
    [["set", "--title", "x", "--if-revision", "-1"], "It must be the number of a revision, such as 7, or"],
    [["apply", "/none.json"], "/none.json cannot be read (it does not exist)"],
    [["apply", ""], "The path is empty"],
    [["backup", ""], "The path is empty"],
    [["validate", "\u001b[2J"], "\\u001b[2J cannot be read"],
  ])("is refused in one sentence: %j", async (args, words) => void (await expectRefused(args, words)));
});
