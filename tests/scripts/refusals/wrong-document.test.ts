import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { defaults } from "../../../schema/notice/defaults.ts";
import { notice } from "../../support/command/command.ts";
import { prepared } from "../../support/command/prepared.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { maxMessage } from "../../support/texts/notices.ts";

describe("a wrong document is exit code 2 and one sentence, and the notice stays:", () => {
  const good = { ...defaults, message: "x" };
  it.each<[string, string | Uint8Array, string]>([
    ["a missing field", '{"isEnabled":true,"title":"x"}', '"contactEmail" is missing'],
    [
      "an extra field",
      JSON.stringify({ ...good, status: 1 }),
      '"status" is not a field of a notice: remove it',
    ],
    ["a wrong type", JSON.stringify({ ...good, title: 7 }), '"title" must be text, not 7'],
    [
      "a null",
      JSON.stringify({ ...good, message: null }),
      '"message" must be text, not null: leave the field out',
    ],
    [
      "isEnabled false",
      JSON.stringify({ ...good, isEnabled: false }),
      '"isEnabled" is always true, not false',
    ],
    [
      "a long text",
      JSON.stringify({ ...good, message: "x".repeat(maxMessage + 1) }),
      `"message" has ${maxMessage + 1} characters`,
    ],
    ["a blank text", JSON.stringify({ ...good, message: "\u3000" }), '"message" contains nothing visible'],
    ["a control character", JSON.stringify({ ...good, title: "\u0007" }), "control character U+0007"],
    [
      "a lone surrogate",
      `${JSON.stringify(good).slice(0, -1)},"expectedReturn":"\\ud800"}`,
      "lone surrogate U+D800",
    ],
    ["a bad e-mail", JSON.stringify({ ...good, contactEmail: "a@b?bcc=x" }), '"contactEmail" is "a@b?bcc=x"'],
    [
      "a header injection",
      JSON.stringify({ ...good, contactEmail: "a@b.co\r\nBcc: x" }),
      '"contactEmail" is',
    ],
    ["an HTML injection", JSON.stringify({ ...good, contactEmail: '"><script>@b.co' }), '"contactEmail" is'],
    ["bytes that are not UTF-8", Uint8Array.from([0x7b, 0xff, 0x7d]), "it is not UTF-8"],
    [
      "a megabyte",
      JSON.stringify({ ...good, message: "x".repeat(1024 * 1024) }),
      "it is larger than 524288 bytes (512 KiB)",
    ],
    ["deep nesting", `${"[".repeat(60_000)}`, "nested too deeply"],
    [
      "a prototype",
      '{"isEnabled":true,"title":"x","contactEmail":"a@b.co","__proto__":{"title":"y"}}',
      '"__proto__" is not a field',
    ],
    [
      "a field twice",
      '{"isEnabled":true,"title":"x","title":"y","contactEmail":"a@b.co"}',
      'line 1, column 31: "title" appears twice',
    ],
    ["a byte order mark", `\ufeff${JSON.stringify(good)}`, "it begins with a byte order mark"],
    ["a list", "[]", "A notice is a JSON object, not a list"],
    ["nothing", "", "it is empty"],
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
