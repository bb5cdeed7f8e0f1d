import type { ProposalTexts } from "./proposals-in-english.ts";

const numbers = new Intl.NumberFormat("ar");
const times = new Intl.PluralRules("ar");

/** What is said of proposals, in Arabic. */
export const proposalsInArabic: ProposalTexts = {
  label: "مقترحات نموذج المحادثة",
  usage: (count, limit) => `${numbers.format(count)} من ${numbers.format(limit)} اليوم`,
  limitReached:
    "نفدت طلبات اليوم إلى نموذج المحادثة، وتتجدد بعد منتصف الليل بالتوقيت العالمي المنسق (UTC). كل ما عدا ذلك يعمل.",
  translate: "ترجمة",
  translateAll: "ترجمة الكل",
  cancel: "إلغاء",
  state: {
    waiting: "في الانتظار",
    asking: "جارٍ الطلب…",
    proposed: "مقترحة",
    failed: "فشلت",
    cancelled: "أُلغيت",
    taken: "اعتُمدت",
    left: "تُركت",
  },
  line: (name, state) => `${name}: ${state}`,
  paidOnce: "اطلبوا مرة أخرى: إذا كان هناك رد في الطريق فلن يُحسب مرتين.",
  heading: "المقترح",
  explain: "كتب هذا النص نموذج لغوي. لا يراه الزوار إلا بعد أن تعتمدوه وتنشروه.",
  changed: "تغيّر الإشعار منذ هذا الطلب. تحققوا من أن المقترح ما زال مناسبًا.",
  hints: (count) => {
    switch (times.select(count)) {
      case "one":
        return "ملاحظة واحدة";
      case "two":
        return "ملاحظتان";
      case "few":
        return `${numbers.format(count)} ملاحظات`;
      default:
        return `${numbers.format(count)} ملاحظة`;
    }
  },
  take: (name) => `اعتماد: ${name}`,
  leave: (name) => `ترك: ${name}`,
  putBack: (name) => `استعادة نصي السابق: ${name}`,
  taken: "اعتُمد المقترح، وهو الآن في مسودتكم.",
  left: "تُرك المقترح: يبقى نص مسودتكم كما هو.",
  takeAll: "اعتماد الكل",
  close: "إغلاق المقترح",
  see: (language) => `عرض: ${language}`,
};
