import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { defaults } from "../../../schema/notice/defaults.ts";
import { notice } from "../../support/command/command.ts";
import { prepared } from "../../support/command/prepared.ts";
import { temporaryFolder } from "../../support/folder.ts";

describe("notice apply and validate refuse, with exit code 2, a document with", () => {
  it.each<[string, string | Uint8Array, string]>([
    ["a missing field", '{"isEnabled":true,"title":"x"}', '"contactEmail" is missing'],
    ["bytes that are not UTF-8", Uint8Array.from([0x7b, 0xff, 0x7d]), "it is not UTF-8"],
    [
      "a megabyte",
      JSON.stringify({ ...defaults, message: "x".repeat(1024 * 1024) }),
      "it is larger than 524288 bytes (512 KiB)",
    ],
    ["no JSON", "{\n  title: x\n}", 'line 2, column 3: unexpected "t"'],
  ])("%s", async (_name, document, sentence) => {
    const { run, env, document: current } = await prepared();
    const file = join(temporaryFolder(), "wrong.json");
    writeFileSync(file, document);
    const outcomes = [
      await run("apply", file),
      await run("validate", file),
      await notice(env, ["apply", "-"], { stdin: document }),
    ];
    for (const { code, stdout, stderr } of outcomes) {
      expect([code, stdout]).toEqual([2, ""]);
      expect(stderr).toContain(sentence);
      expect(stderr).toMatch(/^[^\n]+\.\n$/);
    }
    expect(await current()).toEqual(defaults);
  });
});
