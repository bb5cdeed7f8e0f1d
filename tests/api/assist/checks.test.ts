import { describe, expect, it } from "vitest";
import { checkTranslation } from "../../../api/assist/checks/check-proposal.ts";
import type { LanguageTag } from "../../../schema/languages/tags.ts";

type Case = [from: LanguageTag | undefined, given: string, to: LanguageTag, proposed: string];

const detailsOf = (...[from, given, to, proposed]: Case): string[] =>
  checkTranslation({ message: given }, { message: proposed }, { from, to }).map(({ detail }) => detail);

/** What is the same to both checks of figures, in two languages. */
const equal: Case[] = [
  ["en", "1,000 and 1,234.5", "de", "1.000 und 1.234,5"],
  ["en", "1,000", "fr", "1\u202f000"],
  ["en", "1,000", "ar", "١٬٠٠٠"],
  ["en", "1000", "hi", "१,०००"],
  ["en", "100,000", "hi", "1,00,000"],
  ["en", "12 and 7", "th", "๑๒ และ ๗"],
  ["en", "12 and 7", "ja", "１２と７"],
  ["en", "2.5 GB", "de", "2,5 GB"],
  ["en", "2.125 GB", "fa", "۲٫۱۲۵ گیگابایت"],
  ["en", "12/1/2026 or 1.12.2026", "de", "1.12.2026 oder 12/1/2026"],
  ["en", "1½ hours", "de", "1½ Stunden"],
  ["en", "db01 and S3", "de", "db01 und S3"],
  ["de", "am 21. November", "en", "on 21 November"],
  ["en", "21 November", "cs", "21. 11."],
  ["en", "at 9 pm", "de", "um 21:00 Uhr"],
  ["en", "at 9 pm", "de", "um 9 Uhr abends"],
  ["en", "at 9 p.m.", "fr", "à 21 h"],
  ["en", "9:30 am", "fr", "9 h 30"],
  ["en", "12 am and 12 pm", "de", "0:00 und 12:00 Uhr"],
  ["en", "at 21:00", "en", "at 9pm"],
  ["en", "at 9:00", "ar", "الساعة ٩:٠٠"],
  ["en", "at 9.30", "fi", "klo 9.30"],
  ["en", "9–11 pm", "de", "21–23 Uhr"],
  ["en", "from 9 to 11 pm", "ja", "午後9時から11時まで"],
  ["en", "9 am to 5 pm", "de", "9 bis 17 Uhr"],
  ["en", "11–1 pm", "de", "11–13 Uhr"],
  ["en", "at 9 pm", "es", "a las 9 de la noche"],
  ["en", "at 9 pm", "ko", "오후 9시"],
  ["en", "2 hours", "ko", "2시간"],
  ["en", "2 hours", "ja", "2時間"],
  ["en", "at 21:00 CET", "de", "um 21:00 Uhr MEZ"],
  ["en", "Try 3 times, then call +49 30 1234", "de", "Dreimal heißt 3 Mal, dann +49 30 1234"],
  [undefined, "at 9 pm", "de", "um 21 Uhr"],
  [undefined, "um 9 Uhr abends", "en", "at 9 pm"],
  [undefined, "a las 9 de la noche", "en", "at 9 pm"],
  ["en", "25 November", "de", "25.11."],
  ["de", "am 1.12. um 10.10.", "en", "on 1 December at 10:10."],
  ["de", "am 25.11. und 26. 11.", "fr", "le 25/11 et le 26 novembre"],
  ["de", "bis 21.30.", "en", "until 9:30 pm."],
  ["en", "at 9 pm", "es", "a las 9:00 p. m."],
  ["en", "at 9 pm", "es", "a las 9:00 p.\u00a0m."],
  ["en", "at 9 pm", "ar", "الساعة 9 م\u064eساءً"],
  ["en", "at 9 pm", "hi", "रात के 9 बजे"],
  ["en", "at 9 pm", "mr", "रात्री 9 वाजता"],
  ["en", "at 9 pm", "hr", "u 21 sat"],
  ["en", "at 9 pm", "ca", "a les 9 del vespre"],
  ["en", "at 9 pm", "pt-BR", "às 9 da noite"],
  ["en", "at 9 pm", "ru", "в 9 часов вечера"],
  ["en", "at 9 pm", "tr", "akşam 9'da"],
  ["en", "at 9 pm", "nl", "om 9 uur ’s avonds"],
  ["en", "at 9 pm", "hu", "este 9-kor"],
  ["en", "at 9 pm", "ml", "രാത്രി 9 മണിക്ക്"],
  ["en", "at 9 pm", "fil", "alas-9 ng gabi"],
  ["en", "at 9 pm UTC+2 or 9 pm GMT-05:30", "de", "um 21 Uhr UTC+02 oder 21 Uhr GMT −5:30"],
  [
    "en",
    "21:00 UTC–23:00 UTC or 9:00 UTC-11:00 UTC",
    "de",
    "21:00 UTC bis 23:00 UTC oder 9:00 bis 11:00 UTC",
  ],
  ["de", "am 03.04. und 05.06.2026", "en", "on 3 April and June 5, 2026"],
  ["ja", "4月3日", "de", "am 3.4."],
  ["en", "on 3/4/2026", "de", "am 3.4.2026"],
  ["en", "back in 2 hours, after 2 days", "hu", "2 órán belül, 2 nap után"],
  ["en", "after 2 days", "de", "nach 2 Tagen"],
  ["en", "after 2 days, in 3 days", "pl", "po 2 dniach, za 3 dni"],
  ["en", "in 2 hours", "sw", "baada ya saa 2"],
  ["en", "up to 2 hours", "ru", "до 2 часов"],
  ["en", "from 2 to 3 hours", "fr", "de 2 à 3 heures"],
  ["en", "from 2 hours to 3 hours", "pl", "od 2 do 3 godzin"],
  ["en", "in 3 weeks, 5 days, 2 months", "ko", "3주 후, 5일, 2개월"],
  ["en", "within 24 hours, at 9 am", "cs", "do 24 hodin, v 9 hodin"],
  ["en", "by 3 April", "vi", "trước ngày 3 tháng 4"],
  ["en", "2 hours", "ml", "2 മണിക്കൂർ"],
  ["en", "30 minutes and 45 seconds", "ja", "30分と45秒"],
  ["en", "5 minor faults, 2 GB and 10%", "fr", "5 petites pannes, 2 Go et 10 %"],
  ["en", "$10, 3 weeks", "de", "10 $, 3 Wochen"],
  ["en", "at 9", "es", "a las 9 horas"],
  ["en", "5,000 orders and 2,000,000 users", "es", "5 mil pedidos y 2 millones de usuarios"],
  ["en", "5 thousand, 1.5 million or 200k", "de", "5.000, 1,5 Mio. oder 200 Tausend"],
  ["de", "1,2 Mrd. und 3 Tausend", "en", "1.2 billion and 3,000"],
  ["en", "20,000 and 5 million", "zh-Hans", "2万和500万"],
  ["en", "20,000 and 5 million", "ja", "2万件と500万件"],
  ["en", "150,000 and 30 million", "hi", "1.5 लाख और 3 करोड़"],
  [undefined, "5 mil pedidos, 5 bin ich", "de", "5.000 Bestellungen, 5 bin ich"],
  ["en", "9 hours", "ar", "9 ساعات"],
  ["en", "at 8:30 pm", "zh-Hans", "晚上8点半"],
  ["en", "at 8:30 pm", "ja", "午後8時半"],
  ["en", "at 8:30 pm", "ko", "오후 8시 반에"],
  ["en", "at 7:30 pm and 7:15", "de", "um halb 8 abends und um Viertel nach 7"],
  ["en", "at half past 8 pm", "es", "a las 8 y media de la tarde"],
  ["en", "at 20:30", "fr", "à 20 heures et demie"],
  ["en", "at 8:45", "pl", "za kwadrans 9"],
  ["en", "2.5 hours", "fr", "environ 2 heures et demie"],
  ["en", "at 8:30 pm", "hi", "रात साढ़े 8 बजे"],
  ["en", "12 pm and 12:30 pm", "ja", "午後0時と午後0時30分"],
  ["en", "12 am and 12:30 pm", "ko", "오전 0시와 오후 0시 30분"],
  ["en", "12 am", "zh-Hans", "晚上0点"],
  ["en", "12:30 am", "de", "0:30 Uhr nachts"],
  ["en", "from 9:30 pm to 11 pm", "hi", "रात 9:30 बजे से 11 बजे तक"],
  ["en", "from 9 to 11 pm", "hi", "रात 9 से 11 बजे तक"],
  ["en", "from 9 pm to 11 pm", "mr", "रात्री 9 ते 11 वाजेपर्यंत"],
  ["en", "from 9 pm to 11 pm", "bn", "রাত 9টা থেকে 11টা পর্যন্ত"],
  ["en", "at 9 pm (UTC)", "de", "um 21 Uhr (UTC)"],
  ["en", "on 3 April and 25 November", "de", "am 3. April und am 25.11."],
];

