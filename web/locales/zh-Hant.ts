import type { CompleteLocale } from "./locale.ts";

export const zhHant: CompleteLocale = {
  tag: "zh-Hant",
  direction: "ltr",
  dateAndClock: { pattern: "{date} {clock} ({timeZoneName})" },
  about: { word: "約", place: "number", words: { "½小時": "個半小時" } },
  strings: {
    title: "系統維護中",
    message: "我們正在進行預定的維護，以提升服務品質，很快即可恢復使用。",
    expectedReturn: "預計恢復時間",
    needHelp: "需要協助嗎？",
    thanks: "感謝您的耐心等候。",
    overdue: "維護所需時間超出預期，我們正在加緊處理。",
    backTitle: "服務已恢復",
    opening: "正在開啟頁面……",
    reload: "請重新載入此頁面，查看服務是否已恢復。",
    leaveOpen: "您可以讓此頁面保持開啟。服務恢復後，頁面會自動重新載入。",
    unreachable: "目前無法連線。此頁面會持續嘗試連線。",
    updated: "更新時間：{time}",
    updatedNow: "更新時間：剛剛",
    changed: "更新：",
    noReturnKnown: "目前尚無預計恢復時間。",
  },
  unsaved: "我們未收到您送出的內容。請返回您填寫的內容，稍後再送出。",
  unsure: "如果您剛才送出了內容，重新送出前請先確認是否已成功送達。",
};
