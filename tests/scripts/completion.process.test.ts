import { describe, expect, it } from "vitest";
import { notice } from "../support/command/command.ts";
import { completes, folderFor, runIn } from "../support/command/completion.ts";

describe("completion", () => {
  it("in bash is of commands, flags, languages, settings and files", async () => {
    const folder = await folderFor("bash");
    for (const [words, expected] of completes) {
      const line = ["notice", ...words].map((word) => `'${word}'`).join(" ");
      const script = `source ./script; COMP_WORDS=(${line}); COMP_CWORD=${words.length}; _notice; printf '%s\\n' "\${COMPREPLY[@]}"; complete -p notice`;
      const lines = runIn(folder, "bash", "--norc", "-c", script).trimEnd().split("\n");
      expect(lines.pop()).toBe("complete -F _notice notice");
      const found = lines.filter((word) => word !== "" && (words.at(-1) !== "" || !word.startsWith("-")));
      expect([words, found.sort()]).toEqual([words, [...expected].sort()]);
    }
    const split = "COMP_WORDS=(notice set --lang = pt); COMP_CWORD=4";
    const after = runIn(
      folder,
      "bash",
      "--norc",
      "-c",
      `source ./script; ${split}; _notice; echo "\${COMPREPLY[@]}"`,
    );
    expect(after).toBe("pt-BR pt-PT\n");
  });
});

describe("notice settings", () => {
  it("prints a file to begin with, or one of them and what it may be", async () => {
    const { stdout } = await notice({}, ["settings"]);
    expect(stdout).toContain("\n# TCP port. `0` picks a free port\n#PORT=8080\n");
    expect(await notice({}, ["settings", "PORT"])).toEqual({
      code: 0,
      stdout: "# TCP port. `0` picks a free port\n#PORT=8080\n# It may be a whole number from 0 to 65535.\n",
      stderr: "",
    });
    expect(await notice({}, ["settings", "PORTS"])).toMatchObject({
      code: 2,
      stderr: "PORTS is not a setting: `npx notice settings` lists them.\n",
    });
  });
});
