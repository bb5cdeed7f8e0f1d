import { execFileSync, spawnSync } from "node:child_process";
import { cpSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { notice } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";
import { temporaryFolder } from "../support/folder.ts";

describe("notice", () => {
  const commands = ["on", "set", "rollback", "token", "token create", "token list", "token revoke", "schema"];
  it.each(commands)("has help with an example for %s", async (command) => {
    const args = [...command.split(" "), "--help"];
    const { code, stdout } = await notice(process.env, args);
    expect(code).toBe(0);
    expect(stdout).toMatch(new RegExp(`^Examples:\n  \\$ npx notice .*${command}`, "m"));
    expect(stdout.endsWith(`\nDocuments: ${resolve("docs/README.md")}\n`)).toBe(true);
  });

  it.each(["", ...commands])("wraps its help at the width of a terminal: %s", async (command) => {
    const terminal = { columns: 60, paint: (style: string, line: string) => `<${style}>${line}` };
    const args = `${command} --help`.trim().split(" ");
    const { stdout } = await notice(process.env, args, { around: { terminal } });
    expect(stdout).toMatch(/^<bold>Usage: [\s\S]*^<bold>Options:\n/m);
    expect(stdout.split("\n").filter((line) => line.replace("<bold>", "").length > 60)).toEqual([]);
  });

  it("lists its commands in its help", async () => {
    const { stdout } = await notice(process.env, ["--help"]);
    for (const command of ["on", "set", "rollback", "token", "schema"])
      expect(stdout).toMatch(new RegExp(`^  ${command}\\b`, "m"));
  });

  it("has an example for a first translation that works in a new store", async () => {
    const { run, env, document } = await prepared();
    const help = (await run("set", "--help")).stdout.replaceAll(/ \\\n +/g, " ");
    const [, example = ""] = /^ {2}\$ (.* && .*)$/m.exec(help) ?? [];
    execFileSync("sh", ["-c", example.replaceAll("npx notice", "node scripts/bin.mjs")], { env });
    expect(await document()).toMatchObject({ language: "en", translations: { de: expect.any(Object) } });
  });

  it("ends without an error if its reader closes the pipe", async () => {
    const { run, env } = await prepared();
    for (let index = 0; index < 8; index += 1) await run("set", "--message", `${index}${"x".repeat(1999)}`);
    const out = execFileSync("sh", ["-c", "node scripts/bin.mjs history --json 2>&1 | head -c 10"], { env });
    expect(out.toString()).toHaveLength(10);
  });

  it("ends without an error as `backsoon` if its reader closes the pipe", () => {
    const help = (pipe: string) =>
      spawnSync("sh", ["-c", `node dist/node/scripts/backsoon.js --help ${pipe}`], { encoding: "utf8" });
    expect(help("| true").stderr).toBe("");
    expect(help("").stdout.endsWith(`\nDocuments: ${resolve("docs/README.md")}\n`)).toBe(true);
  });

  it("asks for a build if it is not built", async () => {
    const bin = join(temporaryFolder(), "scripts/bin.mjs");
    cpSync("scripts/bin.mjs", bin);
    const { status, stderr } = spawnSync(process.execPath, [bin], { encoding: "utf8" });
    expect([status, stderr]).toEqual([1, "The command is not built yet: run `npm run build`.\n"]);
  });
});
