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
    [88, "in about 1½ hours"],
    [90, "in about 1½ hours"],
    [110, "in about 2 hours"],
    [140, "in about 2½ hours"],
    [164, "in about 2½ hours"],
    [165, "in about 3 hours"],
    [200, "in about 3 hours"],
    [11.9 * hour, "in about 12 hours"],
    [31 * hour, "in about 31 hours"],
    [36.4 * hour, "in about 36 hours"],
    [36.6 * hour, "in about 2 days"],
    [2.6 * day, "in about 3 days"],
    [14.4 * day, "in about 14 days"],
    [14.6 * day, "in about 2 weeks"],
    [21 * day, "in about 3 weeks"],
    [59 * day, "in about 8 weeks"],
    [60 * day, "in about 2 months"],
    [714 * day, "in about 23 months"],
    [715 * day, "in about 2 years"],
    [36_524 * day, "in about 100 years"],
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
    const look = (minutes: number): void => {
      // The time is fixed, and the clock goes on.
      const words = relativeTime(new Date(evening), evening - minutes * 60_000, english);
      if (words !== said.at(-1)) said.push(words);
    };
    // Words change at quarters of an hour, and far ahead at quarters of a day: each is seen from both sides.
    for (let minutes = 800 * day; minutes > 3 * hour; minutes -= minutes > 20 * day ? 6 * hour : 15)
      for (const moment of [minutes + 1, minutes, minutes - 1]) look(moment);
    for (let minutes = 3 * hour; minutes >= 0; minutes -= 1) look(minutes);
    const lengths: Record<string, number> = {
      ...{ minute, hour, day, week: 7 * day },
      ...{ month: 30.44 * day, year: 365.25 * day },
    };
    const inMinutes = (words: string): number => {
      if (words === "tomorrow") return 44 * hour;
      const [, count, unit] = /([\d.]+) ([a-z]+?)s?$/.exec(words.replace("½", ".5")) ?? [];
      return Number(count) * (lengths[unit ?? ""] ?? Number.NaN);
    };
    expect(said.map(inMinutes)).toEqual(said.map(inMinutes).sort((a, b) => b - a));
    expect(new Set(said).size).toBe(said.length);
    expect(said[0]).toBe("in about 2 years");
    expect(said.at(-1)).toBe("in 1 minute");
  });
});

describe("a time gone by", () => {
  it.each([
    [-5, "1 minute ago"],
    [0.9, "1 minute ago"],
    [1, "1 minute ago"],
    [5, "5 minutes ago"],
    [12, "about 10 minutes ago"],
    [100, "about 1½ hours ago"],
    [11 * hour, "about 11 hours ago"],
    [21 * hour, "yesterday"],
    [15 * day, "about 2 weeks ago"],
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
    ["th", "ประมาณ 40 นาทีที่ผ่านมา", "ประมาณ 2 ชั่วโมงที่ผ่านมา"],
    ["id", "sekitar 40 menit yang lalu", "sekitar 2 jam yang lalu"],
    ["ms", "kira-kira 40 minit lalu", "kira-kira 2 jam lalu"],
  ])("reads well in %s", (tag, minutes, hours) => {
    expect([ago(40, localeOf(tag)), ago(2 * hour, localeOf(tag))]).toEqual([minutes, hours]);
  });

  it("is yesterday in the form that follows a vowel in Ukrainian", () => {
    expect(ago(21 * hour, localeOf("uk"))).toBe("вчора");
  });
});

