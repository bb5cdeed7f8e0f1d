import type { Locale } from "./locale.ts";

export const ja: Locale = {
  tag: "ja",
  direction: "ltr",
  strings: {
    title: "メンテナンス中",
    message: "現在、サービス向上のため計画メンテナンスを実施しています。まもなく再開いたします。",
    expectedReturn: "再開予定",
    needHelp: "お困りですか？",
    thanks: "ご理解とご協力をお願いいたします。",
    overdue: "予定より時間がかかっております。現在対応中です。",
    back: "再開しました。このページはまもなく再読み込みされます。",
    about: "約 ",
  },
};
