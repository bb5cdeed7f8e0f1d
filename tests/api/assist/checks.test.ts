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

/** A text with a mark on each of its characters. */
const drawn = (text: string, mark: string): string => [...text].map((one) => one + mark).join("");

describe("an address that was not given is refused", () => {
  it.each<[string, LanguageTag, string, string]>([
    ["underlined", "de", drawn("https://evil.com", "\u0332"), "https://evil.com"],
    ["underlined but for its dot", "de", "e\u0332v\u0332i\u0332l\u0332.c\u0332om", "evil.com"],
    ["struck through", "de", drawn("evil.com", "\u0336"), "evil.com"],
    ["in circles", "de", "e\u20ddv\u20ddi\u20ddl\u20dd.com", ".com"],
    ["with accents that are none of its", "de", "e\u0301v\u0300i\u0308l.com", "l.com"],
    ["with a stack of accents", "de", drawn("mail@evil.com", "\u0301\u0316\u0332"), "mail@evil.com"],
    ["with a Chinese full stop for its dot", "de", "evil。com", "evil.com"],
    ["with an underlined one", "de", drawn("evil。com", "\u0332"), "evil.com"],
    ["with a full stop of half width", "de", "evil｡com", "evil.com"],
    ["with a dot of full width", "ja", "ｅｖｉｌ．ｃｏｍ", "evil.com"],
    ["after Japanese", "ja", "例え。com/abc へ", "com/abc"],
    ["with joiners in it", "fa", "ev\u200cil.c\u200dom", "evil.com"],
    ["with marks of direction in it", "ar", "ev\u200fil.\u200ecom", "evil.com"],
  ])("%s", async (_name, to, address, seen) => {
    expect(await outcomeOf("en", "Soon.", to, `Bald ${address} da`)).toMatch(
      new RegExp(`^refused: contains the address ".*${seen.replace(".", "\\.")}`),
    );
  });

  it.each([
    ["underlined", "⟦1⟧\u0332.evil"],
    ["behind a stack of accents", "⟦1⟧\u0301\u0316/login"],
  ])("as what stands at one that was: %s", async (_name, said) => {
    expect(await outcomeOf("en", "See shop.example.com", "de", `Siehe ${said}`)).toContain(
      "another address of ⟦1⟧",
    );
  });

  it.each<Case>([
    ["en", "Back soon.", "ja", "停止中です。Acme Cloud は 。IT部門が対応します。"],
    ["en", "Back soon.", "zh-Hans", "我们搬家。公司很快回来。世界。"],
    ["en", "Back soon.", "vi", "Chúng tôi sẽ sớm trở lại. V.v. và v.v."],
    ["en", "Back soon.", "hi", "डॉ. शर्मा जल्द लौटेंगे।"],
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

describe("the digits of a number", () => {
  it.each<[LanguageTag, string, string]>([
    ["ar", "الساعة 2١:00", "in the digits of two scripts"],
    ["ar", "الساعة 21:٠٠", "in the digits of two scripts"],
    ["ar", "الساعة 21：٠٠", "in the digits of two scripts"],
    ["fa", "۱,٠٠٠ سفارش", "in the digits of two scripts"],
    ["hi", "२1 बजे", "in the digits of two scripts"],
    ["de", "2\u0336\u0661 Uhr", "in the digits of two scripts"],
    ["de", "um ๒๑:๐๐ Uhr", "that its language does not use"],
    ["de", "um 𝟐𝟏 Uhr", "that its language does not use"],
    ["de", "um ２１ Uhr", "that its language does not use"],
    ["ar", "الساعة २१:००", "that its language does not use"],
    ["th", "เวลา ٢١:٠٠", "that its language does not use"],
  ])("are refused: %s %s", async (to, said, fault) => {
    expect(await outcomeOf("en", "At 21:00.", to, said)).toMatch(
      new RegExp(`^refused: contains the number ".+${fault}`),
    );
  });

  it.each<[LanguageTag, string]>([
    ["ar", "الساعة ٢١:٠٠ و 3 طلبات"],
    ["fa", "ساعت ۲۱:۰۰"],
    ["ur", "رات ۹:۰۰ بجے"],
    ["hi", "रात २१:०० या 9 बजे"],
    ["bn", "রাত ৯টা"],
    ["th", "เวลา ๒๑.๐๐ น."],
    ["ja", "２１時"],
    ["zh-Hant", "２１：００"],
    ["ko", "２１시"],
    ["de", "um 21:00 Uhr"],
  ])("are the language's own or 0 to 9: %s %s", async (to, said) => {
    expect(await outcomeOf("en", "At 21:00.", to, said)).toBe(said);
  });
});

describe("what nobody sees", () => {
  it.each<[string, string]>([
    ["a mark from right to left", "الساعة 21\u200f:\u200f00"],
    ["a mark from left to right", "الساعة \u200e21:00"],
    ["an Arabic mark", "الساعة 21\u061c:\u061c00"],
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
    ["ml", "ഞങ്ങള\u0d4d\u200d ഉടന\u0d4d\u200d."],
    ["te", "సర్వర్\u200c లేదు, డేటాబేస్\u200cను చూడండి"],
    ["bn", "র\u200d্যাম"],
    ["de", "Bald wieder da 👩🏽\u200d💻 👁️\u200d🗨️ ☎\ufe0f"],
  ])("stays where writing needs it: %s %s", async (to, said) => {
    expect(await outcomeOf("en", "Soon.", to, said)).toBe(said.normalize("NFC"));
  });

  it.each([
    ["a joiner between digits", "2\u200d1 Uhr", "U+200D"],
    ["a joiner at a digit", "21\u200c Uhr", "U+200C"],
    ["a joiner between spaces", "Bald \u200c da", "U+200C"],
    ["a joiner behind a mark on a digit", "2\u0332\u200d\u03321 Uhr", "U+200D"],
    ["a hyphen of which nothing is seen", "Bald\u00ad da", "U+00AD"],
    ["a space of no width", "Bald\u200bda", "U+200B"],
    ["a word joiner", "Bald\u2060da", "U+2060"],
    ["a byte order mark", "Bald\ufeffda", "U+FEFF"],
    ["an override", "Bald \u202eda", "U+202E"],
    ["an isolate", "Bald \u2067da", "U+2067"],
    ["a tag", "Bald \u{e0041}da", "U+E0041"],
    ["a filler", "Bald \u3164da", "U+3164"],
    ["an Arabic sign of a number", "\u060021 Uhr", "U+0600"],
  ])("is refused elsewhere: %s", async (_name, said, point) => {
    const fault = `contains the invisible character ${point}, which was not given: leave it out`;
    expect(await outcomeOf("en", "At 21:00.", "de", said)).toBe(`refused: ${fault}`);
    const given = `At ${said}`;
    expect(await outcomeOf("en", given, "de", said)).not.toContain("refused: contains the invisible");
  });
});

describe("a hint about numbers, days and months", () => {
  it.each<Case>([
    ["en", "1,000 and 1,234.5, 2.5 GB", "de", "1.000 und 1.234,5, 2,5 GB"],
    ["en", "1,000 and 100,000", "fr", "1\u202f000 et 100 000"],
    ["en", "1,000", "ar", "١٬٠٠٠"],
    ["en", "12 and 7", "ja", "１２と７"],
    ["en", "at 21:00 or 9:30 p.m.", "fr", "à 21 h ou à 21 h 30"],
    ["en", "at 9 pm and 12 am", "de", "um 21 Uhr und 0:00 Uhr"],
    ["en", "from 9:30 am", "fi", "klo 9.30 alkaen"],
    ["en", "30 minutes", "de", "30 h"],
    ["de", "am 1.12.2026", "en", "on 12/1/2026"],
    ["en", "on Wednesday, 25 November", "ja", "11月25日水曜日"],
    ["en", "on Wednesday, 25 November", "zh-Hans", "十一月25日星期三"],
    ["en", "on Wednesday, 25 November", "vi", "thứ Tư, ngày 25 tháng 11"],
    ["en", "from Wednesday to Friday in November", "pl", "od środy do piątku w listopadzie"],
    ["en", "on Saturday", "fa", "شنبه"],
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
    ["en", "3 servers, 5 disks", "de", "Server", "lacks the numbers 3 and 5"],
    ["en", "servers", "de", "4 Server", "has the number 4, which was not given"],
    ["en", "servers", "de", "4 Server, 5 Platten", "has the numbers 4 and 5, which were not given"],
    ["en", "2.5 GB, 1,000", "de", "25 GB, 1,00", "has the numbers 25 and 1,00 in place of 2.5 and 1,000"],
    ["en", "at 21:00", "ar", "الساعة ٢٢:٠٠", "has the number 22:00 in place of 21:00"],
    ["en", "at 9 pm", "de", "um 9 Uhr", "has the number 9 in place of 9 pm"],
    ["en", "on Wednesday", "de", "am Freitag", "has the name Friday in place of Wednesday"],
    ["en", "on Wednesday", "de", "bald", "lacks the name Wednesday"],
    ["en", "in May", "de", "im Juni", "has the name June in place of May"],
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

const script = "The message is written in another script than the language's.";
const unchanged = "The message came back unchanged.";

it.each<[...Case, details: string[]]>([
  ["en", "x", "ru", "Сервис Acme Cloud недоступен", []],
  ["en", "x", "zh-Hans", "我们正在维护系统", []],
  ["en", "x", "de", "Мы скоро вернёмся", [script]],
  ["en", "x", "ar", "Nuestro servicio vuelve pronto", [script]],
  ["en", "Status page", "de", "Status page", []],
  ["en", "See https://example.com/a/long/path", "de", "Siehe https://example.com/a/long/path", []],
  ["pt-BR", "Voltamos amanhã de manhã.", "pt-PT", "Voltamos amanhã de manhã.", []],
  ["en", "We are moving servers.", "de", "We are MOVING servers!", [unchanged]],
  [undefined, "Scheduled maintenance", "fr", "Scheduled maintenance", [unchanged]],
  ["ja", "ただいまメンテナンス中です", "zh-Hans", "ただいまメンテナンス中です", [script, unchanged]],
])("a hint about the script, or text that came back: %s %s, %s %s", (from, given, to, proposed, details) => {
  expect(hintsFor(from, given, to, proposed)).toEqual(details);
});
