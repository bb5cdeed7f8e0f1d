import type { CompleteLocale } from "./locale.ts";

export const ar: CompleteLocale = {
  tag: "ar",
  direction: "rtl",
  about: { word: " تقريبًا", place: "after" },
  strings: {
    title: "الموقع قيد الصيانة",
    message: "نجري حاليًا أعمال صيانة مجدولة لتحسين خدماتنا. سنعود إلى العمل قريبًا.",
    expectedReturn: "موعد العودة المتوقع",
    needHelp: "هل تحتاجون إلى مساعدة؟",
    thanks: "شكرًا لكم على صبركم.",
    overdue: "يستغرق الأمر وقتًا أطول من المتوقع. لا نزال نعمل على إنجازه.",
    backTitle: "لقد عدنا",
    opening: "جارٍ فتح الصفحة…",
    reload: "يمكنكم إعادة تحميل هذه الصفحة لمعرفة ما إذا كنا قد عدنا.",
    leaveOpen: "يمكنكم ترك هذه الصفحة مفتوحة. سيُعاد تحميلها تلقائيًا عند عودتنا.",
    unreachable: "يتعذر الاتصال بالموقع حاليًا. ستواصل هذه الصفحة المحاولة.",
    updated: "تم التحديث {time}",
    updatedNow: "تم التحديث للتو",
    changed: "تحديث:",
    noReturnKnown: "موعد العودة غير معروف.",
  },
  unsaved: "لم نستلم ما أرسلتموه. يمكنكم الرجوع إلى ما كتبتموه وإرساله لاحقًا.",
};
