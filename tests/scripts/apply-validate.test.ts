import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { defaults } from "../../schema/notice/defaults.ts";
import { findFaults } from "../../schema/notice/faults.ts";
import { notice, refusal } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";
import { temporaryFolder } from "../support/folder.ts";

describe("notice apply and validate", () => {
  it("replace the notice by a file, and validate a file without a store", async () => {
    const { run, document } = await prepared();
    const folder = temporaryFolder();
    const file = join(folder, "notice.json");
    writeFileSync(file, JSON.stringify({ ...defaults, title: "e\u0301", expectedReturn: "soon" }));
    const env = { ...process.env, DATABASE: join(folder, "none.db") };
    const stdout = `${file} is a valid notice.\n`;
    expect(await notice(env, ["validate", file])).toMatchObject({ code: 0, stdout });
    expect(JSON.parse((await run("validate", file, "--json")).stdout)).toMatchObject({ valid: true });
    await run("set", "--message", "goes");
    expect((await run("apply", file, "--dry-run")).stdout).toContain("- message: goes");
    expect((await run("apply", file, "--if-revision", "1")).code).toBe(3);
    expect((await run("apply", file, "--if-revision", "2")).code).toBe(0);
    expect(await document()).toEqual({ ...defaults, title: "\u00e9", expectedReturn: "soon" });
  });

  it("read Windows line ends as line breaks", async () => {
    const { env, document } = await prepared();
    const stdin = JSON.stringify({ ...defaults, message: "One\r\nTwo" });
    const { stdout } = await notice(env, ["validate", "-", "--json"], { stdin });
    expect(JSON.parse(stdout).notice).toMatchObject({ message: "One\nTwo" });
    expect((await notice(env, ["apply", "-"], { stdin })).code).toBe(0);
    expect(await document()).toMatchObject({ message: "One\nTwo" });
  });

  it("list every fault that the API lists, with pointers in JSON", async () => {
    const { env } = await prepared();
    const stdin = JSON.stringify({ isEnabled: true, title: "", message: 7, extra: 1 });
    const faults = findFaults(JSON.parse(stdin));
    expect(faults).toHaveLength(4);
    const stderr = faults.map(({ detail }) => `${detail}\n`).join("");
    expect(await notice(env, ["validate", "-"], { stdin })).toEqual({ code: 2, stdout: "", stderr });
    const listed = await notice(env, ["validate", "-", "--json"], { stdin });
    expect(listed).toMatchObject({ code: 2, stderr });
    expect(JSON.parse(listed.stdout)).toEqual({ valid: false, faults });
    const more = "There are more faults: `npx notice validate` lists them all.";
    expect(await notice(env, ["apply", "-"], { stdin })).toEqual(refusal(`${faults[0]?.detail} ${more}`));
    const single = JSON.stringify({ ...defaults, title: "" });
    expect((await notice(env, ["apply", "-"], { stdin: single })).stderr).not.toContain("more faults");
  });

  it.each<[string, string | Uint8Array, string]>([
    ["without a field", '{"isEnabled":true,"title":"x"}', '"contactEmail" is missing'],
    ["that is not UTF-8", Uint8Array.from([0x7b, 0xff, 0x7d]), "it is not UTF-8"],
    ["of a megabyte", JSON.stringify({ message: "x".repeat(1024 * 1024) }), "it is larger than 524288 bytes"],
    ["that is not JSON", "{\n  title: x\n}", 'line 2, column 3: unexpected "t"'],
  ])("refuse a document %s", async (_name, stdin, words) => {
    const { run, env, document } = await prepared();
    const file = join(temporaryFolder(), "wrong.json");
    writeFileSync(file, stdin);
    expect(await run("apply", file)).toEqual(refusal(words));
    expect(await run("validate", file)).toEqual(refusal(words));
    expect(await notice(env, ["apply", "-"], { stdin })).toEqual(refusal(words));
    expect(await document()).toEqual(defaults);
  });
});