/** What is not the same, and what is said of it. */
const different: [...Case, detail: string][] = [
  ["en", "3 servers", "de", "4 Server", "The message has the number 4 in place of 3."],
  ["en", "3 servers, 5 disks", "de", "Server", "The message lacks the numbers 3 and 5."],
  ["en", "3 and 3", "de", "3", "The message lacks the number 3."],
  ["en", "servers", "de", "4 Server", "The message has the number 4, which was not given."],
  [
    "en",
    "servers",
    "de",
    "4 Server, 5 Platten",
    "The message has the numbers 4 and 5, which were not given.",
  ],
  ["en", "1,000", "de", "1", "The message has the number 1 in place of 1,000."],
  ["en", "1.000", "de", "1", "The message has the number 1 in place of 1.000."],
  ["en", "1,000", "de", "10.000", "The message has the number 10.000 in place of 1,000."],
  ["en", "2.5", "de", "25", "The message has the number 25 in place of 2.5."],
  ["en", "12", "fa", "۱۳", "The message has the number 13 in place of 12."],
  ["en", "1½", "de", "1", "The message lacks the number ½."],
  // Words are no numbers, and hours from dawn are not known: a person looks.
  ["en", "at 9 pm", "sw", "saa 3 usiku", "The message has the clock time 3:00 in place of 21:00."],
  ["en", "2 hours", "de", "zwei Stunden", "The message lacks the number 2."],
  ["en", "two hours", "de", "2 Stunden", "The message has the number 2, which was not given."],
  ["en", "at 9 pm", "de", "um 9 Uhr", "The message has the clock time 9:00 in place of 21:00."],
  ["en", "9 am", "en", "9 pm", "The message has the clock time 21:00 in place of 9:00."],
  ["en", "9 am to 5 pm", "en", "9 pm to 5 pm", "The message has the clock time 21:00 in place of 9:00."],
  ["en", "at 5 am", "it", "alle 5 di sera", "The message has the clock time 17:00 in place of 5:00."],
  [
    "ja",
    "午前9時から午後11時",
    "en",
    "9 pm to 11 pm",
    "The message has the clock time 21:00 in place of 9:00.",
  ],
  ["en", "9–5 pm", "de", "21–17 Uhr", "The message has the number 21 in place of 9."],
  ["en", "at 21:00", "ar", "الساعة ٢٢:٠٠", "The message has the clock time 22:00 in place of 21:00."],
  ["en", "about 2 hours", "de", "um 2:00", "The message lacks the number 2."],
  ["en", "after 2 hours", "de", "um 2:00", "The message lacks the number 2."],
  ["en", "2 hours", "ja", "3時間", "The message has the number 3 in place of 2."],
  ["en", "2 hours", "ko", "3시간", "The message has the number 3 in place of 2."],
  ["en", "9 pm", "hi", "सुबह 9 बजे", "The message has the clock time 9:00 in place of 21:00."],
  ["en", "at 21:00 UTC", "de", "um 21:00 Uhr MEZ", "The message has the time zone CET in place of UTC."],
  [undefined, "um 9 Uhr abends", "nl", "om 9 uur", "The message has the clock time 9:00 in place of 21:00."],
  ["de", "am 25.11.", "en", "on 26 November", "The message has the number 26 in place of 25."],
  ["de", "am 25.11.", "en", "on 25 October", "The message lacks the number 11."],
  ["de", "um 10.10.", "en", "at 10:11.", "The message has the clock time 10:11 in place of 10.10."],
  ["en", "at 9 pm EST", "de", "um 21 Uhr", "The message lacks the time zone EST."],
  ["en", "9 pm UTC+2", "de", "21 Uhr UTC-2", "The message has the time zone UTC−2 in place of UTC+2."],
  ["en", "9 pm UTC+2", "de", "21 Uhr UTC", "The message has the time zone UTC in place of UTC+2."],
  ["de", "am 06.07.", "en", "on 7 June", "The message lacks the number 06."],
  ["de", "am 06.07.2026", "en", "on 7 June 2026", "The message has the month June, which was not given."],
  ["en", "on 7 June", "cs", "6. 7.", "The message has the number 6, which was not given."],
  ["en", "back in 2 hours", "de", "um 2 Uhr zurück", "The message lacks the number 2 (in hours)."],
  ["en", "back in 2 hours", "es", "volvemos a las 2 horas", "The message lacks the number 2 (in hours)."],
  ["en", "back in 2 hours", "hi", "2 बजे वापस", "The message lacks the number 2 (in hours)."],
  ["en", "back in 2 hours", "ja", "2時に", "The message has the clock time 2:00, which was not given."],
  ["de", "um 8 Uhr", "en", "in 8 hours", "The message lacks the clock time 8:00."],
  [
    "en",
    "30 minutes",
    "de",
    "30 Stunden",
    "The message has the number 30 (in hours) in place of 30 (in minutes).",
  ],
  ["en", "back in 2 hours", "ru", "в 2 часа", "The message lacks the number 2 (in hours)."],
  ["en", "2 hours", "zh-Hans", "2天", "The message has the number 2 (in days) in place of 2 (in hours)."],
  ["en", "2 h", "de", "2 Tage", "The message has the number 2 (in days) in place of 2 (in hours)."],
  ["en", "2 days", "ja", "2時間", "The message has the number 2 (in hours) in place of 2 (in days)."],
  ["en", "2 GB", "fr", "2 To", "The message has the number 2 (in terabytes) in place of 2 (in gigabytes)."],
  ["en", "$10", "de", "10 €", "The message has the number 10 (in €) in place of 10 (in $)."],
  ["en", "5 orders", "es", "5 mil pedidos", "The message has the number 5 mil in place of 5."],
  ["en", "5 orders", "de", "5 Mio. Bestellungen", "The message has the number 5 mio. in place of 5."],
  ["en", "200 orders", "ja", "200万件", "The message has the number 200万 in place of 200."],
  ["en", "200 orders", "hi", "200 करोड़ ऑर्डर", "The message has the number 200 करोड़ in place of 200."],
  ["de", "um 3 Tausend", "en", "by 3", "The message lacks the number 3 tausend."],
  ["en", "in 9 hours", "ar", "الساعة 9", "The message lacks the number 9 (in hours)."],
  ["en", "8 pm", "zh-Hant", "晚上8點半", "The message has the clock time 20:30 in place of 20:00."],
  ["en", "8 pm", "ja", "午後8時半", "The message has the clock time 20:30 in place of 20:00."],
  ["en", "8 pm", "ko", "오후 8시 반", "The message has the clock time 20:30 in place of 20:00."],
  ["en", "at 8 pm", "de", "um halb 8 abends", "The message has the clock time 19:30 in place of 20:00."],
  [
    "en",
    "at 20:00",
    "de",
    "um Viertel nach 20 Uhr",
    "The message has the clock time 20:15 in place of 20:00.",
  ],
  ["en", "at 20:00", "fr", "à 20 h et demie", "The message has the clock time 20:30 in place of 20:00."],
  ["en", "at 20:00", "es", "a las 20 y media", "The message has the clock time 20:30 in place of 20:00."],
  ["en", "at 20:00", "pt-BR", "às 20 e meia", "The message has the clock time 20:30 in place of 20:00."],
  ["en", "at 20:00", "pl", "o wpół do 20", "The message has the clock time 19:30 in place of 20:00."],
  ["en", "12:30 am", "ja", "午後0時30分", "The message has the clock time 12:30 in place of 0:30."],
  ["en", "on 3 April", "de", "am 4. März", "The message has the number 4 in place of 3."],
  ["en", "on 3 April", "de", "am 4. März", "The message has the month March in place of April."],
];

