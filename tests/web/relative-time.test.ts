import { afterEach, describe, expect, it, vi } from "vitest";
import { localeOf, locales } from "../../web/locales/locales.ts";
import { formattingTag } from "../../web/page/formatting-tag.ts";
import { relativeTime, timeSince } from "../../web/page/relative-time.ts";

const [english] = locales;
const [minute, hour, day] = [1, 60, 1440];
const each = locales.map((locale) => [locale.tag, locale] as const);

/** In UTC: what is 28 hours ahead in the evening is not tomorrow, and what is 28 hours ago in the morning not yesterday. */
const [evening, morning] = [Date.parse("2026-11-21T20:00:00Z"), Date.parse("2026-11-21T04:00:00Z")];
const ahead = (minutes: number, locale = english, now = evening) =>
  relativeTime(new Date(now + minutes * 60_000), now, locale);
const ago = (minutes: number, locale = english, now = evening) =>
  timeSince(new Date(now - minutes * 60_000), now, locale);

/** Amounts that are said with a number, in minutes. */
const exact = [1, 2, 3, 4, 5, 6, 7, 8, 9];
const rounded = [
  ...[10, 15, 20, 25, 30, 35, 40, 45, 50, 55, 60, 65, 70, 75, 80, 85],
  ...[1.5, 2, 2.5, 3, 4, 5, 6, 7, 8, 9, 10, 11, 29, 30, 31, 32, 33, 34, 35, 36].map((count) => count * hour),
  ...[2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14].map((count) => count * day),
];

afterEach(() => void vi.unstubAllEnvs());

describe("a time ahead", () => {
  it.each([
    [-5, "in 1 minute"],
    [0.2, "in 1 minute"],
    [1.6, "in 2 minutes"],
    [9.4, "in 9 minutes"],
    [9.6, "in about 10 minutes"],
    [12, "in about 10 minutes"],
    [58, "in about 60 minutes"],
    [87, "in about 85 minutes"],
    [88, "in about 1.5 hours"],
    [90, "in about 1.5 hours"],
    [110, "in about 2 hours"],
    [140, "in about 2.5 hours"],
    [164, "in about 2.5 hours"],
    [165, "in about 3 hours"],
    [200, "in about 3 hours"],
    [11.9 * hour, "in about 12 hours"],
    [31 * hour, "in about 31 hours"],
    [36.4 * hour, "in about 36 hours"],
    [36.6 * hour, "in about 2 days"],
    [2.6 * day, "in about 3 days"],
    [14.4 * day, "in about 14 days"],
    [14.6 * day, undefined],
    [36_524 * day, undefined],
  ])("of %d minutes is %j", (minutes, words) => {
    expect(ahead(minutes)).toBe(words);
  });

  it.each([
    ["UTC", "2026-11-21T20:00:00Z", 12 * hour, "tomorrow"],
    ["UTC", "2026-11-21T20:00:00Z", 27.9 * hour, "tomorrow"],
    ["UTC", "2026-11-21T20:00:00Z", 28 * hour, "in about 28 hours"],
    ["UTC", "2026-11-21T20:00:00Z", 11 * hour, "in about 11 hours"],
    ["UTC", "2026-11-21T02:00:00Z", 13 * hour, "in about 13 hours"],
    ["UTC", "2026-11-21T02:00:00Z", 45 * hour, "tomorrow"],
    ["UTC", "2026-11-21T02:00:00Z", 46 * hour, "in about 2 days"],
    ["Asia/Tokyo", "2026-11-21T20:00:00Z", 15 * hour, "in about 15 hours"],
    ["America/New_York", "2026-11-21T20:00:00Z", 32 * hour, "tomorrow"],
    // The night in which New York puts its clocks back has 25 hours.
    ["America/New_York", "2026-11-01T04:30:00Z", 24 * hour, "in about 24 hours"],
    ["America/New_York", "2026-12-31T20:00:00Z", 24 * hour, "tomorrow"],
  ])(
    "is tomorrow on the next date in %s, and not before 12 hours: %s, %d minutes",
    (zone, now, minutes, words) => {
      vi.stubEnv("TZ", zone);
      expect(ahead(minutes, english, Date.parse(now))).toBe(words);
    },
  );

  it("never seems to move away as it comes nearer", () => {
    const said: string[] = [];
    for (let minutes = 20 * day; minutes >= 0; minutes -= 1) {
      // The time is fixed, and the clock goes on.
      const words = relativeTime(new Date(evening), evening - minutes * 60_000, english) ?? "";
      if (words !== said.at(-1)) said.push(words);
    }
    const inMinutes = (words: string): number => {
      if (words === "") return Infinity;
      if (words === "tomorrow") return 44 * hour;
      const [, count, unit] = /([\d.]+) (minute|hour|day)/.exec(words) ?? [];
      return Number(count) * (unit === "minute" ? minute : unit === "hour" ? hour : day);
    };
    expect(said.map(inMinutes)).toEqual(said.map(inMinutes).sort((a, b) => b - a));
    expect(new Set(said).size).toBe(said.length);
    expect(said[0]).toBe("");
    expect(said.at(-1)).toBe("in 1 minute");
  });
});

