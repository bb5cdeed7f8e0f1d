import { describe, expect, it } from "vitest";
import { completes, folderFor, runIn } from "../../support/command/completion.ts";

describe("completion", () => {
  it("in fish is of the same", async () => {
    const folder = await folderFor("fish");
    for (const [words, expected] of completes) {
      const line = `notice ${words.join(" ")}`;
      const listed = runIn(folder, "fish", "--no-config", "-c", `source ./script; complete -C '${line}'`);
      const found = listed.split("\n").map((row) => row.split("\t")[0] ?? "");
      const wanted = found.filter((word) => word !== "" && (words.at(-1) !== "" || !word.startsWith("-")));
      expect([words, wanted.map((word) => word.replace(/\\ /g, " ")).sort()]).toEqual([
        words,
        [...expected].sort(),
      ]);
    }
  });

  it("in zsh is of the same", async () => {
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
    const output = runIn(folder, "zsh", "-f", "-c", script, "zsh", ...typed.map(([line]) => line));
    for (const [, expected] of typed) expect(output).toContain(`<${expected}>`);
  });
});
