import { describe, expect, it } from "vitest";
import { momentOf } from "../../../schema/preview/preview.ts";
import { minutesLeft, requestFor } from "../../../web/editor/preview.tsx";
import { noticeWith } from "../../support/texts/notices.ts";

const now = Date.parse("2026-11-22T12:00:00Z");
const dueIn = (seconds: number) =>
  noticeWith({ expectedReturn: new Date(now + seconds * 1000).toISOString() });
const view = { scheme: "light", phase: "now" } as const;

describe("The preview of the page now", () => {
  it.each([
    ["a second before its return", dueIn(1), undefined],
    ["at its return", dueIn(0), "overdue"],
    ["whose return is words", noticeWith({ expectedReturn: "soon" }), undefined],
    ["whose return is not given", noticeWith(), undefined],
  ])("has the right phase for a notice %s", (_name, notice, phase) => {
    const request = requestFor(notice, "en", view, now);
    expect(request.phase).toBe(phase);
    expect(momentOf(request, now)).toBe(now);
  });

  it("is overdue by the browser's clock, even if the service's clock is a little behind", () => {
    expect(momentOf(requestFor(dueIn(0), "en", view, now), now - 1500)).toBe(now);
  });

  it.each([
    ["changes with each minute", 59_000, 61_000],
    ["changes in the moment of its return", 599_999, 600_000],
  ])("%s, and not before", (_name, before, after) => {
    const notice = dueIn(600);
    expect(minutesLeft(notice, now + before)).not.toBe(minutesLeft(notice, now + after));
    expect(minutesLeft(notice, now + before)).toBe(minutesLeft(notice, now + before - 58_000));
  });
});

it("The preview of another moment shows the chosen phase", () => {
  for (const phase of ["overdue", "back"] as const)
    expect(requestFor(dueIn(600), "en", { ...view, phase }, now).phase).toBe(phase);
});
