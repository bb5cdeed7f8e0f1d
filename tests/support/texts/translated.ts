import { checkNotice } from "../../../schema/notice/change.ts";
import { noticeWith } from "./notices.ts";

const texts = (title: string, message: string, expectedReturn: string) => ({
  title,
  message,
  expectedReturn,
});

export const translated = checkNotice(
  noticeWith({
    ...texts("We are moving", "Our shop gets new shelves.", "nine in the morning"),
    language: "en",
    translations: {
      ar: texts(
        "ننقل متجر Backsoon إلى مكان جديد",
        "نعود مع Backsoon Pro (v2.0) ونظام SAP.",
        "الساعة 9 صباحًا، UTC+3",
      ),
      de: texts("Wir ziehen um", "Unser Laden bekommt neue Regale.", "neun Uhr früh"),
      "pt-BR": texts("Estamos de mudança", "Nossa loja ganha prateleiras novas.", "nove da manhã"),
      "zh-Hans": texts("我们正在搬家", "商店正在更换新货架。", "早上九点"),
    },
  }),
);

/** A browser's language, the language of its page, and the language of the notice's texts on the page. */
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

export function wordsIn(tag: string): { title: string; message: string; expectedReturn: string } {
  const { title, message = "", expectedReturn = "" } = { ...translated, ...translated.translations?.[tag] };
  return texts(title, message, expectedReturn);
}
