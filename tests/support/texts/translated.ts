import { checkNotice } from "../../../schema/notice/change.ts";
import { noticeWith } from "./notices.ts";

/** A notice of which a visitor from anywhere can tell which words they got. */
export const translated = checkNotice(
  noticeWith({
    title: "We are moving",
    message: "Our shop gets new shelves.",
    expectedReturn: "nine in the morning",
    language: "en",
    translations: {
      ar: {
        title: "ننقل متجر Backsoon إلى مكان جديد",
        message: "نعود قريبًا مع Backsoon Pro (v2.0) ونظام SAP.",
        expectedReturn: "الساعة 9 صباحًا، UTC+3",
      },
      de: {
        title: "Wir ziehen um",
        message: "Unser Laden bekommt neue Regale.",
        expectedReturn: "neun Uhr früh",
      },
      "pt-BR": {
        title: "Estamos de mudança",
        message: "Nossa loja ganha prateleiras novas.",
        expectedReturn: "nove da manhã",
      },
      "zh-Hans": { title: "我们正在搬家", message: "商店正在更换新货架。", expectedReturn: "早上九点" },
    },
  }),
);

/** By the language that a browser asks for: that of the page, then that of the words on it. */
export const visitsByLanguage = [
  ["de-DE", "de", "de"],
  ["de-AT", "de", "de"],
  ["pt-BR", "pt-BR", "pt-BR"],
  ["pt-PT", "pt-PT", "pt-BR"],
  ["zh-CN", "zh-Hans", "zh-Hans"],
  ["zh-TW", "zh-Hant", "en"],
  ["ar-EG", "ar", "ar"],
  ["ja-JP", "ja", "en"],
  ["en-GB", "en", "en"],
] as const;

/** The words of the notice in one of its languages. */
export function wordsIn(tag: string): { title: string; message: string; expectedReturn: string } {
  const { title, message = "", expectedReturn = "" } = { ...translated, ...translated.translations?.[tag] };
  return { title, message, expectedReturn };
}
