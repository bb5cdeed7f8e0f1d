import type { Locale } from "./locale.ts";

export const hi: Locale = {
  tag: "hi",
  direction: "ltr",
  dateAndClock: { pattern: "{date}, {clock} ({timeZoneName})" },
  about: { word: "लगभग ", place: "number" },
  strings: {
    title: "रखरखाव जारी है",
    message:
      "हम इस समय अपनी सेवाओं को बेहतर बनाने के लिए निर्धारित रखरखाव का काम कर रहे हैं। हम जल्द ही फिर से ऑनलाइन होंगे।",
    expectedReturn: "फिर से शुरू होने का अनुमानित समय",
    needHelp: "सहायता चाहिए?",
    thanks: "आपके धैर्य के लिए धन्यवाद।",
    overdue: "इसमें उम्मीद से ज़्यादा समय लग रहा है। हम इस पर काम कर रहे हैं।",
    backTitle: "हम फिर से ऑनलाइन हैं",
    opening: "पेज खुल रहा है…",
    reload: "हम फिर से ऑनलाइन हैं या नहीं, यह देखने के लिए इस पेज को दोबारा लोड करें।",
    leaveOpen: "आप इस पेज को खुला रख सकते हैं। हमारे फिर से ऑनलाइन होते ही यह अपने-आप दोबारा लोड हो जाएगा।",
    unreachable: "अभी कनेक्शन नहीं हो पा रहा है। यह पेज लगातार कोशिश कर रहा है।",
    updated: "{time} अपडेट किया गया",
    changed: "अपडेट:",
    noReturnKnown: "फिर से शुरू होने का समय ज्ञात नहीं है।",
  },
};
