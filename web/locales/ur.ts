import type { CompleteLocale } from "./locale.ts";

export const ur: CompleteLocale = {
  tag: "ur",
  direction: "rtl",
  // A mark of direction: without one, "AM" and the zone stand on the wrong side of the digits.
  dateAndClock: { words: { ":": "\u200e:" } },
  about: {
    word: "تقریباً ",
    place: "number",
    words: { "آئندہ کل": "کل", "گزشتہ کل": "کل", دنوں: "دن", "1½": "ڈیڑھ", "2½": "ڈھائی" },
  },
  strings: {
    title: "دیکھ بھال کا کام جاری ہے",
    message:
      "ہم اپنی خدمات کو بہتر بنانے کے لیے اس وقت طے شدہ دیکھ بھال کا کام کر رہے ہیں۔ ہم جلد ہی دوبارہ آن لائن ہوں گے۔",
    expectedReturn: "بحالی کا متوقع وقت",
    needHelp: "کیا آپ کو مدد چاہیے؟",
    thanks: "صبر و تحمل کے لیے آپ کا شکریہ۔",
    overdue: "اس میں توقع سے زیادہ وقت لگ رہا ہے۔ ہم اس پر کام کر رہے ہیں۔",
    backTitle: "ہم دوبارہ آن لائن ہیں",
    opening: "صفحہ کھل رہا ہے…",
    reload: "ہم دوبارہ آن لائن ہیں یا نہیں، یہ دیکھنے کے لیے اس صفحے کو پھر سے لوڈ کریں۔",
    leaveOpen:
      "آپ اس صفحے کو کھلا چھوڑ سکتے ہیں۔ ہمارے دوبارہ آن لائن ہوتے ہی یہ خود بخود پھر سے لوڈ ہو جائے گا۔",
    unreachable: "اس وقت کنکشن قائم نہیں ہو پا رہا۔ یہ صفحہ مسلسل کوشش کر رہا ہے۔",
    updated: "{time} اپ ڈیٹ کیا گیا",
    updatedNow: "ابھی ابھی اپ ڈیٹ کیا گیا",
    changed: "اپ ڈیٹ:",
    noReturnKnown: "بحالی کا وقت معلوم نہیں ہے۔",
  },
  unsaved:
    "آپ نے جو بھیجا، وہ ہمیں موصول نہیں ہوا۔ جو آپ نے لکھا تھا، اس پر واپس جائیں اور اسے بعد میں بھیجیں۔",
};
