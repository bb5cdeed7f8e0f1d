import { describe, expect, it } from "vitest";
import { maxDocumentBytes, parseJson } from "../../schema/json/json.ts";

const empty = "it is empty; the command `show --json` prints one to start from";
const nested = "it is nested too deeply; a notice has three levels";
const large = "it is larger than 524288 bytes (512 KiB); the longest notice is shorter";
const utf8 = "it is not UTF-8; save it as UTF-8";
const control = "a raw control character in this string; write it as an escape such as \\n or \\t";

describe("A JSON document", () => {
  it.each([
    ["nothing", "", 1, 1, empty],
    ["only blanks", " \n ", 1, 1, empty],
    ["a byte order mark", "\ufeff{}", 1, 1, "it begins with a byte order mark; save it as UTF-8 without one"],
    ["a name twice", '{\n  "a": 1,\n  "a": 2\n}', 3, 3, '"a" appears twice; keep one of them'],
    ["a name twice, once escaped", '{"a":1,"\\u0061":2}', 1, 8, '"a" appears twice; keep one of them'],
    ["a trailing comma", '{\n "a": 1,\n}', 3, 1, 'unexpected "}"'],
    ["single quotes", "{'a': 1}", 1, 2, 'unexpected "\'"'],
    ["a comment", '{"a": 1} // x', 1, 10, "a comment, which JSON does not allow"],
    ["a leading zero", '{"a": 01}', 1, 8, 'unexpected "1", a comma is missing'],
    ["a missing end", '{"a": "b', 1, 7, "this string is not closed"],
    ["nothing after the brace", "{\n", 2, 1, "it ends too early"],
    ["a missing comma", '{"a": 1\n "b": 2}', 2, 2, 'unexpected "\\"", a comma is missing'],
    ["a wrong escape", '{"a": "\\x"}', 1, 8, "an invalid escape in this string"],
    ["more after the end", "{} {}", 1, 4, 'unexpected "{"'],
    ["a raw tab in a string", '{"a":\n "b\tc"}', 2, 4, control],
    ["bytes that are not UTF-8", Buffer.from([0x22, 0xff, 0x22]), 1, 2, utf8],
    ["UTF-16", Buffer.from('{"a":1}', "utf16le"), 1, 2, 'unexpected "\\u0000"'],
    ["more than 512 KiB", `"${"x".repeat(maxDocumentBytes)}"`, 1, 524289, large],
    ["500 levels of lists", "[".repeat(maxDocumentBytes), 1, 501, nested],
    ["500 levels of objects", '{"a":'.repeat(10_000), 1, 2501, nested],
  ])("is refused with line and column for %s", (_name, document, line, column, reason) => {
    const place = `The document is not valid JSON: line ${line}, column ${column}: `;
    const error = { code: "JSON_INVALID", exitCode: 2, message: `${place}${reason}.` };
    const bytes = typeof document === "string" ? Buffer.from(document) : document;
    expect(() => parseJson(bytes)).toThrow(expect.objectContaining(error));
  });

  it.each(["{}", "null", ' \r\n\t{"a":"\\ud83d\\ude00 \u2028"} ', '{"__proto__":1}', "[1.5e3,-0]"])(
    "is read as JSON.parse reads it: %j",
    (document) => expect(parseJson(Buffer.from(document))).toEqual(JSON.parse(document)),
  );

  it("is read up to the largest size", () => {
    const document = `"${"x".repeat(maxDocumentBytes - 2)}"`;
    expect(parseJson(Buffer.from(document))).toHaveLength(maxDocumentBytes - 2);
  });
});
