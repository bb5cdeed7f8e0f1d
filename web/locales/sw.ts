import type { CompleteLocale } from "./locale.ts";

export const sw: CompleteLocale = {
  tag: "sw",
  direction: "ltr",
  about: {
    word: "takriban ",
    place: "before",
    words: {
      "takriban baada ya": "baada ya takriban",
      "1½ zilizopita": "moja na nusu iliyopita",
      "1½": "moja na nusu",
      "2½": "mbili na nusu",
    },
  },
  strings: {
    title: "Matengenezo yanaendelea",
    message:
      "Kwa sasa tunafanya matengenezo yaliyopangwa ili kuboresha huduma zetu. Tutarejea mtandaoni muda mfupi ujao.",
    expectedReturn: "Muda unaotarajiwa wa kurejea",
    needHelp: "Je, unahitaji usaidizi?",
    thanks: "Tunakushukuru kwa subira yako.",
    overdue: "Kazi hii inachukua muda mrefu kuliko ilivyotarajiwa. Tunaishughulikia.",
    backTitle: "Tumerejea",
    opening: "Ukurasa unafunguliwa…",
    reload: "Pakia upya ukurasa huu ili kuona kama tumerejea.",
    leaveOpen: "Unaweza kuacha ukurasa huu wazi. Utajipakia upya wenyewe tutakaporejea.",
    unreachable: "Kwa sasa haiwezekani kuunganisha. Ukurasa huu unaendelea kujaribu.",
    updated: "Imesasishwa {time}",
    updatedNow: "Imesasishwa hivi punde",
    changed: "Imesasishwa:",
    noReturnKnown: "Muda wa kurejea haujulikani.",
  },
  unsaved: "Ulichotuma hakikupokelewa. Rudi kwenye ulichoandika na ukitume baadaye.",
  unsure: "Ikiwa ulituma chochote, angalia kama kilipokelewa kabla ya kukituma tena.",
};
