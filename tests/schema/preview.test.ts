import { describe, expect, it } from "vitest";
import type { NoticeError } from "../../schema/errors/notice-error.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { momentOf, type PreviewRequest } from "../../schema/preview/preview.ts";
import { readPreviewRequest } from "../../schema/preview/read-preview-request.ts";

const request = { notice: defaults };
const present = "2026-11-21T12:00:00Z";
const full = { ...request, language: "ar", phase: "overdue", scheme: "dark", timeZone: "UTC", now: present };

/** The places of the faults for which a request is refused; empty if it is accepted. */
function faultsOf(value: unknown): string[] {
  try {
    expect(readPreviewRequest(value)).toEqual(value);
    return [];
  } catch (error) {
    const { code, faults = [], message } = error as NoticeError;
    expect([code, message]).toEqual(["PREVIEW_INVALID", faults[0]?.detail]);
    return faults.map(({ pointer }) => pointer);
  }
}

describe("A request for a preview", () => {
  it.each<[string, unknown, string[]]>([
    ["is refused if it is no object", "notice", ["#"]],
    ["is refused without a draft", { language: "de" }, ["#"]],
    ["is refused with an unknown part", { ...request, locale: "de" }, ["#"]],
    ["is refused with a prototype", JSON.parse('{"__proto__":{},"notice":1}'), ["#", "#/notice"]],
    ["is refused with a language that the page lacks", { ...request, language: "eo" }, ["#/language"]],
    ["is refused with an unknown phase", { ...request, phase: "constructor" }, ["#/phase"]],
    ["is refused with null for a scheme", { ...request, scheme: null }, ["#/scheme"]],
    ["is refused with an unknown time zone", { ...request, timeZone: "Mars/Olympus" }, ["#/timeZone"]],
    ["is refused with a relative time", { ...request, now: "+90m" }, ["#/now"]],
    ["is refused with an invalid draft", { notice: { ...defaults, isEnabled: 0 } }, ["#/notice/isEnabled"]],
    [
      "is refused with every fault of it and its draft",
      { phase: 1, notice: { ...defaults, title: "", message: 7, "a/b": 1 }, extra: "" },
      ["#/phase", "#/notice/a~1b", "#/notice/title", "#/notice/message", "#"],
    ],
    ["is accepted with only a draft", request, []],
    ["is accepted with all parts", full, []],
  ])("%s", (_name, value, pointers) => {
    expect(faultsOf(value)).toEqual(pointers);
  });

  it("is refused with the values that are allowed", () => {
    const read = () => readPreviewRequest({ ...request, phase: "after" });
    expect(read).toThrow('"phase" must be one of before, overdue, back, not "after": ');
  });

  it("is read with its texts in NFC", () => {
    const read = readPreviewRequest({ notice: { ...defaults, title: "A\u030a" } });
    expect(read.notice.title).toBe("\u00c5");
  });
});

describe("The time of a preview", () => {
  const now = Date.parse(present);
  const inMinutes = (minutes: number): string => new Date(now + minutes * 60_000).toISOString();
  const inWords = { ...defaults, expectedReturn: "soon" };
  const at = (minutes: number): Notice => ({ ...defaults, expectedReturn: inMinutes(minutes) });

  it.each<[string, PreviewRequest, minutes: number]>([
    ["is the present", { notice: at(30) }, 0],
    ["is the requested time", { notice: at(30), now: inMinutes(-7) }, -7],
    ["is that of a leap second", { notice: at(30), now: "2016-12-31T23:59:60Z" }, -5_200_560],
    ["is an hour before a return that has passed", { notice: at(-30), phase: "before" }, -90],
    ["is an hour before a return that is now", { notice: at(0), phase: "before" }, -60],
    ["is the return itself if the overdue phase is requested", { notice: at(30), phase: "overdue" }, 30],
    ["follows the phase before that time", { notice: at(30), phase: "before", now: inMinutes(45) }, -30],
    ["is the present if the return is free text", { notice: inWords, phase: "overdue" }, 0],
  ])("%s", (_name, request, minutes) => {
    expect((momentOf(request, now) - now) / 60_000).toBe(minutes);
  });
});
