import { describe, expect, it } from "vitest";
import type { NoticeError } from "../../schema/errors/notice-error.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { momentOf, type PreviewRequest } from "../../schema/preview/preview.ts";
import { readPreviewRequest } from "../../schema/preview/read-preview-request.ts";

const request = { notice: defaults };
const refusal = (value: unknown): string => {
  try {
    readPreviewRequest(value);
  } catch (error) {
    return (error as Error).message;
  }
  return "";
};

describe("a request for a preview is refused", () => {
  it.each<[string, unknown, RegExp]>([
    ["that is no object", "notice", /^A preview needs a "notice": send a JSON object/],
    ["without a draft", { language: "de" }, /^A preview needs a "notice"/],
    [
      "with a part that it does not have",
      { ...request, locale: "de" },
      /^"locale" is not part of a preview: .* notice, language, phase, scheme, timeZone, now\.$/,
    ],
    [
      "with a prototype",
      JSON.parse(JSON.stringify(request).replace("{", '{"__proto__":{},')),
      /^"__proto__" is not part of a preview/,
    ],
    [
      "with a language that the page does not have",
      { ...request, language: "eo" },
      /^"language" must be a language that the page has, .* not "eo"/,
    ],
    [
      "with a phase that does not exist",
      { ...request, phase: "after" },
      /^"phase" must be one of before, overdue, back, not "after": correct it, or leave it out\.$/,
    ],
    ["with a phase that is a name of every object", { ...request, phase: "constructor" }, /^"phase" must be/],
    [
      "with null for a scheme",
      { ...request, scheme: null },
      /^"scheme" must be one of light, dark, not null/,
    ],
    [
      "with a time zone that does not exist",
      { ...request, timeZone: "Mars/Olympus" },
      /^"timeZone" must be the name of a time zone, .* not "Mars/,
    ],
    [
      "with a relative time",
      { ...request, now: "+90m" },
      /^"now" must be a time as in RFC 3339, .* not "\+90m"/,
    ],
    [
      "with a draft that the schema refuses",
      { notice: { ...defaults, isEnabled: false } },
      /^"isEnabled" is always true, not false/,
    ],
  ])("%s", (_name, value, sentence) => {
    expect(refusal(value)).toMatch(sentence);
  });

  it("with every fault, those of the draft in their places there", () => {
    const value = { phase: 1, notice: { ...defaults, title: "", message: 7, "a/b": 1 }, extra: "" };
    const faults = (): unknown => {
      try {
        return readPreviewRequest(value);
      } catch (error) {
        return (error as NoticeError).faults?.map(({ pointer }) => pointer);
      }
    };
    expect(faults()).toEqual(["#/phase", "#/notice/a~1b", "#/notice/title", "#/notice/message", "#"]);
  });
});

describe("a request for a preview is taken", () => {
  it.each<[string, object]>([
    ["with a draft alone", {}],
    [
      "with everything",
      { language: "ar", phase: "overdue", scheme: "dark", timeZone: "UTC", now: "2026-11-21T18:30:00+01:00" },
    ],
  ])("%s", (_name, parts) => {
    expect(readPreviewRequest({ ...request, ...parts })).toEqual({ ...request, ...parts });
  });

  it("with its texts in NFC", () => {
    const read = readPreviewRequest({ notice: { ...defaults, title: "A\u030a" } });
    expect(read.notice.title).toBe("\u00c5");
  });
});

describe("the time of a preview", () => {
  const present = Date.parse("2026-11-21T12:00:00Z");
  const inMinutes = (minutes: number): string => new Date(present + minutes * 60_000).toISOString();
  const at = (minutes: number): Notice => ({ ...defaults, expectedReturn: inMinutes(minutes) });

  it.each<[string, PreviewRequest, minutes: number]>([
    ["is the present one", { notice: at(30) }, 0],
    ["is the one that is asked for", { notice: at(30), now: inMinutes(-7) }, -7],
    ["is that of a leap second", { notice: at(30), now: "2016-12-31T23:59:60Z" }, -5_200_560],
    ["is an hour before a return that has passed", { notice: at(-30), phase: "before" }, -90],
    ["is an hour before a return that is now", { notice: at(0), phase: "before" }, -60],
    ["is that of a return to come once it is overdue", { notice: at(30), phase: "overdue" }, 30],
    ["yields to the phase", { notice: at(30), phase: "before", now: inMinutes(45) }, -30],
    [
      "is the present one where the return is words",
      { notice: { ...defaults, expectedReturn: "soon" }, phase: "overdue" },
      0,
    ],
  ])("%s", (_name, request, minutes) => {
    expect((momentOf(request, present) - present) / 60_000).toBe(minutes);
  });
});
