import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { defaults } from "../../schema/notice/defaults.ts";
import { findFaults } from "../../schema/notice/faults.ts";
import { notice } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";
import { temporaryFolder } from "../support/folder.ts";

describe("notice apply and validate", () => {
  it("replace the notice by a file, and validate a file without a store", async () => {
    const { run, document } = await prepared();
    const folder = temporaryFolder();
    const file = join(folder, "notice.json");
    writeFileSync(file, JSON.stringify({ ...defaults, title: "e\u0301", expectedReturn: "soon" }));
    expect(
      await notice({ ...process.env, DATABASE: join(folder, "none.db") }, ["validate", file]),
    ).toMatchObject({
      code: 0,
      stdout: `${file} is a valid notice.\n`,
    });
    expect(JSON.parse((await run("validate", file, "--json")).stdout)).toMatchObject({ valid: true });
    await run("set", "--message", "goes");
    expect((await run("apply", file, "--dry-run")).stdout).toContain("- message: goes");
    expect((await run("apply", file, "--if-revision", "1")).code).toBe(3);
    expect((await run("apply", file, "--if-revision", "2")).code).toBe(0);
    expect(await document()).toEqual({ ...defaults, title: "\u00e9", expectedReturn: "soon" });
  });

  it("read Windows line ends as line breaks", async () => {
    const { env, document } = await prepared();
    const stdin = '{"isEnabled":true,"title":"T","message":"One\\r\\nTwo","contactEmail":"a@b.example"}';
    const { stdout } = await notice(env, ["validate", "-", "--json"], { stdin });
    expect(JSON.parse(stdout).notice).toMatchObject({ message: "One\nTwo" });
    expect((await notice(env, ["apply", "-"], { stdin })).code).toBe(0);
    expect(await document()).toMatchObject({ message: "One\nTwo" });
  });

  it("list every fault that the API lists, with pointers in JSON", async () => {
    const { env } = await prepared();
    const stdin = JSON.stringify({ isEnabled: true, title: "", message: 7, extra: 1 });
    const faults = findFaults(JSON.parse(stdin));
    expect(faults.map(({ pointer }) => pointer)).toHaveLength(4);
    const lines = faults.map(({ detail }) => `${detail}\n`).join("");
    expect(await notice(env, ["validate", "-"], { stdin })).toEqual({ code: 2, stdout: "", stderr: lines });
    const { code, stdout, stderr } = await notice(env, ["validate", "-", "--json"], { stdin });
    expect([code, stderr, JSON.parse(stdout)]).toEqual([2, lines, { valid: false, faults }]);
    const applied = async (document: string) =>
      (await notice(env, ["apply", "-"], { stdin: document })).stderr;
    const more = " There are more faults: `npx notice validate` lists them all.";
    expect(await applied(stdin)).toBe(`${faults[0]?.detail}${more}\n`);
    expect(await applied(JSON.stringify({ ...defaults, title: "" }))).not.toContain("That is not all");
  });
});
