import { describe, expect, it } from "vitest";
import { momentOf } from "../../../schema/preview/moment.ts";
import { minutesLeft, requestFor, scaleFor, type View } from "../../../web/editor/preview/view.ts";
import { noticeWith } from "../../support/texts/notices.ts";

const now = Date.parse("2026-11-22T12:00:00Z");
const dueIn = (seconds: number) =>
  noticeWith({ expectedReturn: new Date(now + seconds * 1000).toISOString() });
const view: View = { language: "en", scheme: "light", device: "desk", phase: "now", timeZone: "UTC" };

describe("the page as it is now", () => {
  it.each([
    ["ten hours before its return", dueIn(36_000), undefined],
    ["a second before its return", dueIn(1), undefined],
    ["at its return", dueIn(0), "overdue"],
    ["ten hours after its return", dueIn(-36_000), "overdue"],
    ["whose return is words", noticeWith({ expectedReturn: "soon" }), undefined],
    ["whose return is not given", noticeWith(), undefined],
  ])("is that of a notice %s", (_name, notice, phase) => {
    const request = requestFor(notice, view, now);
    expect(request.phase).toBe(phase);
    expect(momentOf(request, now)).toBe(now);
  });

  it("is overdue once our clock says so, though that of the service is a little behind", () => {
    const request = requestFor(dueIn(0), view, now);
    expect(momentOf(request, now - 1500)).toBe(now);
  });

  it.each([
    ["changes with each minute", dueIn(600), 59_000, 61_000],
    ["changes in the moment of its return", dueIn(600), 599_999, 600_000],
  ])("%s, and stays until then", (_name, notice, before, after) => {
    expect(minutesLeft(notice, now + before)).not.toBe(minutesLeft(notice, now + after));
    expect(minutesLeft(notice, now + before)).toBe(minutesLeft(notice, now + before - 58_000));
  });

  it("stays where the return is no time", () => {
    expect(minutesLeft(noticeWith({ expectedReturn: "soon" }), now)).toBeUndefined();
  });
});

it("another moment is as it was chosen", () => {
  for (const phase of ["overdue", "back"] as const)
    expect(requestFor(dueIn(600), { ...view, phase }, now).phase).toBe(phase);
});

it.each([
  ["in a wide space as it is", "phone", 640, undefined, 1],
  ["in a narrow one as wide as that", "phone", 195, undefined, 0.5],
  ["beside the words as high as there is room", "phone", 640, 422, 0.5],
  ["in a low window so that it can still be read", "tablet", 640, 300, 0.45],
  ["in a low and narrow one as wide as that", "desk", 144, 300, 0.1],
] as const)("a screen is shown %s", (_name, device, width, height, scale) => {
  expect(scaleFor(device, width, height)).toBe(scale);
});
