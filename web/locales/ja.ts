import type { CompleteLocale } from "./locale.ts";

export const ja: CompleteLocale = {
  tag: "ja",
  direction: "ltr",
  about: { word: "約", place: "number", words: { "½時間": "時間半", " か月": "か月" } },
  strings: {
    title: "メンテナンス中",
    message: "現在、サービス向上のため計画メンテナンスを実施しております。まもなくサービスを再開いたします。",
    expectedReturn: "再開予定",
    needHelp: "お困りですか？",
    thanks: "ご不便をおかけいたしますが、今しばらくお待ちください。",
    overdue: "予定より時間がかかっております。現在対応中です。",
    backTitle: "サービスを再開しました",
    opening: "ページを開いています…",
    reload: "再開したかどうかは、このページを再読み込みしてご確認ください。",
    leaveOpen: "このページは開いたままでかまいません。サービスが再開すると、自動的に再読み込みされます。",
    unreachable: "ただいま接続できません。このページは引き続き接続を試みています。",
    updated: "更新：{time}",
    updatedNow: "更新：たった今",
    changed: "更新：",
    noReturnKnown: "再開の予定時刻は未定です。",
  },
  unsaved: "送信された内容は受け付けられませんでした。入力画面に戻り、時間をおいて送信してください。",
  unsure: "何かを送信された場合は、再送信する前に、届いているかどうかをご確認ください。",
};
