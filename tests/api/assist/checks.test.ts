import { describe, expect, it } from "vitest";
import { hintsOf } from "../../../api/assist/checks/hints.ts";
import { proposeTranslation } from "../../../api/assist/translate.ts";
import type { LanguageTag } from "../../../schema/languages/tags.ts";
import { scriptedChat } from "./scripted-chat.ts";

const hintsFor = (given: string, proposed: string): string[] =>
  hintsOf({ message: given }, { message: proposed }).map(({ detail }) => detail);

/** What becomes of a message that a model replies: the message as it is proposed, or why it is refused. */
async function outcomeOf(from: LanguageTag, given: string, to: LanguageTag, said: string): Promise<string> {
  const chat = scriptedChat({ message: said }, { message: said });
  return proposeTranslation(chat, { words: { message: given }, from, to, examples: [] }).then(
    ({ words }) => words.message ?? "",
    (error: Error) => `refused: ${/\("message" (.+)\): try again/.exec(error.message)?.[1] ?? error.message}`,
  );
}

describe("an address that was not given is refused", () => {
  const given = "See https://status.example.com/en, write to help@shop.example or call +49 30 123456.";

  it.each([
    "https://evil.example/en",
    "https://status.example.com/en/login",
    "evil.com",
    "Evil.Ru",
    "acme.coffee",
    "ｅｖｉｌ．ｃｏｍ",
    "ev\u00adil.c\u200bom",
    "ex\u0430mple.com",
    "bob@shop.example",
    "help@shop.example.evil.com",
    "10.0.0.1",
    "+49 30 123457",
    "0800 1234567",
  ])("%s", async (address) => {
    expect(await outcomeOf("en", given, "de", `Bald: ${address} da`)).toMatch(
      /^refused: contains the address "/,
    );
  });

  it.each<[LanguageTag, string]>([
    ["de", "Siehe https://status.example.com/en. Schreiben Sie an HELP@shop.example (+49 30/123456)!"],
    [
      "ja",
      "停止中です。status.example.comAcme Cloud は 。IT部門が対応します。https://status.example.com/enへ",
    ],
    ["zh-Hans", "请访问https://status.example.com/en查看详情，或写信至help@shop.example。"],
    ["vi", "Chúng tôi sẽ sớm trở lại. V.v. và v.v."],
    ["de", "Am 24.12.2026 um 9.30 Uhr, z.B. bis 21:00, 01/02/2027, Version 1.20.3."],
  ])("and what was given, or is none, is not: %s %s", async (to, said) => {
    const text = said.replace("status.example.comAcme", "Acme");
    expect(await outcomeOf("en", given, to, text)).toBe(text.normalize("NFC"));
  });
});

describe("what nobody sees", () => {
  it.each<[string, string]>([
    ["a mark from left to right", "الساعة \u200e21:00"],
    ["an Arabic mark", "الساعة 21\u061c:\u061c00"],
    ["an override", "الساعة \u202e21:00"],
    ["a space of no width", "الساعة 2\u200b1:00"],
  ])("is taken out, before it is compared, shown and stored: %s", async (_name, said) => {
    const chat = scriptedChat({ message: said });
    const { words, hints } = await proposeTranslation(chat, {
      words: { message: "At 21:00." },
      from: "en",
      to: "ar",
      examples: [],
    });
    expect([words.message, hints]).toEqual(["الساعة 21:00", []]);
  });

  it("stays where the words that were given have it", async () => {
    expect(await outcomeOf("he", "ב-\u200f21:00", "ar", "الساعة\u200f 21:00\u200e")).toBe(
      "الساعة\u200f 21:00",
    );
  });

  it.each<[LanguageTag, string]>([
    ["fa", "به\u200cزودی بازمی\u200cگردیم"],
    ["te", "సర్వర్\u200c లేదు, డేటాబేస్\u200cను చూడండి"],
    ["de", "Bald wieder da 👩🏽\u200d💻 👁️\u200d🗨️ ☎\ufe0f"],
  ])("stays where writing needs it: %s %s", async (to, said) => {
    expect(await outcomeOf("en", "Soon.", to, said)).toBe(said.normalize("NFC"));
  });
});

describe("a hint about numbers and addresses", () => {
  it.each([
    ["1,000 and 1,234.5, 2.5 GB", "1.000 und 1.234,5, 2,5 GB"],
    ["1,000", "١٬٠٠٠"],
    ["12 and 7", "１２と７"],
    ["at 21:00 or 9:30 p.m.", "à 21 h ou à 21 h 30"],
    ["from 9:30 am", "klo 9.30 alkaen"],
    ["30 minutes", "30 h"],
    ["am 1.12.2026", "on 12/1/2026"],
    ["See example.com/2", "Siehe example.com/2"],
  ])("is not there: %s, %s", (given, proposed) => {
    expect(hintsFor(given, proposed)).toEqual([]);
  });

  it.each([
    ["3 servers", "4 Server", "has the number 4 in place of 3"],
    ["servers", "4 Server", "has the number 4, which was not given"],
    ["at 21:00", "الساعة ٢٢:٠٠", "has the number 22:00 in place of 21:00"],
    ["See example.com", "Bald", "lacks the address example.com"],
  ])("is there: %s, %s", (given, proposed, detail) => {
    expect(hintsFor(given, proposed)).toEqual([`The message ${detail}.`]);
  });

  it("names up to eight, as a person reads no more, and controls no terminal", () => {
    const many = Array.from({ length: 12 }, (_, index) => index + 30).join(" a ");
    const [detail] = hintsFor(many, "nichts");
    expect(detail).toBe("The message lacks the numbers 30, 31, 32, 33, 34, 35, 36, 37, and 4 more.");
    expect(hintsFor("x", "1\u0336\u202e,2").join()).not.toMatch(/\u202e/);
  });
});
