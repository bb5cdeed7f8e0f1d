import { spawnSync } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { languageTags } from "../../schema/languages/tags.ts";
import { findProgram } from "../../scripts/bench/harness/programs.ts";
import { notice } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";

type Shell = "bash" | "zsh" | "fish";

/** A folder with the script for a shell, and a file to name. */
async function folderFor(shell: Shell): Promise<string> {
  const folder = temporaryFolder();
  const { code, stdout, stderr } = await notice({}, ["completion", shell]);
  expect([code, stderr]).toEqual([0, ""]);
  writeFileSync(join(folder, "script"), stdout);
  mkdirSync(join(folder, "a folder"));
  writeFileSync(join(folder, "back up.db"), "");
  return folder;
}

/** What a program writes; nobody's own settings are read. */
function run(cwd: string, program: string, ...args: string[]): string {
  const env = { PATH: process.env.PATH, HOME: cwd, TERM: "dumb", LC_ALL: "C.UTF-8" };
  const { stdout, stderr } = spawnSync(program, args, { cwd, env, encoding: "utf8", timeout: 60_000 });
  expect(stderr).toBe("");
  return stdout;
}

/** What each line completes to, word by word, the last one begun. */
const completes: [string[], string[]][] = [
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

describe("completion", () => {
  it("in bash is of commands, flags, languages, settings and files", async () => {
    const folder = await folderFor("bash");
    for (const [words, expected] of completes) {
      const line = ["notice", ...words].map((word) => `'${word}'`).join(" ");
      const script = `source ./script; COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _notice; printf '%s\\n' "\${COMPREPLY[@]}"; complete -p notice`;
      const lines = run(folder, "bash", "--norc", "-c", script).trimEnd().split("\n");
      expect(lines.pop()).toBe("complete -F _notice notice");
      const found = lines.filter((word) => word !== "" && (words.at(-1) !== "" || !word.startsWith("-")));
      expect([words, found.sort()]).toEqual([words, [...expected].sort()]);
    }
    const split = "COMP_WORDS=(notice set --lang = pt); COMP_CWORD=4";
    const after = run(
      folder,
      "bash",
      "--norc",
      "-c",
      `source ./script; ${split}; _notice; echo "\${COMPREPLY[@]}"`,
    );
    expect(after).toBe("pt-BR pt-PT\n");
  });

  it.skipIf(!findProgram("fish"))("in fish is of the same", async () => {
    const folder = await folderFor("fish");
    for (const [words, expected] of completes) {
      const line = `notice ${words.join(" ")}`;
      const listed = run(folder, "fish", "--no-config", "-c", `source ./script; complete -C '${line}'`);
      const found = listed.split("\n").map((row) => row.split("\t")[0] ?? "");
      const wanted = found.filter((word) => word !== "" && (words.at(-1) !== "" || !word.startsWith("-")));
      expect([words, wanted.map((word) => word.replace(/\\ /g, " ")).sort()]).toEqual([
        words,
        [...expected].sort(),
      ]);
    }
  });

  it.skipIf(!findProgram("zsh"))("in zsh is of the same", async () => {
    const folder = await folderFor("zsh");
    // A terminal, in which a word is completed by a tab, and the command says what it was given.
    const typed: [string, string][] = [
      ["notice rollb\t7", "rollback 7"],
      ["notice token create anna --sc\tread", "token create anna --scope read"],
      ["notice set --lang pt-B\tx", "set --lang pt-BR x"],
      ["notice set --lang=pt-B\tx", "set --lang=pt-BR x"],
      ["notice settings RETURN\t", "settings RETURN_SPREAD_SECONDS"],
      ["notice completion fi\t", "completion fish"],
      ["notice restore back\t", "restore back up.db"],
    ];
    const script = `zmodload zsh/zpty; zpty shell zsh -f -i
      read_until() { local all= part; while [[ $all != *$1* ]] && zpty -r shell part; do all+=$part; done; print -r -- "$all" }
      zpty -w shell "PS1=; autoload -U compinit; compinit -D -u; source ./script; notice() { print -r -- \\"<\\$*>\\" do''ne }; print rea''dy"
      read_until ready >/dev/null
      for line in "$@"; do zpty -w shell "$line"; read_until '> done'; done; zpty -d shell`;
    const output = run(folder, "zsh", "-f", "-c", script, "zsh", ...typed.map(([line]) => line));
    for (const [, expected] of typed) expect(output).toContain(`<${expected}>`);
  });
});

describe("notice settings", () => {
  it("prints a file to begin with, or one of them and what it may be", async () => {
    const { stdout } = await notice({}, ["settings"]);
    expect(stdout).toContain("\n# TCP port to listen on; `0` picks a free one\n#PORT=8080\n");
    expect(await notice({}, ["settings", "PORT"])).toEqual({
      code: 0,
      stdout:
        "# TCP port to listen on; `0` picks a free one\n#PORT=8080\n# It may be a whole number from 0 to 65535.\n",
      stderr: "",
    });
    expect(await notice({}, ["settings", "PORTS"])).toMatchObject({
      code: 2,
      stderr: "PORTS is not a setting: `npx notice settings` lists them.\n",
    });
  });
});