describe("a time ahead reads well", () => {
  const amounts = [1, 2, 5, 12, 90, 2 * hour, 150, 5 * hour, 31 * hour, 13 * hour, 2 * day, 13 * day];
  it.each([
    [
      "am",
      "ከ1 ደቂቃ በኋላ|ከ2 ደቂቃዎች በኋላ|ከ5 ደቂቃዎች በኋላ|በግምት ከ10 ደቂቃዎች በኋላ|በግምት ከአንድ ሰዓት ተኩል በኋላ|በግምት ከ2 ሰዓቶች በኋላ|በግምት ከሁለት ሰዓት ተኩል በኋላ|በግምት ከ5 ሰዓቶች በኋላ|በግምት ከ31 ሰዓቶች በኋላ|ነገ|በግምት ከ2 ቀናት በኋላ|በግምት ከ13 ቀናት በኋላ",
    ],
    [
      "ar",
      "بعد دقيقة واحدة|بعد دقيقتين|بعد 5 دقائق|بعد 10 دقائق تقريبًا|بعد ساعة ونصف تقريبًا|بعد ساعتين تقريبًا|بعد ساعتين ونصف تقريبًا|بعد 5 ساعات تقريبًا|بعد 31 ساعة تقريبًا|غدًا|بعد يومين تقريبًا|بعد 13 يومًا تقريبًا",
    ],
    [
      "bn",
      "১ মিনিট পরে|২ মিনিট পরে|৫ মিনিট পরে|প্রায় ১০ মিনিট পরে|প্রায় দেড় ঘণ্টা পরে|প্রায় ২ ঘণ্টা পরে|প্রায় আড়াই ঘণ্টা পরে|প্রায় ৫ ঘণ্টা পরে|প্রায় ৩১ ঘণ্টা পরে|আগামীকাল|প্রায় ২ দিন পরে|প্রায় ১৩ দিন পরে",
    ],
    [
      "cs",
      "za 1 minutu|za 2 minuty|za 5 minut|přibližně za 10 minut|přibližně za hodinu a půl|přibližně za 2 hodiny|přibližně za 2,5 hodiny|přibližně za 5 hodin|přibližně za 31 hodin|zítra|přibližně za 2 dny|přibližně za 13 dní",
    ],
    [
      "de",
      "in 1 Minute|in 2 Minuten|in 5 Minuten|in etwa 10 Minuten|in etwa 1½ Stunden|in etwa 2 Stunden|in etwa 2½ Stunden|in etwa 5 Stunden|in etwa 31 Stunden|morgen|in etwa 2 Tagen|in etwa 13 Tagen",
    ],
    [
      "fa",
      "۱ دقیقه دیگر|۲ دقیقه دیگر|۵ دقیقه دیگر|حدود ۱۰ دقیقه دیگر|حدود یک ساعت و نیم دیگر|حدود ۲ ساعت دیگر|حدود دو ساعت و نیم دیگر|حدود ۵ ساعت دیگر|حدود ۳۱ ساعت دیگر|فردا|حدود ۲ روز دیگر|حدود ۱۳ روز دیگر",
    ],
    [
      "fi",
      "1 minuutin päästä|2 minuutin päästä|5 minuutin päästä|noin 10 minuutin päästä|noin puolentoista tunnin päästä|noin 2 tunnin päästä|noin 2½ tunnin päästä|noin 5 tunnin päästä|noin 31 tunnin päästä|huomenna|noin 2 päivän päästä|noin 13 päivän päästä",
    ],
    [
      "fil",
      "pagkalipas ng 1 minuto|pagkalipas ng 2 minuto|pagkalipas ng 5 minuto|pagkalipas ng mga 10 minuto|pagkalipas ng mga isa’t kalahating oras|pagkalipas ng mga 2 oras|pagkalipas ng mga dalawa’t kalahating oras|pagkalipas ng mga 5 oras|pagkalipas ng mga 31 oras|bukas|pagkalipas ng mga 2 araw|pagkalipas ng mga 13 araw",
    ],
    [
      "fr",
      "dans 1 minute|dans 2 minutes|dans 5 minutes|dans environ 10 minutes|dans environ 1\u00a0h\u00a030|dans environ 2 heures|dans environ 2\u00a0h\u00a030|dans environ 5 heures|dans environ 31 heures|demain|dans environ 2 jours|dans environ 13 jours",
    ],
    [
      "gu",
      "1 મિનિટ પછી|2 મિનિટ પછી|5 મિનિટ પછી|લગભગ 10 મિનિટ પછી|લગભગ દોઢ કલાક પછી|લગભગ 2 કલાક પછી|લગભગ અઢી કલાક પછી|લગભગ 5 કલાક પછી|લગભગ 31 કલાક પછી|આવતીકાલે|લગભગ 2 દિવસ પછી|લગભગ 13 દિવસ પછી",
    ],
    [
      "he",
      "בעוד דקה|בעוד 2 דקות|בעוד 5 דקות|בעוד כ-10 דקות|בעוד כשעה וחצי|בעוד כשעתיים|בעוד כשעתיים וחצי|בעוד כ-5 שעות|בעוד כ-31 שעות|מחר|בעוד כיומיים|בעוד כ-13 ימים",
    ],
    [
      "hi",
      "1 मिनट में|2 मिनट में|5 मिनट में|लगभग 10 मिनट में|लगभग डेढ़ घंटे में|लगभग 2 घंटे में|लगभग ढाई घंटे में|लगभग 5 घंटे में|लगभग 31 घंटे में|कल|लगभग 2 दिन में|लगभग 13 दिन में",
    ],
    [
      "ja",
      "1分後|2分後|5分後|約10分後|約1時間半後|約2時間後|約2時間半後|約5時間後|約31時間後|明日|約2日後|約13日後",
    ],
    [
      "ko",
      "1분 후|2분 후|5분 후|약 10분 후|약 1시간 반 후|약 2시간 후|약 2시간 반 후|약 5시간 후|약 31시간 후|내일|약 2일 후|약 13일 후",
    ],
    [
      "lt",
      "po 1 minutės|po 2 minučių|po 5 minučių|maždaug po 10 minučių|maždaug po pusantros valandos|maždaug po 2 valandų|maždaug po 2,5 valandos|maždaug po 5 valandų|maždaug po 31 valandos|rytoj|maždaug po 2 dienų|maždaug po 13 dienų",
    ],
    [
      "mr",
      "१ मिनिटाने|२ मिनिटांनी|५ मिनिटांनी|सुमारे १० मिनिटांनी|सुमारे दीड तासाने|सुमारे २ तासांनी|सुमारे अडीच तासांनी|सुमारे ५ तासांनी|सुमारे ३१ तासांनी|उद्या|सुमारे २ दिवसांनी|सुमारे १३ दिवसांनी",
    ],
    [
      "nb",
      "om 1 minutt|om 2 minutter|om 5 minutter|om cirka 10 minutter|om cirka halvannen time|om cirka 2 timer|om cirka 2½ time|om cirka 5 timer|om cirka 31 timer|i morgen|om cirka 2 dager|om cirka 13 dager",
    ],
    [
      "pl",
      "za 1 minutę|za 2 minuty|za 5 minut|mniej więcej za 10 minut|mniej więcej za półtorej godziny|mniej więcej za 2 godziny|mniej więcej za dwie i pół godziny|mniej więcej za 5 godzin|mniej więcej za 31 godzin|jutro|mniej więcej za 2 dni|mniej więcej za 13 dni",
    ],
    [
      "pt-BR",
      "em 1 minuto|em 2 minutos|em 5 minutos|em cerca de 10 minutos|em cerca de uma hora e meia|em cerca de 2 horas|em cerca de duas horas e meia|em cerca de 5 horas|em cerca de 31 horas|amanhã|em cerca de 2 dias|em cerca de 13 dias",
    ],
    [
      "pt-PT",
      "dentro de 1 minuto|dentro de 2 minutos|dentro de 5 minutos|dentro de cerca de 10 minutos|dentro de cerca de uma hora e meia|dentro de cerca de 2 horas|dentro de cerca de duas horas e meia|dentro de cerca de 5 horas|dentro de cerca de 31 horas|amanhã|dentro de cerca de 2 dias|dentro de cerca de 13 dias",
    ],
    [
      "ru",
      "через 1 минуту|через 2 минуты|через 5 минут|примерно через 10 минут|примерно через полтора часа|примерно через 2 часа|примерно через два с половиной часа|примерно через 5 часов|примерно через 31 час|завтра|примерно через 2 дня|примерно через 13 дней",
    ],
    [
      "sl",
      "čez 1 minuto|čez 2 minuti|čez 5 minut|čez približno 10 minut|čez približno uro in pol|čez približno 2 uri|čez približno dve uri in pol|čez približno 5 ur|čez približno 31 ur|jutri|čez približno 2 dneva|čez približno 13 dni",
    ],
    [
      "sw",
      "baada ya dakika 1|baada ya dakika 2|baada ya dakika 5|baada ya takriban dakika 10|baada ya takriban saa moja na nusu|baada ya takriban saa 2|baada ya takriban saa mbili na nusu|baada ya takriban saa 5|baada ya takriban saa 31|kesho|baada ya takriban siku 2|baada ya takriban siku 13",
    ],
    [
      "th",
      "ในอีก 1 นาที|ในอีก 2 นาที|ในอีก 5 นาที|ในอีกประมาณ 10 นาที|ในอีกประมาณ 1 ชั่วโมงครึ่ง|ในอีกประมาณ 2 ชั่วโมง|ในอีกประมาณ 2 ชั่วโมงครึ่ง|ในอีกประมาณ 5 ชั่วโมง|ในอีกประมาณ 31 ชั่วโมง|พรุ่งนี้|ในอีกประมาณ 2 วัน|ในอีกประมาณ 13 วัน",
    ],
    [
      "tr",
      "1 dakika sonra|2 dakika sonra|5 dakika sonra|yaklaşık 10 dakika sonra|yaklaşık bir buçuk saat sonra|yaklaşık 2 saat sonra|yaklaşık iki buçuk saat sonra|yaklaşık 5 saat sonra|yaklaşık 31 saat sonra|yarın|yaklaşık 2 gün sonra|yaklaşık 13 gün sonra",
    ],
    [
      "uk",
      "через 1 хвилину|через 2 хвилини|через 5 хвилин|приблизно через 10 хвилин|приблизно через півтори години|приблизно через 2 години|приблизно через дві з половиною години|приблизно через 5 годин|приблизно через 31 годину|завтра|приблизно через 2 дні|приблизно через 13 днів",
    ],
    [
      "ur",
      "1 منٹ میں|2 منٹ میں|5 منٹ میں|تقریباً 10 منٹ میں|تقریباً ڈیڑھ گھنٹے میں|تقریباً 2 گھنٹے میں|تقریباً ڈھائی گھنٹے میں|تقریباً 5 گھنٹے میں|تقریباً 31 گھنٹے میں|کل|تقریباً 2 دن میں|تقریباً 13 دن میں",
    ],
    [
      "vi",
      "sau 1 phút nữa|sau 2 phút nữa|sau 5 phút nữa|sau khoảng 10 phút nữa|sau khoảng 1 tiếng rưỡi nữa|sau khoảng 2 giờ nữa|sau khoảng 2 tiếng rưỡi nữa|sau khoảng 5 giờ nữa|sau khoảng 31 giờ nữa|ngày mai|sau khoảng 2 ngày nữa|sau khoảng 13 ngày nữa",
    ],
    [
      "zh-Hans",
      "1分钟后|2分钟后|5分钟后|约10分钟后|约1个半小时后|约2小时后|约2个半小时后|约5小时后|约31小时后|明天|约2天后|约13天后",
    ],
    [
      "zh-Hant",
      "1分鐘後|2分鐘後|5分鐘後|約10分鐘後|約1個半小時後|約2小時後|約2個半小時後|約5小時後|約31小時後|明天|約2天後|約13天後",
    ],
  ])("in %s", (tag, words) => {
    expect(amounts.map((minutes) => ahead(minutes, localeOf(tag)))).toEqual(words.split("|"));
  });

  it.each([
    ["en", "in about 2½ hours", "about 1½ hours ago"],
    ["am", "በግምት ከሁለት ሰዓት ተኩል በኋላ", "በግምት ከአንድ ሰዓት ተኩል በፊት"],
    ["ar", "بعد ساعتين ونصف تقريبًا", "قبل ساعة ونصف تقريبًا"],
    ["bg", "след около два часа и половина", "преди около час и половина"],
    ["bn", "প্রায় আড়াই ঘণ্টা পরে", "প্রায় দেড় ঘণ্টা আগে"],
    ["ca", "d’aquí a aproximadament dues hores i mitja", "fa aproximadament una hora i mitja"],
    ["cs", "přibližně za 2,5 hodiny", "přibližně před hodinou a půl"],
    ["da", "om cirka 2½ time", "for cirka 1½ time siden"],
    ["de", "in etwa 2½ Stunden", "vor etwa 1½ Stunden"],
    ["el", "σε περίπου δυόμισι ώρες", "πριν από περίπου μιάμιση ώρα"],
    ["es", "dentro de aproximadamente dos horas y media", "hace aproximadamente una hora y media"],
    ["et", "umbes kahe ja poole tunni pärast", "umbes pooleteise tunni eest"],
    ["fa", "حدود دو ساعت و نیم دیگر", "حدود یک ساعت و نیم پیش"],
    ["fi", "noin 2½ tunnin päästä", "noin puolitoista tuntia sitten"],
    ["fil", "pagkalipas ng mga dalawa’t kalahating oras", "mga isa’t kalahating oras ang nakalipas"],
    ["fr", "dans environ 2\u00a0h\u00a030", "il y a environ 1\u00a0h\u00a030"],
    ["gu", "લગભગ અઢી કલાક પછી", "લગભગ દોઢ કલાક પહેલાં"],
    ["he", "בעוד כשעתיים וחצי", "לפני כשעה וחצי"],
    ["hi", "लगभग ढाई घंटे में", "लगभग डेढ़ घंटे पहले"],
    ["hr", "za oko dva i pol sata", "prije oko sat i pol"],
    ["hu", "körülbelül két és fél óra múlva", "körülbelül másfél órával ezelőtt"],
    ["id", "sekitar dua setengah jam lagi", "sekitar satu setengah jam yang lalu"],
    ["it", "tra circa due ore e mezza", "circa un’ora e mezza fa"],
    ["ja", "約2時間半後", "約1時間半前"],
    ["kn", "ಸುಮಾರು ಎರಡೂವರೆ ಗಂಟೆಗಳ ನಂತರ", "ಸುಮಾರು ಒಂದೂವರೆ ಗಂಟೆಯ ಹಿಂದೆ"],
    ["ko", "약 2시간 반 후", "약 1시간 반 전"],
    ["lt", "maždaug po 2,5 valandos", "maždaug prieš pusantros valandos"],
    ["lv", "pēc aptuveni divarpus stundām", "pirms aptuveni pusotras stundas"],
    ["ml", "ഏകദേശം രണ്ടര മണിക്കൂറിന് ശേഷം", "ഏകദേശം ഒന്നര മണിക്കൂർ മുമ്പ്"],
    ["mr", "सुमारे अडीच तासांनी", "सुमारे दीड तासापूर्वी"],
    ["ms", "kira-kira dua setengah jam lagi", "kira-kira satu setengah jam lalu"],
    ["nb", "om cirka 2½ time", "for cirka halvannen time siden"],
    ["nl", "over ongeveer tweeënhalf uur", "ongeveer anderhalf uur geleden"],
    ["pl", "mniej więcej za dwie i pół godziny", "mniej więcej półtorej godziny temu"],
    ["pt-BR", "em cerca de duas horas e meia", "há cerca de uma hora e meia"],
    ["pt-PT", "dentro de cerca de duas horas e meia", "há cerca de uma hora e meia"],
    ["ro", "peste aproximativ două ore și jumătate", "acum aproximativ o oră și jumătate"],
    ["ru", "примерно через два с половиной часа", "примерно полтора часа назад"],
    ["sk", "približne o dva a pol hodiny", "približne pred hodinou a pol"],
    ["sl", "čez približno dve uri in pol", "pred približno uro in pol"],
    ["sr", "за око два и по сата", "пре око сат и по"],
    ["sv", "om ungefär 2½ timme", "för ungefär 1½ timme sedan"],
    ["sw", "baada ya takriban saa mbili na nusu", "takriban saa moja na nusu iliyopita"],
    ["ta", "சுமார் இரண்டரை மணிநேரத்தில்", "சுமார் ஒன்றரை மணிநேரத்திற்கு முன்"],
    ["te", "సుమారు రెండున్నర గంటల్లో", "సుమారు గంటన్నర క్రితం"],
    ["th", "ในอีกประมาณ 2 ชั่วโมงครึ่ง", "ประมาณ 1 ชั่วโมงครึ่งที่ผ่านมา"],
    ["tr", "yaklaşık iki buçuk saat sonra", "yaklaşık bir buçuk saat önce"],
    ["uk", "приблизно через дві з половиною години", "приблизно півтори години тому"],
    ["ur", "تقریباً ڈھائی گھنٹے میں", "تقریباً ڈیڑھ گھنٹے پہلے"],
    ["vi", "sau khoảng 2 tiếng rưỡi nữa", "khoảng 1 tiếng rưỡi trước"],
    ["zh-Hans", "约2个半小时后", "约1个半小时前"],
    ["zh-Hant", "約2個半小時後", "約1個半小時前"],
  ])("with half hours as people say them: %s", (tag, twoAndAHalf, oneAndAHalf) => {
    expect([ahead(150, localeOf(tag)), ago(90, localeOf(tag))]).toEqual([twoAndAHalf, oneAndAHalf]);
  });

  it.each([
    ["am", "በግምት ከ3 ሳምንታት በኋላ", "በግምት ከ7 ወራት በኋላ", "በግምት ከ2 ዓመታት በኋላ", "በግምት ከ2 ዓመታት በፊት"],
    ["bn", "প্রায় ৩ সপ্তাহ পরে", "প্রায় ৭ মাস পরে", "প্রায় ২ বছর পরে", "প্রায় ২ বছর আগে"],
    [
      "fil",
      "pagkalipas ng mga 3 linggo",
      "pagkalipas ng mga 7 buwan",
      "pagkalipas ng mga 2 taon",
      "mga 2 taon ang nakalipas",
    ],
    ["gu", "લગભગ 3 અઠવાડિયા પછી", "લગભગ 7 મહિના પછી", "લગભગ 2 વર્ષ પછી", "લગભગ 2 વર્ષ પહેલાં"],
    ["he", "בעוד כ-3 שבועות", "בעוד כ-7 חודשים", "בעוד כשנתיים", "לפני כשנתיים"],
  ])("in weeks, months and years, too: %s", (tag, weeks, months, years, yearsAgo) => {
    const locale = localeOf(tag);
    const all = [21, 7 * 30.44, 2 * 365.25].map((days) => ahead(days * day, locale));
    expect([...all, ago(2 * 365.25 * day, locale)]).toEqual([weeks, months, years, yearsAgo]);
  });

  it("with half hours by the visitor's own region, whatever its decimal mark is", () => {
    const inRegion = (region: string) =>
      relativeTime(new Date(evening + 90 * 60_000), evening, localeOf("es"), [region]);
    expect(inRegion("es-MX")).toMatch(/ una hora y media$/);
    expect(inRegion("es-AR")).toMatch(/ una hora y media$/);
  });

  it("with half hours by the visitor's own region, whether they are singular or plural there", () => {
    const inRegion = (region: string) =>
      relativeTime(new Date(evening + 90 * 60_000), evening, localeOf("pt-PT"), [region]);
    expect(inRegion("pt-AO")).toBe("dentro de cerca de uma hora e meia");
    expect(inRegion("pt-PT")).toBe("dentro de cerca de uma hora e meia");
  });

  it.each([
    ["id", "1 menit lagi", "sekitar 3 minggu lagi", "sekitar 3 bulan lagi", "sekitar 2 tahun lagi"],
    ["ja", "1分後", "約3週間後", "約3か月後", "約2年後"],
    ["kn", "1 ನಿಮಿಷದ ನಂತರ", "ಸುಮಾರು 3 ವಾರಗಳ ನಂತರ", "ಸುಮಾರು 3 ತಿಂಗಳುಗಳ ನಂತರ", "ಸುಮಾರು 2 ವರ್ಷಗಳ ನಂತರ"],
    ["ml", "1 മിനിറ്റിന് ശേഷം", "ഏകദേശം 3 ആഴ്ചയ്ക്ക് ശേഷം", "ഏകദേശം 3 മാസത്തിന് ശേഷം", "ഏകദേശം 2 വർഷത്തിന് ശേഷം"],
    ["mr", "१ मिनिटाने", "सुमारे ३ आठवड्यांनी", "सुमारे ३ महिन्यांनी", "सुमारे २ वर्षांनी"],
    ["ms", "1 minit lagi", "kira-kira 3 minggu lagi", "kira-kira 3 bulan lagi", "kira-kira 2 tahun lagi"],
  ])("in weeks, months and years, as in minutes: %s", (tag, ...words) => {
    const amounts = [1, 21 * day, 90 * day, 800 * day];
    expect(amounts.map((minutes) => ahead(minutes, localeOf(tag)))).toEqual(words);
  });

  it("by the visitor's own region, in the page's digits", () => {
    const inRegion = (tag: string, region: string) =>
      relativeTime(new Date(evening + 5 * hour * 60_000), evening, localeOf(tag), [region]);
    expect(inRegion("ar", "ar-EG")).toBe("بعد 5 ساعات تقريبًا");
    expect(inRegion("fa", "fa-u-nu-latn")).toBe("حدود ۵ ساعت دیگر");
  });

  it.each(each)("whatever it is, before and after: %s", (tag, locale) => {
    const { word, place, words: own = {} } = locale.about;
    const isMoved = Object.keys(own).some((engines) => engines.includes(word.trim()));
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
        // Only half hours, and in some languages one and two, have words of their own.
        const isHalf = !Number.isInteger(minutes / unit);
        if (!isHalf && (digits || !["ar", "he"].includes(tag) || minutes / unit > 2))
          expect(digits).toBe(number);
        if (isExact) expect(words).not.toContain(word.trim());
        else if (isMoved || isHalf) expect(words).toContain(word.trim().replace(/-$/, ""));
        else if (place === "before") expect(words.split(word)).toEqual(["", expect.stringMatching(/./)]);
        else if (place === "after") expect(words.split(word)).toEqual([expect.stringMatching(/./), ""]);
        else if (digits) expect(words.split(word)[1]).toMatch(new RegExp(`^${number}`));
        if (!isExact && digits && !isHalf) expect(words.split(word).length).toBe(2);
      }
    }
  });
});
