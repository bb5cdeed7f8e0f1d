import { describe, expect, it } from "vitest";
import { hostileTexts } from "../../support/texts/hostile-texts.ts";
import { answerWithEach, keepOrRefuse } from "../../support/trials/hostile-answers.ts";

describe("a store gives every hostile text back as it is, or refuses it with a sentence:", () => {
  it.each([
    ["title", 650],
    ["message", 650],
    ["expectedReturn", 650],
    ["contactEmail", 15],
  ] as const)("%s", async (field, least) => {
    const kept = await keepOrRefuse(field, hostileTexts);
    expect(kept).toBeGreaterThan(least);
    expect(hostileTexts.length - kept).toBeGreaterThan(40);
  });
});

describe("every hostile text that was taken", () => {
  it("changes no header and no tag, and stands in HTML, JSON and text as it is", () =>
    answerWithEach(hostileTexts));
});
