import { describe, expect, it } from "vitest";
import { createTestApp } from "../../support/service/app.ts";
import {
  eachNth,
  hostileNotices,
  hostileTexts,
  naughtyTexts,
  ownTexts,
} from "../../support/texts/hostile-texts.ts";
import { draftWith } from "../../support/texts/notices.ts";
import { answerWithEach, keepOrRefuse } from "../../support/trials/hostile-answers.ts";

const some = eachNth(8, hostileTexts);

it("there are hostile texts enough", () => {
  expect(new Set(ownTexts).size).toBe(ownTexts.length);
  expect(ownTexts.length).toBeGreaterThan(250);
  expect(naughtyTexts.length).toBeGreaterThan(400);
  expect(hostileTexts.length).toBeGreaterThan(700);
});

describe("a store gives every hostile text back as it is, or refuses it with a sentence:", () => {
  it.each([
    ["title", 80],
    ["message", 80],
    ["expectedReturn", 80],
    ["contactEmail", 1],
  ] as const)("%s", async (field, least) => {
    const kept = await keepOrRefuse(field, some);
    expect(kept).toBeGreaterThan(least);
    expect(some.length - kept).toBeGreaterThan(4);
  });
});

describe("a hostile text that was taken", () => {
  it("changes no header and no tag, and stands in HTML, JSON and text as it is", () =>
    answerWithEach(eachNth(24, hostileTexts)));

  it("as an address makes a link to that address alone", async () => {
    const { ask, store } = await createTestApp();
    const addresses = hostileNotices(hostileTexts).flatMap(({ contactEmail }) => contactEmail ?? []);
    expect(addresses.length).toBeGreaterThan(15);
    for (const contactEmail of addresses) {
      await store.append(draftWith({ contactEmail }));
      const { body } = await ask({});
      const [, href = ""] = /<a href="([^"]*)" dir="ltr">/.exec(body) ?? [];
      const { protocol, pathname, search, hash } = new URL(href.replaceAll("&#x27;", "'"));
      expect([protocol, decodeURIComponent(pathname), search, hash]).toEqual([
        "mailto:",
        contactEmail,
        "",
        "",
      ]);
    }
  });
});
