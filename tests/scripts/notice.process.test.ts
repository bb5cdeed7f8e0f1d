import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { describe, expect, it } from "vitest";
import { notice } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";
import { temporaryFolder } from "../support/folder.ts";

describe("notice", () => {
  it("prints the version of the package", async () => {
    const { run } = await prepared();
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    expect((await run("--version")).stdout).toBe(`${version}\n`);
  });

  it.each(["on", "set", "rollback", "token", "schema"])(
    "has help with an example for %s",
    async (command) => {
      const { run } = await prepared();
      expect((await run("--help")).stdout).toMatch(new RegExp(`^  ${command}\\b`, "m"));
      const { code, stdout } = await run(command, "--help");
      expect(code).toBe(0);
      expect(stdout).toMatch(new RegExp(`^Examples:\\n  \\$ npx notice .*${command}`, "m"));
      expect(stdout.endsWith(`\nDocuments: ${resolve("docs/README.md")}\n`)).toBe(true);
      const terminal = { columns: 60, paint: (style: string, line: string) => `<${style}>${line}` };
      for (const args of [["--help"], [command, "--help"]]) {
        const { stdout } = await notice(process.env, args, { around: { terminal } });
        expect(stdout).toMatch(/^<bold>Usage: [\s\S]*^<bold>Options:\n/m);
        expect(stdout.split("\n").filter((line) => line.replace("<bold>", "").length > 60)).toEqual([]);
      }
    },
  );

  it("has an example for a first translation that works in a new store", async () => {
    const { run, env, document } = await prepared();
    const help = (await run("set", "--help")).stdout.replaceAll(/ \\\n +/g, " ");
    const [, example = ""] = /^ {2}\$ (.* && .*)$/m.exec(help) ?? [];
    execFileSync("sh", ["-c", example.replaceAll("npx notice", "node scripts/bin.mjs")], { env });
    expect(await document()).toMatchObject({ language: "en", translations: { de: expect.any(Object) } });
  });

  it("ends without an error if its reader closes the pipe", async () => {
    const { run, env } = await prepared();
    const big = "x".repeat(2000);
    for (let index = 0; index < 8; index += 1) await run("set", "--message", `${index}${big.slice(1)}`);
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
    const root = temporaryFolder();
    mkdirSync(join(root, "scripts"));
    writeFileSync(join(root, "scripts", "bin.mjs"), readFileSync("scripts/bin.mjs"));
    const { status, stderr } = spawnSync(process.execPath, [join(root, "scripts", "bin.mjs")], {
      encoding: "utf8",
    });
    expect([status, stderr]).toEqual([1, "The command is not built yet: run `npm run build`.\n"]);
  });
});
