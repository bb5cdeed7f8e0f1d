import { ar as locale } from "../../locales/ar.ts";
import type { EditorTexts } from "./english.ts";

/**
 * What may be written from left to right, such as a name or an address, apart from the sentence around it: else the
 * punctuation beside it would change sides. @see https://www.unicode.org/reports/tr9/
 */
const apart = (text: string): string => `\u2068${text}\u2069`;

const names = {
  title: "العنوان",
  message: "الرسالة",
  expectedReturn: locale.strings.expectedReturn,
  contactEmail: "البريد الإلكتروني للتواصل",
  language: "لغة هذا النص",
  translations: "الترجمات",
};

/** Everything that the editor says, in Arabic. */
export const arabic: EditorTexts = {
  locale,
  product: "Backsoon",
  editor: "المحرر",
  heading: "الإشعار الذي يراه الزوار",
  close: "إغلاق",
  loading: "جارٍ فتح الإشعار…",
  justNow: "قبل لحظات",
  comma: "، ",
  inPlace: (place) => `بتوقيت ${apart(place)}`,
  language: "لغة المحرر",
  name: names,
  count: (count, max) => `${count} من ${max}`,

  session: {
    heading: "تسجيل الدخول",
    byLink: "فتحتم رابطًا لتسجيل الدخول. يصلح هذا الرابط لمرة واحدة.",
    useLink: "تسجيل الدخول بهذا الرابط",
    signedInHere: (name) => `دخولكم مسجل هنا باسم ${apart(name)}: عند استخدام الرابط يُسجَّل خروجكم أولًا.`,
    anotherWay: "تسجيل الدخول بطريقة أخرى",
    byToken: "ألصقوا رمز الدخول الخاص بكم (يبدأ بـ \u2068bsn_\u2069) أو رابطًا.",
    token: "رمز الدخول",
    noLink: "اطلبوا رابطًا جديدًا ممن دعاكم.",
    linkFailed: "استُخدم هذا الرابط من قبل، أو انتهت صلاحيته، أو هو غير كامل.",
    tokenFailed: "لم يُقبل رمز الدخول هذا. ألصقوه كاملًا، أو اطلبوا رمزًا جديدًا: ربما انتهت صلاحيته.",
    signOut: "تسجيل الخروج",
    unpublished: "يحتفظ هذا المتصفح بنصوص لم تُنشر.",
    deleteDrafts: "حذفها وتسجيل الخروج",
    keepDrafts: "الاحتفاظ بها وتسجيل الخروج",
    notSignedOut: "تعذر تسجيل الخروج، وما زال دخولكم مسجلًا.",
    tryAgain: "إعادة المحاولة",
    signedOut: "سُجّل خروجكم.",
    signedInAs: (name) => `سُجّل دخولكم باسم ${apart(name)}`,
    locked: "فقد هذا المتصفح مفتاح تسجيل دخولكم. سجّلوا الدخول من جديد.",
    again: "سُجّل خروجكم، لكن ما كتبتموه ما زال هنا. افتحوا رابطًا جديدًا في علامة تبويب أخرى.",
  },

  lines: {
    more: (count) => `عرض المزيد (${count})`,
    fewer: "عرض أقل",
  },

  app: {
    purpose: "لا يرى الزوار هذا الإشعار إلا أثناء توقف التطبيق. النشر لا يوقف التطبيق.",
    answers: (host) => `التطبيق يعمل على ${apart(host)}.`,
    notice: (host) => `يرى زوار ${apart(host)} الإشعار الآن: ${apart("Backsoon")} هو الذي يستجيب هناك.`,
    unknown: (host) => `لا يُعرف ما إذا كان التطبيق يعمل${host ? ` على ${apart(host)}` : ""}.`,
  },

  switch: {
    app: "يرى الزوار التطبيق",
    notice: (since) => `يرى الزوار الإشعار${since ? ` منذ ${apart(since)}` : ""}`,
    show: (host) => `نشره وإظهاره الآن${host ? ` على ${apart(host)}` : " للزوار"}`,
    back: "إعادة إظهار التطبيق",
  },

  invite: {
    open: "دعوة",
    explain: "تنشئون هنا رابطًا يسجّل دخول شخص واحد. يمكن لهذا الشخص القراءة والنشر.",
    name: "الاسم",
    make: "إنشاء الرابط",
    link: "الرابط",
    pass: (name, end) => `أرسلوا هذا الرابط إلى ${apart(name)} دون غيره. يصلح لمرة واحدة، حتى ${apart(end)}.`,
    onlyHere: "لا يعمل هذا الرابط إلا على هذا الحاسوب: ليس للمحرر عنوان عام.",
  },

  live: {
    now: (revision) => `الإصدار ${revision}`,
    seen: { answers: "يراه الزوار عندما يتوقف تطبيقكم.", notice: "يرى الزوار الإشعار الآن." },
    by: (author, age) => `${apart(author)}، ${age}`,
  },

  words: {
    heading: "النصوص",
    own: "الإشعار",
    more: "المزيد:",
    contactEmail: (address) => `${apart(address)} عنوان توضيحي لا يقرأ رسائله أحد.`,
    noLanguage: "غير محددة",
  },

  expectedReturn: {
    amounts: { 30: "+30 دقيقة", 60: "+ساعة", 120: "+ساعتين" },
    pick: "وقت آخر",
    date: "التاريخ",
    clock: "الساعة",
    zone: "المنطقة الزمنية",
    words: "بكلماتكم الخاصة.",
    farAhead: "هذا بعد أكثر من أربعة عشر يومًا: تحققوا من صحة التاريخ.",
    notShortly: "تقول رسالة الصفحة الجاهزة إن العودة ستكون «قريبًا»: اكتبوا رسالتكم الخاصة.",
    asWritten: "النشر كما هو مكتوب",
    refused: {
      form: `اكتبوا الوقت بصيغة ${apart("+90m")} أو ${apart("22:30")} أو ${apart("tomorrow 9:00")} أو ${apart("2026-11-29 14:00 Europe/Berlin")}.`,
      impossible: "لا وجود لهذا الوقت: صححوا التاريخ أو الساعة.",
      passed: (age) => `كان ذلك ${age}: اكتبوا وقتًا في المستقبل.`,
      clocksChange: (readings) => `وقت ملتبس لتغيّر الساعة: اكتبوا ${readings.map(apart).join(" أو ")}.`,
    },
  },

  markup: (found) => `سيرى الزوار ${apart(found)} كما هو مكتوب: اكتبوا نصًا عاديًا. تبقى الأسطر الجديدة.`,

  fault: {
    empty: {
      contactEmail: (name) => `حقل «${name}» فارغ: اكتبوا عنوان بريد إلكتروني تُقرأ رسائله.`,
      other: (name) => `حقل «${name}» فارغ: اكتبوا فيه نصًا.`,
      translated: (name, language) => `حقل «${name}» فارغ: اكتبوا نصًا، أو احذفوا الترجمة إلى ${language}.`,
    },
    long: (name) => `النص في حقل «${name}» أطول من الحد المسموح: اختصروه.`,
    badCharacter: (name, code) => `في حقل «${name}» حرف لا يمكن عرضه (${apart(code)}): احذفوه.`,
    contactEmail: (name, meant) =>
      `عنوان «${name}» غير صالح: اكتبوا ${meant ? apart(meant) : `عنوانًا مثل ${apart("help@shop.example")}`}.`,
    time: (name, language) => `في حقل «${name}» وقت: اكتبوا نصًا، أو احذفوا الترجمة إلى ${language}.`,
    ownLanguage: (language) => `لغة الإشعار نفسه هي ${language}: احذفوا هذه الترجمة.`,
    other: (name) => `ما في «${name}» لا يناسب بقية الإشعار: أعيدوا كتابته.`,
  },

  languages: {
    label: "اللغات",
    add: "إضافة لغة",
    mark: { faulty: "بحاجة إلى تصحيح", blank: "ما زالت فارغة", outdated: "قديمة" },
    nothing: "اكتبوا أولًا عنوانًا أو رسالة خاصة بكم: نصوص الصفحة الجاهزة تُترجَم تلقائيًا.",
    outdated: (languages) => `هل ما زالت الترجمة مناسبة (${languages})؟ اختاروا قبل النشر.`,
    keep: "الإبقاء عليها كما هي",
    drop: "حذفها",
    remove: (language) => `حذف الترجمة إلى ${language}`,
  },

  drafts: {
    unsaved: "غير منشور",
    discard: "تجاهل التعديلات",
    back: (age) => `عادت مسودتكم غير المكتملة التي حُفظت ${age}.`,
    offer: (age) => `في هذا المتصفح مسودة غير مكتملة حُفظت ${age}.`,
    unreadable: "في هذا المتصفح مسودة يتعذر فتحها هنا. يمكنكم نسخ نصها.",
    goOn: "متابعة المسودة",
    forget: "حذف المسودة",
    itsText: "نص المسودة",
    notKept: "لا يستطيع هذا المتصفح حفظ المسودات. يضيع ما تكتبونه إذا أغلقتم الصفحة.",
  },

  copy: {
    copy: "نسخ",
    done: "تم النسخ.",
    byHand: "لا يسمح هذا المتصفح للصفحة بالنسخ. النص محدد: انسخوه بأنفسكم.",
  },

  failure: {
    heading: "حدث خطأ في المحرر",
    happened: "لا تستطيع هذه الصفحة المتابعة. لا يتأثر الزوار.",
    kept: "ما كتبتموه محفوظ في هذا المتصفح. انسخوه احتياطًا:",
    reload: "إعادة تحميل الصفحة",
    startWithout: "البدء من دون هذه المسودة",
    forReport: "تفاصيل للإبلاغ عن هذا الخطأ",
  },

  proposals: {
    label: "ترجمات نموذج المحادثة",
    usage: (count, limit) => `${count} من ${limit} اليوم`,
    limitReached: "نفدت طلبات اليوم إلى نموذج المحادثة، وتتجدد بعد منتصف الليل (UTC).",
    translate: "ترجمة",
    translateAll: "ترجمة الكل",
    undo: "تراجع عن الترجمة",
    asking: (languages) => `جارٍ سؤال نموذج المحادثة: ${languages}.`,
    filled: (languages) => `ملأها نموذج المحادثة: ${languages}. اقرؤوها قبل النشر.`,
    outdated: (languages) => `لم تُملأ لأن الإشعار تغيّر منذ الطلب: ${languages}.`,
    failed: (languages) => `لم تُترجم: ${languages}.`,
  },

  trouble: {
    stopped: "المحرر لا يستجيب: شغّلوه من جديد، أو تحققوا من اتصال SSH.",
    offline: "لا يوجد اتصال بالإنترنت. تتابع هذه الصفحة عملها تلقائيًا عند عودة الاتصال.",
    unreachable: "يتعذر الاتصال بالمحرر. تتابع هذه الصفحة عملها تلقائيًا عندما يستجيب.",
    kept: "ما كتبتموه محفوظ في هذا المتصفح.",
    visitors: "لا يتأثر الزوار.",
    store: "يتعذر حاليًا استخدام مخزن الإصدارات. ما زال الزوار يرون آخر إشعار سليم.",
    other: "لم تنجح العملية. أعيدوا المحاولة. وإذا لم تنجح مجددًا، فراجعوا سجل تشغيل المحرر.",
    readOnly: "يمكنكم القراءة دون النشر. اطلبوا رابطًا آخر ممن دعاكم.",
    overdue: (age) => `انقضى موعد العودة المتوقع ${age}: تقول الصفحة إن الأمر يستغرق وقتًا أطول.`,
    leftOver: "هل بقي هذا الإشعار من توقف سابق؟",
    firstUse: "هذا هو الإشعار الجاهز. اكتبوا ما الذي يحدث، ومتى ستعودون.",
  },

  publish: {
    review: "مراجعة ونشر",
    shortcut: (isMac) => apart(`${isMac ? "⌘" : "Ctrl"}+Enter`),
    heading: "ما سيتغير لدى الزوار",
    publish: "نشر",
    nothing: "لم يتغير شيء.",
    faulty: "يجب أولًا تصحيح ما يلي:",
    done: (revision) => `نُشر الإصدار ${revision}.`,
    onNodes: (revision, shown) => `نُشر الإصدار ${revision}. الخوادم التي تعرضه: ${apart(shown)}.`,
    noNode: (revision) => `نُشر الإصدار ${revision}، ولا يعمل أي خادم حاليًا.`,
    undo: "تراجع",
    overtaken: (own, live) => `نُشر الإصدار ${own}، لكن حلّ محله الإصدار ${live}.`,
    again: (of) => `يعيد ما كان في الإصدار ${of}.`,
    unsure: "لا يُعرف بعد ما إذا كان هذا قد نُشر. أعيدوا المحاولة لمعرفة ذلك: لا يمكن أن يُنشر مرتين.",
    headingAgain: (revision) => `نشر الإصدار ${revision} من جديد: ما سيتغير لدى الزوار`,
    lost: (languages) => `ستُحذف ترجمات النصوص التي لم تعد موجودة (${languages}).`,
  },

  difference: {
    removed: "حُذف:",
    added: "أُضيف:",
    of: (field, language) => `${field} (${apart(language)})`,
  },

  preview: {
    heading: "الصفحة",
    desk: "حاسوب",
    dark: "داكن",
    phase: "المرحلة",
    phases: { now: "الآن", overdue: "تأخر العودة", back: locale.strings.backTitle },
    without: (names) => `مسودتكم، ما عدا ما يجب تصحيحه أولًا: ${names}`,
    late: "الصفحة بطيئة الآن. قد يكون ما ترونه هنا أقدم مما كتبتموه.",
    cutOff: "الصفحة كما كانت. لا تعرض حاليًا آخر ما كتبتموه.",
    failed: "تعذر عرض الصفحة. ستُعاد المحاولة عند تعديلكم التالي.",
  },

  history: {
    heading: "السجل",
    overtaken: (live) => `لم يُنشر شيء: سبقكم الإصدار ${live}. هذا ما سيتغير.`,
    older: "إصدارات أقدم",
    live: "منشور",
    changed: (author, names) => `${apart(author)}: تعديل ${names}`,
    unchanged: (author) => `${apart(author)}: إعادة النشر دون تعديل`,
    sameAs: (revision) => `مطابق للإصدار ${revision}`,
    damaged: (author, reason) => `${apart(author)}: تالف، ${reason}`,
    again: "نشره من جديد",
  },

  conflict: {
    line: (revision) => `الإصدار ${revision} أحدث من مسودتكم.`,
    look: "مقارنة النسختين",
    heading: "تغيّر الإشعار في هذه الأثناء",
    explain: "اختاروا لكل جزء ما يُنشر. لا يضيع شيء مما كتبتموه.",
    mine: "نسختي",
    theirs: (author) => `النسخة المنشورة${author ? ` (${apart(author)})` : ""}`,
    open: (names) => `بقي أن تختاروا: ${names}.`,
    merge: "متابعة",
  },
};
