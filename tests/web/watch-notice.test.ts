import { describe, expect, it, vi } from "vitest";
import type { DocumentVersion } from "../../schema/notice/protocol.ts";
import { createShownDocument, pollWaitMs } from "../../web/live/watch-notice.ts";

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

const waitWith = (chance: number, ...given: Parameters<typeof pollWaitMs>): number => {
  const random = vi.spyOn(Math, "random").mockReturnValue(chance);
  const ms = Math.round(pollWaitMs(...given));
  random.mockRestore();
  return ms;
};

describe("The wait before the next poll", () => {
  it("varies by a fifth, so that pages do not all poll at once", () => {
    const waits = [0, 0.25, 0.5, 1].map((chance) => waitWith(chance, 10, 0, false));
    expect(waits).toEqual([8_000, 9_000, 10_000, 12_000]);
  });

  it("doubles after each failure, up to a minute", () => {
    const waits = [0, 1, 2, 3, 4, 5, 6, 1000].map((failures) => waitWith(1, 1, failures, false));
    expect(waits).toEqual([1_200, 2_400, 4_800, 9_600, 19_200, 38_400, 60_000, 60_000]);
  });

  it("is a minute while the tab is hidden, or longer if the setting is longer", () => {
    expect(waitWith(0.5, 40, 0, true)).toBe(60_000);
    expect(waitWith(0.5, 600, 0, true)).toBe(600_000);
    expect(waitWith(0.5, 600, 5, true)).toBe(600_000);
  });
});
