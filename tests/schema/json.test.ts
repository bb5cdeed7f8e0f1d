import { describe, expect, it } from "vitest";
import { isNoticeError } from "../../schema/errors/notice-error.ts";
import { maxDocumentBytes, parseJson } from "../../schema/json/json.ts";

function refusal(document: string | Uint8Array): string {
  try {
    parseJson(typeof document === "string" ? Buffer.from(document) : document);
  } catch (error) {
    if (isNoticeError(error, "JSON_INVALID") && error.exitCode === 2) return error.message;
    throw error;
  }
  throw new Error("The document was accepted.");
}

describe("A JSON document", () => {
  it.each([
    ["nothing", "", "line 1, column 1: it is empty; the command `show --json` prints one to start from"],
    [
      "only blanks",
      " \n ",
      "line 1, column 1: it is empty; the command `show --json` prints one to start from",
    ],
    [
      "a byte order mark",
      "\ufeff{}",
      "line 1, column 1: it begins with a byte order mark; save it as UTF-8 without one",
    ],
    ["a name twice", '{\n  "a": 1,\n  "a": 2\n}', 'line 3, column 3: "a" appears twice; keep one of them'],
    [
      "a name twice, once escaped",
      '{"a":1,"\\u0061":2}',
      'line 1, column 8: "a" appears twice; keep one of them',
    ],
    ["a trailing comma", '{\n "a": 1,\n}', 'line 3, column 1: unexpected "}"'],
    ["single quotes", "{'a': 1}", 'line 1, column 2: unexpected "\'"'],
    ["a comment", '{"a": 1} // x', "line 1, column 10: a comment, which JSON does not allow"],
    ["a leading zero", '{"a": 01}', 'line 1, column 8: unexpected "1", a comma is missing'],
    ["a missing end", '{"a": "b', "line 1, column 7: this string is not closed"],
    ["nothing after the brace", "{\n", "line 2, column 1: it ends too early"],
    ["a missing comma", '{"a": 1\n "b": 2}', 'line 2, column 2: unexpected "\\"", a comma is missing'],
    ["a wrong escape", '{"a": "\\x"}', "line 1, column 8: an invalid escape in this string"],
    ["more after the end", "{} {}", 'line 1, column 4: unexpected "{"'],
    [
      "a raw tab in a string",
      '{"a":\n "b\tc"}',
      "line 2, column 4: a raw control character in this string; write it as an escape such as \\n or \\t",
    ],
  ])("is refused with line and column for %s", (_name, document, reason) => {
    expect(refusal(document)).toBe(`The document is not valid JSON: ${reason}.`);
  });

  it("is refused if it is not UTF-8", () => {
    expect(refusal(Buffer.from([0x22, 0xff, 0x22]))).toMatch(
      /: line 1, column 2: it is not UTF-8; save it as UTF-8/,
    );
    expect(refusal(Buffer.from('{"a":1}', "utf16le"))).toMatch(/line 1, column 2/);
  });

  it("is refused if it is larger than 512 KiB", () => {
    expect(refusal(`"${"x".repeat(maxDocumentBytes)}"`)).toMatch(
      /line 1, column 524289: it is larger than 524288 bytes \(512 KiB\); the longest notice is shorter/,
    );
  });

  it("is refused if it is nested too deeply", () => {
    expect(refusal("[".repeat(maxDocumentBytes))).toMatch(
      /: line 1, column 501: it is nested too deeply; a notice has three levels/,
    );
    expect(refusal('{"a":'.repeat(10_000))).toMatch(/: line 1, column 2501: it is nested too deeply/);
  });

  it.each(["{}", "null", ' \r\n\t{"a":"\\ud83d\\ude00 \u2028"} ', '{"__proto__":1}', "[1.5e3,-0]"])(
    "is read as JSON.parse reads it: %j",
    (document) => {
      expect(parseJson(Buffer.from(document))).toEqual(JSON.parse(document));
    },
  );

  it("is read up to the largest size", () => {
    const document = `"${"x".repeat(maxDocumentBytes - 2)}"`;
    expect(parseJson(Buffer.from(document))).toHaveLength(maxDocumentBytes - 2);
  });
});