describe("a time gone by", () => {
  it.each([
    [-5, "now"],
    [0.9, "now"],
    [1, "1 minute ago"],
    [5, "5 minutes ago"],
    [12, "about 10 minutes ago"],
    [100, "about 1.5 hours ago"],
    [11 * hour, "about 11 hours ago"],
    [21 * hour, "yesterday"],
    [15 * day, undefined],
  ])("by %d minutes is %j", (minutes, words) => {
    expect(ago(minutes)).toBe(words);
  });

  it.each([
    ["am", "በግምት ከ40 ደቂቃዎች በፊት", "በግምት ከ2 ሰዓቶች በፊት"],
    ["ar", "قبل 40 دقيقة تقريبًا", "قبل ساعتين تقريبًا"],
    ["cs", "přibližně před 40 minutami", "přibližně před 2 hodinami"],
    ["de", "vor etwa 40 Minuten", "vor etwa 2 Stunden"],
    ["fr", "il y a environ 40 minutes", "il y a environ 2 heures"],
    ["gu", "લગભગ 40 મિનિટ પહેલાં", "લગભગ 2 કલાક પહેલાં"],
    ["he", "לפני כ-40 דקות", "לפני כשעתיים"],
    ["ja", "約40分前", "約2時間前"],
    ["kn", "ಸುಮಾರು 40 ನಿಮಿಷಗಳ ಹಿಂದೆ", "ಸುಮಾರು 2 ಗಂಟೆಗಳ ಹಿಂದೆ"],
    ["ml", "ഏകദേശം 40 മിനിറ്റ് മുമ്പ്", "ഏകദേശം 2 മണിക്കൂർ മുമ്പ്"],
    ["ro", "acum aproximativ 40 de minute", "acum aproximativ 2 ore"],
    ["ru", "примерно 40 минут назад", "примерно 2 часа назад"],
    ["sw", "takriban dakika 40 zilizopita", "takriban saa 2 zilizopita"],
    ["th", "40 นาทีที่ผ่านมาโดยประมาณ", "2 ชั่วโมงที่ผ่านมาโดยประมาณ"],
  ])("reads well in %s", (tag, minutes, hours) => {
    expect([ago(40, localeOf(tag)), ago(2 * hour, localeOf(tag))]).toEqual([minutes, hours]);
  });
});