describe("numbers and clock times", () => {
  it.each(equal)("that are the same: %s %s, %s %s", (...row) => {
    expect(detailsOf(...row)).toEqual([]);
  });

  it.each(different)("that are not: %s %s, %s %s", (from, given, to, proposed, detail) => {
    expect(detailsOf(from, given, to, proposed)).toContain(detail);
  });

  it("in an address are none", () => {
    expect(detailsOf("en", "See example.com/2", "de", "Siehe example.com/2")).toEqual([]);
  });

  it("are named up to eight, as a person reads no more", () => {
    const many = Array.from({ length: 12 }, (_, index) => index + 30).join(" a ");
    expect(detailsOf("en", many, "de", "nichts")[0]).toBe(
      "The message lacks the numbers 30, 31, 32, 33, 34, 35, 36, 37, and 4 more.",
    );
  });
});

describe("weekdays and months", () => {
  it.each<Case>([
    ["en", "on Wednesday", "ru", "в среду"],
    ["en", "from Wednesday to Friday", "pl", "od środy do piątku"],
    ["en", "in November", "pl", "w listopadzie"],
    ["en", "on Wednesday", "fi", "keskiviikkona"],
    ["en", "on Saturday", "fa", "شنبه"],
    ["en", "on Tuesday", "fa", "سه شنبه"],
    ["en", "on Tuesday", "fa", "سه‌شنبه"],
    ["en", "on Sunday", "id", "hari Minggu"],
    ["en", "next week", "id", "minggu depan"],
    ["en", "within a week", "sr", "за недељу дана"],
    ["en", "on Monday", "ro", "luni"],
    ["en", "for months", "ro", "luni întregi"],
    ["en", "on Wednesday", "pt-BR", "na quarta"],
    ["en", "the second time", "pt-BR", "pela segunda vez"],
    ["en", "on Thursday", "ar", "للخميس"],
    ["en", "in March", "he", "במרץ"],
    ["en", "It may take long, we march on", "de", "Es kann dauern, wir machen weiter"],
    ["en", "in May", "de", "im Mai"],
    ["en", "Wed 25 Nov", "de", "Mittwoch, 25. November"],
    ["de", "die Montage der Server", "en", "the assembly of the servers"],
    ["en", "Monday and Monday", "de", "am Montag"],
    ["en", "on Sunday", "tr", "Pazar günü"],
    ["en", "on Wednesday", "am", "ረቡዕ"],
    ["en", "See https://friday.example.com", "de", "Siehe https://friday.example.com"],
    ["en", "from Monday", "am", "ከሰኞ ጀምሮ"],
    ["en", "on Monday", "ta", "திங்கட்கிழமை"],
    ["en", "next week", "ur", "اگلے ہفتے"],
    ["en", "on Wednesday", "ja", "明日（水）"],
    ["en", "on Wednesday", "ko", "내일(수)"],
    ["en", "on Saturday", "he", "בשבת"],
    ["en", "on Friday", "uk", "у п’ятницю"],
    ["en", "on Monday", "hr", "do ponedjeljka"],
    ["en", "in November", "ml", "നവംബറിൽ"],
    [undefined, "wir kommen am Montag", "en", "we come on Monday"],
  ])("that are the same: %s %s, %s %s", (...row) => {
    expect(detailsOf(...row)).toEqual([]);
  });

  it.each<[...Case, detail: string]>([
    ["en", "on Wednesday", "ru", "в пятницу", "The message has the weekday Friday in place of Wednesday."],
    ["en", "on Wednesday", "de", "bald", "The message lacks the weekday Wednesday."],
    ["en", "soon", "de", "am Montag", "The message has the weekday Monday, which was not given."],
    ["en", "Wed", "de", "am Donnerstag", "The message has the weekday Thursday, which was not given."],
    ["en", "in May", "de", "im Juni", "The message has the month June, which was not given."],
    ["en", "21 November", "de", "21.12.2026", "The message lacks the month November."],
    ["en", "in November", "ja", "12月に", "The message has the month December in place of November."],
    ["en", "on Monday", "tr", "Pazar günü", "The message has the weekday Sunday in place of Monday."],
    [undefined, "am Montag", "en", "on Tuesday", "The message has the weekday Tuesday in place of Monday."],
  ])("that are not: %s %s, %s %s", (from, given, to, proposed, detail) => {
    expect(detailsOf(from, given, to, proposed)).toContain(detail);
  });
});

