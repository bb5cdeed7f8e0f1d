import type { CompleteLocale } from "./locale.ts";

export const ko: CompleteLocale = {
  tag: "ko",
  direction: "ltr",
  dateAndClock: { words: { AM: "오전", PM: "오후" } },
  about: { word: "약 ", place: "number", words: { "½시간": "시간 반" } },
  strings: {
    title: "서비스 점검 중",
    message: "서비스 개선을 위해 예정된 점검을 진행하고 있습니다. 곧 다시 이용하실 수 있습니다.",
    expectedReturn: "재개 예정",
    needHelp: "도움이 필요하신가요?",
    thanks: "기다려 주셔서 감사합니다.",
    overdue: "예상보다 시간이 더 걸리고 있습니다. 최대한 빨리 마치겠습니다.",
    backTitle: "서비스가 재개되었습니다",
    opening: "페이지를 여는 중입니다…",
    reload: "서비스가 재개되었는지 확인하려면 이 페이지를 새로 고쳐 주세요.",
    leaveOpen: "이 페이지를 열어 두셔도 됩니다. 서비스가 재개되면 자동으로 새로 고침됩니다.",
    unreachable: "현재 연결할 수 없습니다. 이 페이지에서 계속 연결을 시도하고 있습니다.",
    updated: "업데이트: {time}",
    updatedNow: "업데이트: 방금",
    changed: "업데이트:",
    noReturnKnown: "재개 예정 시각은 아직 알 수 없습니다.",
  },
  unsaved: "보내신 내용은 접수되지 않았습니다. 입력하신 내용으로 돌아가 나중에 보내 주세요.",
  unsure: "보내신 내용이 있다면 다시 보내기 전에 접수되었는지 확인해 주세요.",
};
