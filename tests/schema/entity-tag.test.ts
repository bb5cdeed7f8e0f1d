import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  entityTagPattern,
  formatCodedEntityTag,
  formatEntityTag,
  isEntityTagOf,
  namesDocument,
  parseEntityTags,
  readEntityTag,
  versionByHash,
  versionOf,
} from "../../schema/notice/protocol.ts";

const version12 = { number: 12, hash: "d586fca7" };
const versions = fc
  .tuple(
    fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
    fc.string({ unit: fc.constantFrom(..."0123456789abcdef"), minLength: 64, maxLength: 64 }),
  )
  .map(([number, hash]) => versionByHash(number, hash));
const codings = ["br", "gzip", "identity"] as const;
const weakness = fc.constantFrom("", "W/");

/** A character of a tag, as Node reads headers: one for each byte. */
const inTag = fc
  .integer({ min: 0x21, max: 0xff })
  .filter((code) => code !== 0x22 && code !== 0x7f)
  .map((code) => String.fromCharCode(code));
const anyTag = fc
  .tuple(weakness, fc.string({ unit: fc.oneof(inTag, fc.constantFrom(",", "*", "W/")) }))
  .map(([weak, text]) => `${weak}"${text}"`);
const comma = fc.stringMatching(/^[ \t]{0,3}(,[ \t]{0,3}){1,3}$/);

describe("An entity tag", () => {
  it("names its document, also after a proxy has changed it", () => {
    fc.assert(
      fc.property(versions, fc.constantFrom(...codings), weakness, (version, coding, weak) => {
        const own = formatEntityTag(version);
        expect(own).toMatch(new RegExp(entityTagPattern));
        const coded = weak + formatCodedEntityTag(version, coding);
        for (const tag of [own, coded]) {
          expect(parseEntityTags(tag)).toEqual([tag]);
          expect(isEntityTagOf(tag, version)).toBe(true);
        }
        for (const tag of [own, coded, coded.replace(/"$/, '-gzip"')])
          expect(readEntityTag(tag)).toEqual(version);
      }),
    );
  });

  it("names no other document", () => {
    fc.assert(
      fc.property(versions, versions, fc.constantFrom(...codings), (version, other, coding) => {
        fc.pre(version.number !== other.number || version.hash !== other.hash);
        expect(isEntityTagOf(formatCodedEntityTag(version, coding), other)).toBe(false);
      }),
    );
  });

  it("differs for each coding", () => {
    const tags = codings.map((coding) => formatCodedEntityTag(version12, coding));
    expect(tags).toEqual(['"12-d586fca7-br"', '"12-d586fca7-gz"', '"12-d586fca7"']);
  });
});

describe("A list of entity tags", () => {
  it("is read back as the tags from which it was made", () => {
    fc.assert(
      fc.property(fc.array(anyTag), comma, fc.constantFrom("", ",", " ,\t"), (tags, between, outer) => {
        expect(parseEntityTags(`${outer}${tags.join(between)}${outer}`)).toEqual(tags);
      }),
    );
  });

  it("names a document only if a whole tag of the list does", () => {
    fc.assert(
      fc.property(versions, fc.array(anyTag), comma, weakness, (version, tags, between, weak) => {
        fc.pre(!tags.some((tag) => isEntityTagOf(tag, version)));
        expect(namesDocument(tags.join(between), version)).toBe(false);
        const own = weak + formatEntityTag(version);
        expect(namesDocument([...tags, own, ...tags].join(between), version)).toBe(true);
        expect(namesDocument([...tags, own, "a"].join(between), version)).toBe(false);
      }),
    );
  });

  it("names every document by a star, but not by a star within a tag", () => {
    expect(namesDocument(" * ", version12)).toBe(true);
    expect(namesDocument('"a,*,b"', version12)).toBe(false);
  });

  it.each([
    ["*", "*"],
    [" *\t", "*"],
    ["", []],
    [" ,, ", []],
    ['"*" ,"a\\"', ['"*"', '"a\\"']],
    ['W/"a",""', ['W/"a"', '""']],
  ])("is read from %j as %j", (text, read) => {
    expect(parseEntityTags(text)).toEqual(read);
  });

  it.each([
    ...["a", "1-d586fca7", '"a', 'a"', '"a"b', 'b"a"', '"a" "b"', '"a""b"', 'w/"a"', 'W/ "a"', "W/a", 'W"a"'],
    ...['*,"a"', '"a",*', "**", "*,*", "* *", '"a b"', '"a\tb"', '"a\x7fb"', '"a\u0100b"', "'a'", '"a";"b"'],
    ...['\xa0"a"', '"a"\xa0', '"', '"a","', `${'"a", '.repeat(10_000)}x`, `"a",${" ".repeat(32_000)}x`],
  ])("is refused in %j", (text) => {
    expect(parseEntityTags(text)).toBeUndefined();
  });
});

describe("The version of a document", () => {
  const read = (marker: string, etag?: string) =>
    versionOf({
      get: (name) => (name === "Maintenance-Notice" ? marker : name === "ETag" ? etag : null) ?? null,
    });

  it.each([
    ...[formatEntityTag(version12), 'W/"12-d586fca7"', '"12-d586fca7-br"', '"12-d586fca7-gzip"'],
    'W/"12-d586fca7;gz"',
  ])("is read from the marker and the entity tag, also if a proxy has changed the tag: %s", (etag) => {
    expect(read("12", etag)).toEqual(version12);
  });

  it.each([undefined, '"12"', "12-d586fca7", '"12-D586FCA7"', '"12-d586"', '"x-d586fca7"'])(
    "has no hash in a reply with the tag %s",
    (etag) => expect(read("12", etag)).toEqual({ number: 12 }),
  );

  it.each(["0", "007", "9999999999999999"])("has the number of the marker %s", (marker) => {
    expect(read(marker)).toEqual({ number: Number(marker) });
  });

  it.each(["", " ", "-1", "1.5", "1e3", "0x1", "3, 3", "abc", "12345678901234567", "Infinity", "٣"])(
    "is unknown with the marker %j",
    (marker) => expect(read(marker, '"3-d586fca7"')).toBeUndefined(),
  );
});
