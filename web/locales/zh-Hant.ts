import type { Locale } from "./locale.ts";

export const zhHant: Locale = {
  tag: "zh-Hant",
  direction: "ltr",
  strings: {
    title: "系統維護中",
    message: "我們正在進行預定的維護，以改善我們的服務。我們很快就會恢復上線。",
    expectedReturn: "預計恢復時間",
    needHelp: "需要協助嗎？",
    thanks: "感謝您的耐心等候。",
    overdue: "所需時間比預期更長，我們正在處理。",
    back: "我們回來了。此頁面即將重新載入。",
    about: "約 ",
  },
};
