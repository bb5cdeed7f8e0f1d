import type { Locale } from "./locale.ts";

export const ko: Locale = {
  tag: "ko",
  direction: "ltr",
  strings: {
    title: "점검 중",
    message: "서비스 개선을 위해 예정된 점검을 진행하고 있습니다. 곧 다시 이용하실 수 있습니다.",
    expectedReturn: "재개 예정",
    needHelp: "도움이 필요하신가요?",
    thanks: "기다려 주셔서 감사합니다.",
    overdue: "예상보다 시간이 더 걸리고 있습니다. 계속 작업하고 있습니다.",
    back: "서비스가 재개되었습니다. 이 페이지를 곧 다시 불러옵니다.",
    about: "약 ",
  },
};