describe("a time ahead reads well", () => {
  const amounts = [1, 2, 5, 12, 90, 2 * hour, 150, 5 * hour, 31 * hour, 13 * hour, 2 * day, 13 * day];
  it.each([
    [
      "ar",
      "خلال دقيقة واحدة|خلال دقيقتين|خلال 5 دقائق|خلال 10 دقائق تقريبًا|خلال 1.5 ساعة تقريبًا|خلال ساعتين تقريبًا|خلال 2.5 ساعة تقريبًا|خلال 5 ساعات تقريبًا|خلال 31 ساعة تقريبًا|غدًا|خلال يومين تقريبًا|خلال 13 يومًا تقريبًا",
    ],
    [
      "bn",
      "১ মিনিটে|২ মিনিটে|৫ মিনিটে|প্রায় ১০ মিনিটে|প্রায় ১.৫ ঘণ্টায়|প্রায় ২ ঘণ্টায়|প্রায় ২.৫ ঘণ্টায়|প্রায় ৫ ঘণ্টায়|প্রায় ৩১ ঘণ্টায়|আগামীকাল|প্রায় ২ দিনের মধ্যে|প্রায় ১৩ দিনের মধ্যে",
    ],
    [
      "cs",
      "za 1 minutu|za 2 minuty|za 5 minut|přibližně za 10 minut|přibližně za 1,5 hodiny|přibližně za 2 hodiny|přibližně za 2,5 hodiny|přibližně za 5 hodin|přibližně za 31 hodin|zítra|přibližně za 2 dny|přibližně za 13 dní",
    ],
    [
      "de",
      "in 1 Minute|in 2 Minuten|in 5 Minuten|in etwa 10 Minuten|in etwa 1,5 Stunden|in etwa 2 Stunden|in etwa 2,5 Stunden|in etwa 5 Stunden|in etwa 31 Stunden|morgen|in etwa 2 Tagen|in etwa 13 Tagen",
    ],
    [
      "fa",
      "۱ دقیقه بعد|۲ دقیقه بعد|۵ دقیقه بعد|حدود ۱۰ دقیقه بعد|حدود ۱٫۵ ساعت بعد|حدود ۲ ساعت بعد|حدود ۲٫۵ ساعت بعد|حدود ۵ ساعت بعد|حدود ۳۱ ساعت بعد|فردا|حدود ۲ روز دیگر|حدود ۱۳ روز دیگر",
    ],
    [
      "fi",
      "1 minuutin päästä|2 minuutin päästä|5 minuutin päästä|noin 10 minuutin päästä|noin 1,5 tunnin päästä|noin 2 tunnin päästä|noin 2,5 tunnin päästä|noin 5 tunnin päästä|noin 31 tunnin päästä|huomenna|noin 2 päivän päästä|noin 13 päivän päästä",
    ],
    [
      "fr",
      "dans 1 minute|dans 2 minutes|dans 5 minutes|dans environ 10 minutes|dans environ 1,5 heure|dans environ 2 heures|dans environ 2,5 heures|dans environ 5 heures|dans environ 31 heures|demain|dans environ 2 jours|dans environ 13 jours",
    ],
    [
      "he",
      "בעוד דקה|בעוד 2 דקות|בעוד 5 דקות|בעוד כ-10 דקות|בעוד כ-1.5 שעות|בעוד כשעתיים|בעוד כ-2.5 שעות|בעוד כ-5 שעות|בעוד כ-31 שעות|מחר|בעוד כיומיים|בעוד כ-13 ימים",
    ],
    [
      "ja",
      "1分後|2分後|5分後|約10分後|約1.5時間後|約2時間後|約2.5時間後|約5時間後|約31時間後|明日|約2日後|約13日後",
    ],
    [
      "ko",
      "1분 후|2분 후|5분 후|약 10분 후|약 1.5시간 후|약 2시간 후|약 2.5시간 후|약 5시간 후|약 31시간 후|내일|약 2일 후|약 13일 후",
    ],
    [
      "lt",
      "po 1 minutės|po 2 minučių|po 5 minučių|maždaug po 10 minučių|maždaug po 1,5 valandos|maždaug po 2 valandų|maždaug po 2,5 valandos|maždaug po 5 valandų|maždaug po 31 valandos|rytoj|maždaug po 2 dienų|maždaug po 13 dienų",
    ],
    [
      "pl",
      "za 1 minutę|za 2 minuty|za 5 minut|mniej więcej za 10 minut|mniej więcej za 1,5 godziny|mniej więcej za 2 godziny|mniej więcej za 2,5 godziny|mniej więcej za 5 godzin|mniej więcej za 31 godzin|jutro|mniej więcej za 2 dni|mniej więcej za 13 dni",
    ],
    [
      "ru",
      "через 1 минуту|через 2 минуты|через 5 минут|примерно через 10 минут|примерно через 1,5 часа|примерно через 2 часа|примерно через 2,5 часа|примерно через 5 часов|примерно через 31 час|завтра|примерно через 2 дня|примерно через 13 дней",
    ],
    [
      "sl",
      "čez 1 minuto|čez 2 minuti|čez 5 minut|čez približno 10 minut|čez približno 1,5 ure|čez približno 2 uri|čez približno 2,5 ure|čez približno 5 ur|čez približno 31 ur|jutri|čez približno 2 dneva|čez približno 13 dni",
    ],
    [
      "sw",
      "baada ya dakika 1|baada ya dakika 2|baada ya dakika 5|takriban baada ya dakika 10|takriban baada ya saa 1.5|takriban baada ya saa 2|takriban baada ya saa 2.5|takriban baada ya saa 5|takriban baada ya saa 31|kesho|takriban baada ya siku 2|takriban baada ya siku 13",
    ],
    [
      "th",
      "ในอีก 1 นาที|ในอีก 2 นาที|ในอีก 5 นาที|ในอีก 10 นาทีโดยประมาณ|ในอีก 1.5 ชั่วโมงโดยประมาณ|ในอีก 2 ชั่วโมงโดยประมาณ|ในอีก 2.5 ชั่วโมงโดยประมาณ|ในอีก 5 ชั่วโมงโดยประมาณ|ในอีก 31 ชั่วโมงโดยประมาณ|พรุ่งนี้|ในอีก 2 วันโดยประมาณ|ในอีก 13 วันโดยประมาณ",
    ],
    [
      "uk",
      "через 1 хвилину|через 2 хвилини|через 5 хвилин|приблизно через 10 хвилин|приблизно через 1,5 години|приблизно через 2 години|приблизно через 2,5 години|приблизно через 5 годин|приблизно через 31 годину|завтра|приблизно через 2 дні|приблизно через 13 днів",
    ],
    [
      "zh-Hans",
      "1分钟后|2分钟后|5分钟后|约10分钟后|约1.5小时后|约2小时后|约2.5小时后|约5小时后|约31小时后|明天|约2天后|约13天后",
    ],
    [
      "zh-Hant",
      "1分鐘後|2分鐘後|5分鐘後|約10分鐘後|約1.5小時後|約2小時後|約2.5小時後|約5小時後|約31小時後|明天|約2天後|約13天後",
    ],
  ])("in %s", (tag, words) => {
    expect(amounts.map((minutes) => ahead(minutes, localeOf(tag)))).toEqual(words.split("|"));
  });

  it("by the visitor's own region, in the page's digits", () => {
    const inRegion = (tag: string, region: string) =>
      relativeTime(new Date(evening + 5 * hour * 60_000), evening, localeOf(tag), [region]);
    expect(inRegion("ar", "ar-EG")).toBe("خلال 5 ساعات تقريبًا");
    expect(inRegion("fa", "fa-u-nu-latn")).toBe("حدود ۵ ساعت بعد");
  });

  it.each(each)("whatever it is, before and after: %s", (tag, locale) => {
    const { word, place } = locale.about;
    const numbers = new Intl.NumberFormat(formattingTag(locale, []));
    const amounts = [...exact, ...rounded];
    for (const [say, now] of [
      [ahead, evening],
      [ago, morning],
    ] as const) {
      const all = amounts.map((minutes) => say(minutes, locale, now) ?? "undefined");
      expect(new Set(all).size).toBe(all.length);
      for (const [index, words] of all.entries()) {
        const minutes = amounts[index] ?? 0;
        const isExact = minutes < 10;
        expect(words).not.toMatch(/undefined|null|NaN|[()[\]{}]|^\s|\s$|\s\s/);
        if (/^(ja|zh)/.test(tag)) expect(words).not.toMatch(/\s/);
        const unit = minutes < 90 ? minute : minutes < 37 * hour ? hour : day;
        const number = numbers.format(minutes / unit);
        const digits = words.match(/\p{Nd}+(\D\p{Nd}+)?/u)?.[0];
        // Only one and two have words of their own, and only in these languages.
        if (digits || !["ar", "he"].includes(tag) || minutes / unit > 2) expect(digits).toBe(number);
        if (isExact) expect(words).not.toContain(word.trim());
        else if (place === "before") expect(words.split(word)).toEqual(["", expect.stringMatching(/./)]);
        else if (place === "after") expect(words.split(word)).toEqual([expect.stringMatching(/./), ""]);
        else if (digits) expect(words.split(word)[1]).toMatch(new RegExp(`^${number}`));
        if (!isExact && digits) expect(words.split(word).length).toBe(2);
      }
    }
  });
});
