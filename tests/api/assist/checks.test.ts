import { describe, expect, it } from "vitest";
import { hintsOfTranslation } from "../../../api/assist/checks/hints.ts";
import { proposeTranslation } from "../../../api/assist/translate.ts";
import type { LanguageTag } from "../../../schema/languages/tags.ts";
import { scriptedChat } from "./scripted-chat.ts";

type Case = [from: LanguageTag | undefined, given: string, to: LanguageTag, proposed: string];

const hintsFor = (...[from, given, to, proposed]: Case): string[] =>
  hintsOfTranslation({ message: given }, { message: proposed }, { from, to }).map(({ detail }) => detail);

/** What becomes of a message that a model replies: the message as it is proposed, or why it is refused. */
async function outcomeOf(...[from, given, to, said]: Case): Promise<string> {
  const chat = scriptedChat({ message: said }, { message: said });
  return proposeTranslation(chat, { words: { message: given }, from, to, examples: [] }).then(
    ({ words }) => words.message ?? "",
    (error: Error) => `refused: ${/\("message" (.+)\): try again/.exec(error.message)?.[1] ?? error.message}`,
  );
}

describe("an address that was not given is refused", () => {
  it.each<[string, LanguageTag, string, string]>([
    ["of full width", "ja", "ｅｖｉｌ．ｃｏｍ", "evil.com"],
    ["with an ending that few have", "de", "acme.coffee", "acme.coffee"],
    ["with what is invisible in it", "fa", "ev\u00adil.c\u200bom", "evil.com"],
  ])("%s", async (_name, to, address, seen) => {
    expect(await outcomeOf("en", "Soon.", to, `Bald ${address} da`)).toMatch(
      new RegExp(`^refused: contains the address ".*${seen.replace(".", "\\.")}`),
    );
  });

  it.each<Case>([
    ["en", "Back soon.", "ja", "停止中です。Acme Cloud は 。IT部門が対応します。"],
    ["en", "Back soon.", "vi", "Chúng tôi sẽ sớm trở lại. V.v. và v.v."],
    [
      "de",
      "Siehe shop.example.com, café.example und config.yaml.",
      "fr",
      "Voir ⟦1⟧, café.example et config.yaml.",
    ],
  ])("and what is none is not: %s %s, %s %s", async (...row) => {
    expect(await outcomeOf(...row)).not.toContain("refused");
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

describe("a hint about numbers, days and months", () => {
  it.each<Case>([
    ["en", "1,000 and 1,234.5, 2.5 GB", "de", "1.000 und 1.234,5, 2,5 GB"],
    ["en", "1,000", "ar", "١٬٠٠٠"],
    ["en", "12 and 7", "ja", "１２と７"],
    ["en", "at 21:00 or 9:30 p.m.", "fr", "à 21 h ou à 21 h 30"],
    ["en", "from 9:30 am", "fi", "klo 9.30 alkaen"],
    ["en", "30 minutes", "de", "30 h"],
    ["de", "am 1.12.2026", "en", "on 12/1/2026"],
    ["en", "on Wednesday, 25 November", "ja", "11月25日水曜日"],
    ["en", "from Wednesday to Friday in November", "pl", "od środy do piątku w listopadzie"],
    ["en", "on Tuesday", "fa", "سه\u200cشنبه"],
    ["en", "Wed 25 Nov", "de", "Mittwoch, 25. November"],
    ["en", "It may take long", "de", "Es kann dauern"],
    ["en", "See example.com/2", "de", "Siehe example.com/2"],
    [undefined, "am Montag", "en", "on Tuesday"],
  ])("is not there: %s %s, %s %s", (...row) => {
    expect(hintsFor(...row)).toEqual([]);
  });

  it.each<[...Case, detail: string]>([
    ["en", "3 servers", "de", "4 Server", "has the number 4 in place of 3"],
    ["en", "servers", "de", "4 Server", "has the number 4, which was not given"],
    ["en", "at 21:00", "ar", "الساعة ٢٢:٠٠", "has the number 22:00 in place of 21:00"],
    ["en", "on Wednesday", "de", "am Freitag", "has the name Friday in place of Wednesday"],
    ["en", "on Wednesday", "de", "bald", "lacks the name Wednesday"],
    ["en", "in November", "ja", "12月に", "has the name December in place of November"],
  ])("is there: %s %s, %s %s", (from, given, to, proposed, detail) => {
    expect(hintsFor(from, given, to, proposed)).toContain(`The message ${detail}.`);
  });

  it("names up to eight, as a person reads no more, and controls no terminal", () => {
    const many = Array.from({ length: 12 }, (_, index) => index + 30).join(" a ");
    const [detail] = hintsFor("en", many, "de", "nichts");
    expect(detail).toBe("The message lacks the numbers 30, 31, 32, 33, 34, 35, 36, 37, and 4 more.");
    expect(hintsFor("en", "x", "de", "1\u0336\u202e,2").join()).not.toMatch(/\u202e/);
  });
});

const unchanged = "The message came back unchanged.";

it.each<[...Case, details: string[]]>([
  ["en", "See https://example.com/a/long/path", "de", "Siehe https://example.com/a/long/path", []],
  ["pt-BR", "Voltamos amanhã de manhã.", "pt-PT", "Voltamos amanhã de manhã.", []],
  ["en", "We are moving servers.", "de", "We are MOVING servers!", [unchanged]],
  [undefined, "Scheduled maintenance", "fr", "Scheduled maintenance", [unchanged]],
  ["ja", "ただいまメンテナンス中です", "zh-Hans", "ただいまメンテナンス中です", [unchanged]],
])("a hint about text that came back: %s %s, %s %s", (from, given, to, proposed, details) => {
  expect(hintsFor(from, given, to, proposed)).toEqual(details);
});
