import { describe, expect, it } from "vitest";
import { isMatched, readIfMatch } from "../../../../api/editor/notice/entity-tag.ts";
import { documentVersion } from "../../../../api/http/document-version.ts";
import { formatCodedEntityTag } from "../../../../schema/notice/entity-tag/format.ts";
import { noticeWith } from "../../../support/texts/notices.ts";

describe("an If-Match", () => {
  it("is * or a list of entity tags, and nothing else", () => {
    expect(readIfMatch(" * ")).toBe("*");
    expect(readIfMatch('"a", W/"b,c"')).toEqual(['"a"', 'W/"b,c"']);
    for (const text of ["a", '"a', '*,"a"'])
      expect(() => readIfMatch(text)).toThrow(/^If-Match is neither \* nor a list of entity tags: /);
  });

  it("allows a change of what it names in whatever coding, unless the tag is weak", () => {
    const revision = { number: 4, notice: noticeWith() };
    const matches = (text: string) => isMatched(readIfMatch(text), revision);
    for (const coding of ["br", "gzip", "identity"] as const) {
      const tag = formatCodedEntityTag(documentVersion(revision), coding);
      expect([matches(tag), matches(`"a", ${tag}`), matches(`W/${tag}`)]).toEqual([true, true, false]);
    }
    expect([matches("*"), matches(""), matches('"4-00000000"')]).toEqual([true, false, false]);
  });
});
