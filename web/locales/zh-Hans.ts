import type { CompleteLocale } from "./locale.ts";

export const zhHans: CompleteLocale = {
  tag: "zh-Hans",
  direction: "ltr",
  dateAndClock: { pattern: "{date} {clock} ({timeZoneName})" },
  about: { word: "约", place: "number", words: { "½小时": "个半小时" } },
  strings: {
    title: "系统维护中",
    message: "我们正在进行计划内的系统维护，以提升服务质量，很快即可恢复访问。",
    expectedReturn: "预计恢复时间",
    needHelp: "需要帮助？",
    thanks: "感谢您的耐心等待。",
    overdue: "维护所需时间超出预期，我们正在加紧处理。",
    backTitle: "服务已恢复",
    opening: "正在打开页面……",
    reload: "请刷新此页面，查看服务是否已恢复。",
    leaveOpen: "您可以保持此页面打开。服务恢复后，页面会自动刷新。",
    unreachable: "目前无法连接。此页面会持续尝试连接。",
    updated: "更新时间：{time}",
    updatedNow: "更新时间：刚刚",
    changed: "更新：",
    noReturnKnown: "暂无预计恢复时间。",
  },
  unsaved: "我们未收到您提交的内容。请返回您填写的内容，稍后再提交。",
  unsure: "如果您刚才提交了内容，重新提交前请先确认是否已成功送达。",
};
