import { describe, expect, it } from "vitest";
import { createShownDocument, versionIn } from "../../web/live/shown-document.ts";
import type { PageVersion } from "../../web/page/notice-view.ts";

const [a, b] = ["aaaaaaaa", "bbbbbbbb"];
const shows7: PageVersion = { number: 7, sum: a };

/** An open page that shows revision 7; each poll comes so many seconds after the one before. */
function shown(first = shows7) {
  let now = 5;
  const document = createShownDocument(first, () => now);
  const poll = (seconds: number, found: PageVersion): boolean => {
    now += seconds * 1000;
    return document.accepts(found);
  };
  const fail = (seconds: number): void => {
    now += seconds * 1000;
    document.confirm();
  };
  return { document, poll, fail };
}

const others: [string, PageVersion][] = [
  ["a lower number", { number: 3, sum: a }],
  ["a lower number without a sum", { number: 3 }],
  ["the number 0", { number: 0, sum: b }],
  ["the same number with another sum", { number: 7, sum: b }],
];

describe("an open page that shows revision 7", () => {
  it("takes a higher number at once, whatever its sum", () => {
    for (const found of [{ number: 8, sum: b }, { number: 8, sum: a }, { number: 9_999_999 }])
      expect(shown().poll(0, found)).toBe(true);
  });

  it("does nothing about the same document, however often it comes, and whether a proxy withheld the sum", () => {
    const { poll } = shown();
    for (let count = 0; count < 50; count += 1)
      for (const found of [shows7, { number: 7 }]) expect(poll(10, found)).toBe(false);
  });

  it.each(others)(
    "takes %s after three equal polls, the last at least 30 s after the first",
    (_name, other) => {
      const slow = shown();
      expect([slow.poll(0, other), slow.poll(15, other), slow.poll(15, other)]).toEqual([false, false, true]);
      const tooSoon = shown();
      expect([tooSoon.poll(0, other), tooSoon.poll(15, other), tooSoon.poll(14.999, other)]).toEqual([
        false,
        false,
        false,
      ]);
      expect(tooSoon.poll(0.001, other)).toBe(true);
    },
  );

  it.each(others)("does not take %s after two polls, however far apart", (_name, other) => {
    const { poll } = shown();
    expect([poll(0, other), poll(3600, other)]).toEqual([false, false]);
    expect(poll(0, other)).toBe(true);
  });

  it.each(others)("counts %s anew after a poll that failed, or found what is shown", (_name, other) => {
    for (const between of ["failed", "found"]) {
      const { poll, fail } = shown();
      expect([poll(0, other), poll(20, other)]).toEqual([false, false]);
      if (between === "failed") fail(5);
      else expect(poll(5, shows7)).toBe(false);
      expect([poll(20, other), poll(20, other), poll(20, other)]).toEqual([false, false, true]);
    }
  });

  it("counts anew after a poll that found yet another one", () => {
    const { poll } = shown();
    const [three, four] = [
      { number: 3, sum: a },
      { number: 3, sum: b },
    ];
    for (let count = 0; count < 20; count += 1) {
      expect(poll(20, three)).toBe(false);
      expect(poll(20, four)).toBe(false);
    }
    expect([poll(20, four), poll(20, four)]).toEqual([false, true]);
  });

  it("does not flip between nodes that disagree", () => {
    const { document, poll } = shown();
    const ahead = { number: 8, sum: b };
    expect(poll(10, ahead)).toBe(true);
    document.confirm(ahead);
    for (let count = 0; count < 50; count += 1) {
      expect([poll(10, shows7), poll(10, shows7), poll(10, ahead)]).toEqual([false, false, false]);
      expect(document.version()).toEqual(ahead);
    }
  });

  it("goes on from what it has taken", () => {
    const { document, poll } = shown();
    const anew = { number: 1, sum: b };
    expect([poll(0, anew), poll(15, anew), poll(15, anew)]).toEqual([false, false, true]);
    document.confirm(anew);
    expect(document.version()).toEqual(anew);
    expect(poll(10, anew)).toBe(false);
    expect(poll(10, { number: 2, sum: a })).toBe(true);
  });
});

/** What a page finds in a reply of files, and of a service, that was modified at a second of noon. */
const headersAt = (marker: string, second: number, etag = ""): Headers =>
  new Headers({
    "Maintenance-Notice": marker,
    "Last-Modified": new Date(timeOf(second)).toUTCString(),
    ...(etag && { ETag: etag }),
  });
