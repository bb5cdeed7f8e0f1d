import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readIfMatch } from "../../../../api/editor/notice/if-match.ts";

/** A character of a tag, as Node reads headers: a byte for each. */
const inTag = fc
  .integer({ min: 0x21, max: 0xff })
  .filter((code) => code !== 0x22 && code !== 0x7f)
  .map((code) => String.fromCharCode(code));
const tags = fc.array(
  fc.tuple(fc.constantFrom("", "W/"), fc.string({ unit: inTag })).map(([weak, text]) => `${weak}"${text}"`),
);
const blank = fc.string({ unit: fc.constantFrom(" ", "\t"), maxLength: 3 });
const comma = fc
  .tuple(blank, fc.array(fc.tuple(fc.constant(","), blank), { minLength: 1, maxLength: 3 }))
  .map((parts) => parts.flat(2).join(""));

describe("an If-Match", () => {
  it("is any list of tags, whatever is in them and between them", () => {
    fc.assert(
      fc.property(tags, comma, fc.constantFrom("", ",", " ,\t"), (list, between, around) => {
        expect(readIfMatch(`${around}${list.join(between)}${around}`)).toEqual(list);
      }),
    );
  });

  it.each([
    ["*", "*"],
    [" *\t", "*"],
    ["", []],
    [" ,, ", []],
    ['"*"', ['"*"']],
    ['"a,b"', ['"a,b"']],
    ['"a\\"', ['"a\\"']],
    ['W/"a" ,"b"', ['W/"a"', '"b"']],
    ['""', ['""']],
  ])("is %j", (text, read) => {
    expect(readIfMatch(text)).toEqual(read);
  });

  it.each([
    ...["a", "1-d586fca7", '"a', 'a"', '"a"b', 'b"a"', '"a" "b"', '"a""b"', 'w/"a"', 'W/ "a"', "W/a", 'W"a"'],
    ...['*,"a"', '"a",*', "**", "*,*", "* *", '"a b"', '"a\tb"', '"a\x7fb"', '"a\u0100b"', "'a'", '"a";"b"'],
    ...['\xa0"a"', '"a"\xa0', '"', '"a","', `${'"a", '.repeat(10_000)}x`, `"a",${" ".repeat(32_000)}x`],
  ])("is not %j", (text) => {
    expect(() => readIfMatch(text)).toThrow(/^If-Match is neither \* nor a list of entity tags: /);
  });
});
