import { describe, expect, it } from "vitest";
import { formatEntityTag, versionOf } from "../../schema/notice/protocol.ts";

const headers = (marker: string, etag?: string) =>
  new Headers({ "Maintenance-Notice": marker, ...(etag && { ETag: etag }) });

describe("The version of a document", () => {
  it("is read from the marker and the entity tag", () => {
    const version = { number: 12, sum: "d586fca7" };
    expect(formatEntityTag(version)).toBe('"12-d586fca7"');
    expect(versionOf(headers("12", formatEntityTag(version)))).toEqual(version);
  });

  it.each(['W/"12-d586fca7"', '"12-d586fca7-br"', '"12-d586fca7-gzip"', 'W/"12-d586fca7;gz"'])(
    "is read from a tag that a proxy has changed: %s",
    (etag) => {
      expect(versionOf(headers("12", etag))).toEqual({ number: 12, sum: "d586fca7" });
    },
  );

  it.each([undefined, '"12"', "12-d586fca7", '"12-D586FCA7"', '"12-d586"', '"x-d586fca7"'])(
    "has no hash in a reply with the tag %s",
    (etag) => {
      expect(versionOf(headers("12", etag))).toEqual({ number: 12 });
    },
  );

  it.each(["0", "007", "9999999999999999"])("has the number of the marker %s", (marker) => {
    expect(versionOf(headers(marker))).toEqual({ number: Number(marker) });
  });

  it.each(["", " ", "-1", "1.5", "1e3", "0x1", "3, 3", "abc", "12345678901234567", "Infinity", "٣"])(
    "is unknown with the marker %j",
    (marker) => {
      const get = (name: string) => (name === "Maintenance-Notice" ? marker : '"3-d586fca7"');
      expect(versionOf({ get })).toBeUndefined();
    },
  );
});
