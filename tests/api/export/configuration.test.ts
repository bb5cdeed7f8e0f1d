import { describe, expect, it } from "vitest";
import { firstTag, languageTable, plainPattern } from "../../../api/export/languages.ts";
import {
  codingPattern,
  entityTag,
  formatPatterns,
  programPatterns,
  retryAfterValues,
} from "../../../api/export/replies.ts";
import { negotiateEncoding } from "../../../api/http/content-coding.ts";
import { lookUpLanguage } from "../../../api/visitor/languages.ts";
import { createNegotiate } from "../../../api/visitor/negotiate.ts";
import { locales } from "../../../web/render.tsx";

describe("which page a web server sends", () => {
  const { tags, languages, fallback } = languageTable();
  const [byTag, byLanguage] = [new Map(tags), new Map(languages)];
  const { before, language, region, after } = firstTag;
  const pattern = new RegExp(`${before}(${language})(${region})?${after}`, "i");

  /** What a web server makes of a header by the table. */
  const found = (header: string): string => {
    const [, first = "", where = ""] = pattern.exec(header)?.map((part) => part?.toLowerCase()) ?? [];
    return byTag.get(first + where) ?? byLanguage.get(first) ?? fallback;
  };

  const plain = new RegExp(plainPattern());

  it.each([
    ...locales.map(({ tag }) => tag),
    ...[
      "de-AT",
      "de-CH,fr;q=0.5",
      "EN-us,en;q=0.9",
      "en-GB",
      "es-419,es",
      "pt",
      "pt-br",
      "pt-AO",
      "pt-Latn-BR",
    ],
    ...[
      "zh",
      "zh-CN",
      "zh-TW,zh;q=0.9",
      "zh-HK",
      "zh-SG",
      "zh-Hant",
      "zh-Hans-HK",
      "zh-Hant-CN",
      "zh-US",
      "yue",
    ],
    ...[
      "sr",
      "sr-RS",
      "sr-Cyrl-ME",
      "sr-Latn",
      "sr-Latn-RS",
      "sr-ME",
      "bs",
      "bs-Latn-BA",
      "bs-Cyrl",
      "sh",
      "sh-Cyrl",
      "cnr-ME",
      "no",
      "nn-NO",
      "gsw",
      "iw",
      "in",
      "tl-PH",
      "fil",
      "ca-ES-valencia",
    ],
    ...["ar-EG", "fa-AF", "de-Latn-DE", "de-Cyrl", "tlh", "x-klingon", "deutsch", "", "*", "-", "de;q=1"],
  ])("is the service's own for %s", (header) => {
    const { language } = lookUpLanguage(header);
    expect([found(header), plain.exec(header)?.[1] ?? language]).toEqual([language, language]);
  });

  it("is found in one go for what most browsers begin with", () => {
    for (const header of ["en-US,en;q=0.9", "de-AT", "fr;q=0.9", "es-419,es"])
      expect(plain.exec(header)?.[1]).toBe(header.slice(0, 2));
    for (const header of ["pt-BR", "zh-TW", "no", "EN", "de-Latn", "sr-Latn"])
      expect(header).not.toMatch(plain);
  });

  it("differs where only a later language is one of ours, or preferred", () => {
    expect([found("tlh,de"), found("*,de"), found("de;q=0.5,fr")]).toEqual(["en", "en", "de"]);
  });

  const formatOf = (accept: string): string => {
    const { browser, others } = formatPatterns();
    if (new RegExp(browser, "i").test(accept)) return "html";
    return others.find(([, pattern]) => new RegExp(pattern, "i").test(accept))?.[0] ?? "html";
  };
  const none = { acceptLanguage: "", acceptEncoding: "" };

  it.each([
    ...["", "*/*", "text/html", "image/avif,image/webp,*/*;q=0.8", "text/html;q=0.9,application/json;q=0.5"],
    "text/html,application/xhtml+xml,application/xml;q=0.9,image/avif,image/webp,*/*;q=0.8",
    "application/xml,application/xhtml+xml,text/html;q=0.9,text/plain;q=0.8,*/*;q=0.5",
    "image/jpeg, application/x-ms-application, image/gif, application/xaml+xml, image/pjpeg, */*",
    ...[
      "application/json",
      "text/json",
      "application/json, text/plain, */*",
      "Application/JSON; charset=utf-8",
    ],
    ...[
      "application/vnd.api+json",
      "application/problem+json",
      "application/problem+xml",
      "application/json5",
    ],
    ...["application/xml", "text/xml;charset=utf-8", "application/atom+xml", "text/plain", "text/plain, */*"],
  ])("has the service's own format for %s", (accept) => {
    const { format } = createNegotiate()({ accept, ...none });
    expect(formatOf(accept)).toBe(format);
  });

  it("is a page's for whatever begins with its type", () => {
    const { others } = formatPatterns();
    for (const accept of ["text/html", "text/html;q=0.1,text/xml", "text/html+json", "text/html,text/plain"])
      expect(others.filter(([, pattern]) => new RegExp(pattern, "i").test(accept))).toEqual([]);
  });

  it.each(
    [
      "",
      "gzip",
      "gzip, deflate",
      "gzip, deflate, br",
      "br;q=1.0, gzip;q=0.8",
      "br;q=0, gzip",
      "br ; q=0.000",
    ].concat(["gzip;q=0", "identity", "brotli", "x-gzip", "br;q=0.001", "gzip,br", "BR", "zstd"]),
  )("has the service's own coding for %s", (header) => {
    const coding = ["br", "gzip"].find((each) => new RegExp(codingPattern(each), "i").test(header));
    expect(coding ?? "identity").toBe(negotiateEncoding(header));
  });

  it("is found by expressions without an end, as no header may take long", () => {
    const { browser, others } = formatPatterns();
    const all = [
      pattern.source,
      plain.source,
      browser,
      ...others.map(([, each]) => each),
      codingPattern("br"),
      entityTag,
      ...Object.values(programPatterns),
    ];
    for (const each of all) expect(each.replace(/\\.|\[[^\]]*\]/g, "")).not.toMatch(/[*+]|,\}/);
  });

  it("names three times to come back, the last a tenth later", () => {
    expect(retryAfterValues(120)).toEqual([120, 126, 132]);
  });
});
