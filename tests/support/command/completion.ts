import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect } from "vitest";
import { languageTags } from "../../../schema/languages/tags.ts";
import { temporaryFolder } from "../folder.ts";
import { notice } from "./command.ts";

type Shell = "bash" | "zsh" | "fish";

/** A folder with the script for a shell, and a file to name. */
export async function folderFor(shell: Shell): Promise<string> {
  const folder = temporaryFolder();
  const { code, stdout, stderr } = await notice({}, ["completion", shell]);
  expect([code, stderr]).toEqual([0, ""]);
  writeFileSync(join(folder, "script"), stdout);
  mkdirSync(join(folder, "a folder"));
  writeFileSync(join(folder, "back up.db"), "");
  return folder;
}

/** What a program writes; nobody's own settings are read. */
export function runIn(cwd: string, program: string, ...args: string[]): string {
  const env = { PATH: process.env.PATH, HOME: cwd, TERM: "dumb", LC_ALL: "C.UTF-8" };
  const { stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: "utf8", timeout: 60_000 });
  expect(stderr).toBe("");
  return stdout;
}

/** What each line completes to, word by word, the last one begun. */
export const completes: [string[], string[]][] = [
  [["se"], ["set", "settings"]],
  [
    ["token", ""],
    ["create", "list", "revoke"],
  ],
  [["token", "create", "anna", "--sc"], ["--scope"]],
  [
    ["token", "create", "--scope", ""],
    ["read", "write"],
  ],
  [
    ["set", "--title", "token", "--la"],
    ["--lang", "--language"],
  ],
  [["set", "--lang", ""], [...languageTags]],
  [["set", "--title", ""], []],
  [
    ["settings", "METRICS"],
    ["METRICS_HOST", "METRICS_PORT"],
  ],
  [["settings", "DATABASE_PASSWORD_"], ["DATABASE_PASSWORD_FILE"]],
  [
    ["completion", ""],
    ["bash", "fish", "zsh"],
  ],
  [["restore", "ba"], ["back up.db"]],
];
