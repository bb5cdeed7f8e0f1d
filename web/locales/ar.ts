import type { Locale } from "./locale.ts";

export const ar: Locale = {
  tag: "ar",
  direction: "rtl",
  strings: {
    title: "الموقع قيد الصيانة",
    message: "نجري حاليًا أعمال صيانة مجدولة لتحسين خدماتنا. سنعود إلى العمل قريبًا.",
    expectedReturn: "موعد العودة المتوقع",
    needHelp: "هل تحتاج إلى مساعدة؟",
    thanks: "شكرًا لصبركم.",
    overdue: "يستغرق الأمر وقتًا أطول من المتوقع. نحن نعمل على ذلك.",
    back: "لقد عدنا. سيُعاد تحميل هذه الصفحة بعد لحظات.",
    about: "حوالي ",
  },
};
