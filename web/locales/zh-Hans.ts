import type { Locale } from "./locale.ts";

export const zhHans: Locale = {
  tag: "zh-Hans",
  direction: "ltr",
  strings: {
    title: "系统维护中",
    message: "我们正在进行计划内的维护，以改进我们的服务。我们很快就会恢复上线。",
    expectedReturn: "预计恢复时间",
    needHelp: "需要帮助？",
    thanks: "感谢您的耐心等待。",
    overdue: "所需时间比预期更长，我们正在处理。",
    back: "我们回来了。此页面即将重新加载。",
    about: "约",
  },
};
