import { describe, expect, it } from "vitest";
import type { DocumentVersion } from "../../schema/notice/protocol.ts";
import { createShownDocument } from "../../web/live/watch-notice.ts";

const [a, b] = ["aaaaaaaa", "bbbbbbbb"];
const shows7: DocumentVersion = { number: 7, hash: a };

/** An open page that shows revision 7; each poll comes so many seconds after the one before. */
function shown(first = shows7) {
  let now = 5;
  const document = createShownDocument(first, () => now);
  const poll = (seconds: number, found: DocumentVersion): boolean => {
    now += seconds * 1000;
    return document.accepts(found);
  };
  const polls = (found: DocumentVersion, ...waits: number[]) => waits.map((seconds) => poll(seconds, found));
  return { document, poll, polls };
}

const others: [string, DocumentVersion][] = [
  ["a lower number", { number: 3, hash: a }],
  ["a lower number without a hash", { number: 3 }],
  ["the number 0", { number: 0, hash: b }],
  ["the same number with another hash", { number: 7, hash: b }],
];

describe("An open page that shows revision 7", () => {
  it("shows a higher revision at once, whatever its hash", () => {
    for (const found of [{ number: 8, hash: b }, { number: 8, hash: a }, { number: 9_999_999 }])
      expect(shown().poll(0, found)).toBe(true);
  });

  it("ignores the same revision, also if a proxy removed the hash", () => {
    const { poll } = shown();
    for (let count = 0; count < 50; count += 1)
      for (const found of [shows7, { number: 7 }]) expect(poll(10, found)).toBe(false);
  });

  it.each(others)("shows %s after three equal polls within at least 30 s", (_name, other) => {
    expect(shown().polls(other, 0, 15, 15)).toEqual([false, false, true]);
    expect(shown().polls(other, 0, 15, 14.999, 0.001)).toEqual([false, false, false, true]);
  });

  it.each(others)("does not show %s after only two polls, however far apart", (_name, other) => {
    expect(shown().polls(other, 0, 3600, 0)).toEqual([false, false, true]);
  });

  it.each(others)("starts counting %s again after a poll that failed or found revision 7", (_name, other) => {
    for (const between of ["failed", "found"]) {
      const { document, poll, polls } = shown();
      expect(polls(other, 0, 20)).toEqual([false, false]);
      if (between === "failed") document.confirm();
      else expect(poll(5, shows7)).toBe(false);
      expect(polls(other, 20, 20, 20)).toEqual([false, false, true]);
    }
  });

  it("starts counting again after a poll that found a third document", () => {
    const { poll, polls } = shown();
    const [three, four] = [a, b].map((hash) => ({ number: 3, hash })) as [DocumentVersion, DocumentVersion];
    for (let count = 0; count < 20; count += 1) {
      expect(poll(20, three)).toBe(false);
      expect(poll(20, four)).toBe(false);
    }
    expect(polls(four, 20, 20)).toEqual([false, true]);
  });

  it("does not switch back and forth between nodes that disagree", () => {
    const { document, poll } = shown();
    const ahead = { number: 8, hash: b };
    expect(poll(10, ahead)).toBe(true);
    document.confirm(ahead);
    for (let count = 0; count < 50; count += 1) {
      expect([poll(10, shows7), poll(10, shows7), poll(10, ahead)]).toEqual([false, false, false]);
      expect(document.version()).toEqual(ahead);
    }
  });

  it("compares the next poll with the revision that it switched to", () => {
    const { document, poll, polls } = shown();
    const anew = { number: 1, hash: b };
    expect(polls(anew, 0, 15, 15)).toEqual([false, false, true]);
    document.confirm(anew);
    expect(document.version()).toEqual(anew);
    expect(poll(10, anew)).toBe(false);
    expect(poll(10, { number: 2, hash: a })).toBe(true);
  });
});
