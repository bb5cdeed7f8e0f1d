import { describe, expect, it } from "vitest";
import { hintsOf } from "../../../api/assist/hints.ts";
import { proposeTranslation } from "../../../api/assist/propose.ts";
import type { LanguageTag } from "../../../schema/languages/tags.ts";

const hintsFor = (given: string, proposed: string): string[] =>
  hintsOf({ message: given }, { message: proposed }).map(({ detail }) => detail);

/** The message that is proposed for a model's reply, or the reason of its refusal. */
async function outcomeOf(given: string, to: LanguageTag, said: string): Promise<string> {
  const chat = { complete: async () => JSON.stringify({ message: said }) };
  return proposeTranslation(chat, { words: { message: given }, to, examples: [] }).then(
    ({ words }) => words.message ?? "",
    (error: Error) => `refused: ${/\(It (.+)\): try again/.exec(error.message)?.[1] ?? error.message}`,
  );
}

describe("A proposal's addresses", () => {
  const given = "See https://status.example.com/en, write to help@shop.example or call +49 30 123456.";

  it.each([
    "https://status.example.com/en/login",
    "evil.com",
    "Evil.Ru",
    "ｅｖｉｌ．ｃｏｍ",
    "ev\u00adil.c\u200bom",
    "bob@shop.example",
    "help@shop.example.evil.com",
    "10.0.0.1",
    "+49 30 123457",
  ])("are refused if they were not given: %s", async (address) => {
    expect(await outcomeOf(given, "de", `Bald: ${address} da`)).toMatch(/^refused: contains the address "/);
  });

  it.each<[LanguageTag, string]>([
    ["de", "Siehe https://status.example.com/en. Schreiben Sie an HELP@shop.example (+49 30/123456)!"],
    ["ja", "停止中です。IT部門が対応します。https://status.example.com/enへ"],
    ["zh-Hans", "请访问https://status.example.com/en查看详情，或写信至help@shop.example。"],
    ["vi", "Chúng tôi sẽ sớm trở lại. V.v. và v.v."],
    ["de", "Am 24.12.2026 um 9.30 Uhr, z.B. bis 21:00, 01/02/2027, Version 1.20.3."],
  ])("are accepted if they were given, in %s: %s", async (to, said) => {
    expect(await outcomeOf(given, to, said)).toBe(said.normalize("NFC"));
  });
});

describe("An invisible character", () => {
  it("is removed before the comparison if it was not given", async () => {
    for (const said of ["\u200e21:00", "21\u061c:\u061c00", "\u202e21:00", "2\u200b1:00"])
      expect([said, await outcomeOf("At 21:00.", "ar", `الساعة ${said}`)]).toEqual([said, "الساعة 21:00"]);
  });

  it.each<[LanguageTag, string, string]>([
    ["ar", "ב-\u200f21:00", "الساعة\u200f 21:00"],
    ["fa", "Soon.", "به\u200cزودی بازمی\u200cگردیم"],
    ["de", "Soon.", "Bald wieder da 👩🏽\u200d💻 👁️\u200d🗨️ ☎\ufe0f"],
  ])("stays if it was given or the script needs it: %s, %s", async (to, given, said) => {
    expect(await outcomeOf(given, to, said)).toBe(said.normalize("NFC"));
  });
});

describe("A hint", () => {
  it.each([
    ["1,000 and 1,234.5, 2.5 GB", "1.000 und 1.234,5, 2,5 GB"],
    ["1,000", "١٬٠٠٠"],
    ["at 21:00 or 9:30 p.m.", "à 21 h ou à 21 h 30"],
    ["30 minutes", "30 h"],
    ["am 1.12.2026", "on 12/1/2026"],
    ["See example.com/2", "Siehe example.com/2"],
  ])("is not given for equal values: %s and %s", (given, proposed) => {
    expect(hintsFor(given, proposed)).toEqual([]);
  });

  it.each([
    ["servers", "4 Server", "has 4, which was not given"],
    ["at 21:00", "الساعة ٢٢:٠٠", "has 22:00 in place of 21:00"],
    ["See example.com, 9 of 10", "Bald, 10", "lacks 9 and example.com"],
  ])("is given for different values: %s, %s, it %s", (given, proposed, detail) => {
    expect(hintsFor(given, proposed)).toEqual([`The message ${detail}.`]);
  });

  it("has no characters that control a terminal", () => {
    expect(hintsFor("x", "1\u0336\u202e,2").join()).not.toMatch(/\u202e/);
  });
});
