import type { CompleteLocale } from "./locale.ts";

export const am: CompleteLocale = {
  tag: "am",
  direction: "ltr",
  dateAndClock: {
    pattern: "{date}፣ {clock} ({timeZoneName})",
    words: {
      // In Ethiopia the hours of a day are counted from its morning, unless they have the marks of the other clock.
      ጥዋት: "AM",
      ከሰዓት: "PM",
      "ጂ ኤም ቲ": "GMT",
      // The engines write the hours and the minutes of an offset as one number.
      "330": "3:30",
      "430": "4:30",
      "530": "5:30",
      "545": "5:45",
      "630": "6:30",
      "930": "9:30",
      "1030": "10:30",
    },
  },
  about: {
    word: "በግምት ",
    place: "before",
    words: {
      // The engines write "within" (በ…ውስጥ) where "after" (ከ…በኋላ) is meant; other words begin with the same letter.
      በ: "ከ",
      ከግምት: "በግምት",
      "ግምት በ": "ግምት ከ",
      ከፊት: "በፊት",
      ውስጥ: "በኋላ",
      "1½ ሰዓቶች": "አንድ ሰዓት ተኩል",
      "2½ ሰዓቶች": "ሁለት ሰዓት ተኩል",
    },
  },
  strings: {
    title: "የጥገና ሥራ በመካሄድ ላይ ነው",
    message: "አገልግሎቶቻችንን ለማሻሻል አስቀድሞ የታቀደ የጥገና ሥራ በአሁኑ ጊዜ እያከናወንን ነው። አገልግሎታችን በቅርቡ ይመለሳል።",
    expectedReturn: "አገልግሎቱ ይመለሳል ተብሎ የሚጠበቅበት ጊዜ",
    needHelp: "እገዛ ይፈልጋሉ?",
    thanks: "ስለ ትዕግሥትዎ እናመሰግናለን።",
    overdue: "ከተጠበቀው በላይ ጊዜ እየወሰደ ነው። ሥራውን ቀጥለናል።",
    backTitle: "አገልግሎታችን ተመልሷል",
    opening: "ገጹ እየተከፈተ ነው…",
    reload: "አገልግሎታችን ተመልሶ እንደሆነ ለማየት ይህን ገጽ ዳግም ይጫኑ።",
    leaveOpen: "ይህን ገጽ ክፍት አድርገው መተው ይችላሉ። አገልግሎታችን ሲመለስ ገጹ በራሱ ዳግም ይጫናል።",
    unreachable: "አሁን መገናኘት አልተቻለም። ይህ ገጽ መሞከሩን ይቀጥላል።",
    updated: "{time} ተዘምኗል",
    updatedNow: "ልክ አሁን ተዘምኗል",
    changed: "ዝማኔ፦",
    noReturnKnown: "አገልግሎቱ የሚመለስበት ጊዜ ገና አይታወቅም።",
  },
  unsaved: "የላኩት አልደረሰንም። ወደ ጻፉት ይመለሱና በኋላ ይላኩት።",
  unsure: "የላኩት ነገር ካለ፣ እንደገና ከመላክዎ በፊት መድረሱን ያረጋግጡ።",
};