const timeOf = (second: number) => Date.UTC(2026, 10, 23, 12, 0, second);
const found = (headers: Headers): PageVersion => versionIn(headers) ?? expect.fail("It says nothing.");
const files = (second: number) => found(headersAt("export", second));
const service = (number: number, second: number, sum = a) =>
  found(headersAt(`${number}`, second, `"${number}-${sum}"`));

/** What a page that shows one document makes of another one, in each of three polls over 30 seconds. */
function takes(first: PageVersion, ...polls: PageVersion[]): boolean[] {
  const { poll } = shown(first);
  return polls.map((found, at) => poll(at && 15, found));
}
const [atOnce, later, never] = [[true], [false, false, true], [false, false, false]];
const thrice = (version: PageVersion) => [version, version, version];

describe("which document a reply is about", () => {
  it("says the number of a service, the time of files, and nothing without either", () => {
    expect(service(7, 1)).toEqual({ number: 7, sum: a, modified: timeOf(1) + 1 });
    expect(files(1)).toEqual({ number: Number.NaN, modified: timeOf(1) });
    expect(versionIn(new Headers({ "Maintenance-Notice": "export" }))).toBeUndefined();
    expect(versionIn(new Headers({ "Maintenance-Notice": "7" }))).toMatchObject({ number: 7 });
    for (const marker of ["", "abc", "12345678901234567", "9, 9"])
      expect(versionIn(new Headers({ "Maintenance-Notice": marker }))).toBeUndefined();
    for (const time of ["", "null", "yesterday"])
      expect(
        versionIn(new Headers({ "Maintenance-Notice": "export", "Last-Modified": time })),
      ).toBeUndefined();
  });
});

describe("an open page that meets files", () => {
  /** A page that files have served knows both. */
  const fromFiles = { ...shows7, modified: timeOf(10) };

  it("takes a newer document at once, and an older one after three polls", () => {
    for (const first of [fromFiles, files(10), service(7, 10)]) {
      expect(takes(first, files(11))).toEqual(atOnce);
      expect(takes(first, ...thrice(files(9)))).toEqual(later);
      expect(takes(first, files(9), files(8), files(9))).toEqual(never);
    }
  });

  it("has nothing to take where files have what it shows", () => {
    for (const first of [fromFiles, files(10)]) expect(takes(first, ...thrice(files(10)))).toEqual(never);
  });

  it("takes any document after three polls while it does not know the time of its own", () => {
    for (const second of [0, 59]) expect(takes(shows7, ...thrice(files(second)))).toEqual(later);
  });

  it("learns that time from the service", () => {
    const { document, poll } = shown();
    expect(poll(0, service(7, 10))).toBe(false);
    expect(poll(0, files(11))).toBe(true);
    document.confirm(service(7, 20));
    expect([poll(0, files(19)), poll(0, files(21))]).toEqual([false, true]);
  });

  it("does not take another revision of the same second for its own", () => {
    // A service may have published two in it, and the page has seen the first of them alone.
    expect(takes(service(7, 10), ...thrice(files(10)))).toEqual(later);
    expect(takes(files(10), service(8, 10))).toEqual(atOnce);
  });
});

describe("an open page that comes back from files to a service", () => {
  it("goes by the number if files have served the page, and nothing has changed since", () => {
    const { poll } = shown({ ...shows7, modified: timeOf(10) });
    expect(poll(0, files(10))).toBe(false);
    expect(poll(0, service(7, 10))).toBe(false);
    expect(poll(0, service(6, 30))).toBe(false);
    expect(poll(0, service(8, 5))).toBe(true);
  });

  it("goes by the time where it shows a document without a number", () => {
    expect(takes(files(10), service(3, 11))).toEqual(atOnce);
    expect(takes(files(10), ...thrice(service(9, 9)))).toEqual(later);
    expect(takes(files(10), ...thrice({ number: 9, sum: a }))).toEqual(later);
  });

  it("goes by the number again once it shows one of the service's", () => {
    const { document, poll } = shown(files(10));
    expect(poll(0, service(8, 11))).toBe(true);
    document.confirm(service(8, 11));
    expect([poll(0, service(7, 50)), poll(0, service(9, 1))]).toEqual([false, true]);
  });

  it("does not flip between the two", () => {
    const { document, poll } = shown(service(7, 10));
    expect(poll(0, files(20))).toBe(true);
    document.confirm(files(20));
    for (let count = 0; count < 50; count += 1)
      expect([poll(10, service(7, 10)), poll(10, service(7, 10)), poll(10, files(20))]).toEqual(never);
  });
});