describe("the script", () => {
  it.each<[LanguageTag, string]>([
    ["ja", "Acme Cloud Platform はメンテナンス中です"],
    ["ru", "Сервис Acme Cloud недоступен"],
    ["ru", "Acme Cloud Platform Pro недоступен"],
    ["ar", "خدمة Acme Cloud متوقفة"],
    ["ko", "서버를 移轉 중입니다"],
    ["de", "Wir sind in 東京"],
    ["zh-Hans", "我们正在维护系统"],
    ["zh-Hant", "我們正在維護系統"],
    ["sr", "Одржавање је у току"],
    ["hi", "12:00"],
  ])("of %s is right: %s", (to, proposed) => {
    expect(detailsOf("es", "12:00", to, proposed).filter((detail) => detail.includes("script"))).toEqual([]);
    expect(detailsOf("es", "12:00", to, proposed).filter((detail) => detail.includes("characters"))).toEqual(
      [],
    );
  });

  it.each<[LanguageTag, string, string]>([
    ["ja", "Nuestro servicio se encuentra en mantenimiento", "has a whole phrase in another script"],
    ["ja", "メンテナンス中です。We will be back as soon as possible. お待ちください。", "has a whole phrase"],
    ["de", "Мы скоро вернёмся", "is written in another script"],
    ["ar", "Мы скоро", "is written in another script"],
    ["ru", "Acme Cloud Dienst Wartung", "is written in another script"],
    ["sr", "Održavanje je u toku", "is written in another script"],
    ["zh-Hans", "我們正在維護系統", "is in traditional characters"],
    ["zh-Hant", "我们正在维护系统", "is in simplified characters"],
  ])("of %s is wrong: %s", (to, proposed, detail) => {
    expect(detailsOf("es", "x", to, proposed).join()).toContain(`The message ${detail}`);
  });
});

