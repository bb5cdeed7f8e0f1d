import { describe, expect, it } from "vitest";
import { isNoticeError } from "../../../schema/errors/notice-error.ts";
import { parseJson } from "../../../schema/json/json.ts";
import { defaults } from "../../../schema/notice/defaults.ts";
import { atATime } from "../../support/at-a-time.ts";
import { notice } from "../../support/command/command.ts";
import { prepared } from "../../support/command/prepared.ts";
import { invalidTexts } from "../../support/texts/json-invalid-texts.ts";
import { validTexts } from "../../support/texts/json-valid-texts.ts";

/** The sentence with which a text is refused. */
function refusal(text: string | Uint8Array): string {
  try {
    parseJson(Buffer.from(text));
  } catch (error) {
    if (isNoticeError(error, "JSON_INVALID")) return error.message;
    throw error;
  }
  return "It was taken.";
}

const sentence = (line: number, column: number) =>
  `The document is not valid JSON: line ${line}, column ${column}: `;

describe("the grammar of RFC 8259", () => {
  it("is told by texts enough, each under a name of its own", () => {
    expect(validTexts.length).toBeGreaterThanOrEqual(60);
    expect(invalidTexts.length).toBeGreaterThanOrEqual(150);
    const names = [...validTexts, ...invalidTexts].map(([name]) => name);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it.each(validTexts)("is read as the engine reads it: %s", (_name, text) => {
    expect(parseJson(Buffer.from(text))).toEqual(JSON.parse(text));
  });

  it.each(invalidTexts)("is held, and the place is named: %s", (_name, text, line, column) => {
    const found = refusal(text);
    expect(found.startsWith(sentence(line, column)), found).toBe(true);
    expect(found).toMatch(/^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}]{20,250}\.$/u);
  });

  it("is held by the command, which changes nothing, exits with 2, and names the place", async () => {
    const { env, document } = await prepared();
    const outcomes = await atATime(4, invalidTexts, async ([name, stdin, line, column]) => {
      const { code, stdout, stderr } = await notice(env, ["apply", "-"], { stdin });
      const isSaid = stderr.startsWith(sentence(line, column)) && /^[^\n]+\.\n$/.test(stderr);
      return code === 2 && stdout === "" && isSaid ? [] : [[name, code, stdout, stderr]];
    });
    expect(outcomes.flat()).toEqual([]);
    expect(await document()).toEqual(defaults);
  }, 120_000);
});