describe("text that came back unchanged", () => {
  const isSaid = (...row: Case): boolean => detailsOf(...row).some((detail) => detail.includes("unchanged"));

  it.each<Case>([
    ["en", "Server", "de", "Server"],
    ["en", "Status page", "de", "Status page"],
    ["en", "Acme Cloud", "de", "Acme Cloud"],
    ["en", "21:00 UTC", "de", "21:00 UTC"],
    ["pt-BR", "Voltamos amanhã de manhã.", "pt-PT", "Voltamos amanhã de manhã."],
    [
      "en",
      "See https://example.com/a/long/path/of/words",
      "de",
      "Siehe https://example.com/a/long/path/of/words",
    ],
    ["en", "Acme Cloud Hosting. It is away.", "de", "Acme Cloud Hosting. Sie ist fort."],
  ])("may be a name: %s %s, %s %s", (...row) => {
    expect(isSaid(...row)).toBe(false);
  });

  it.each<Case>([
    ["en", "We are moving servers", "de", "We are moving servers"],
    ["en", "We are moving servers.", "de", "We are MOVING servers!"],
    [undefined, "Scheduled maintenance", "fr", "Scheduled maintenance"],
    ["en", "Hello. Your orders are safe. Bye.", "de", "Hallo. Your orders are safe. Tschüss."],
    ["ja", "ただいまメンテナンス中です", "zh-Hans", "ただいまメンテナンス中です"],
    ["da", "Vi flytter vores servere", "nb", "Vi flytter vores servere"],
  ])("is a text: %s %s, %s %s", (...row) => {
    expect(isSaid(...row)).toBe(true);
  });
});

it("says nothing that could control a terminal", () => {
  expect(detailsOf("en", "1\u202e2", "de", "Your orders\u202e are safe. 3").join()).not.toMatch(/\u202e/);
});
