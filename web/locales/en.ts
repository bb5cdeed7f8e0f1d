import { defaults } from "../../schema/notice/defaults.ts";
import type { Locale } from "./locale.ts";

export const en: Locale = {
  tag: "en",
  direction: "ltr",
  strings: {
    title: defaults.title,
    message:
      "We're currently performing scheduled maintenance to improve our services. We'll be back online shortly.",
    expectedReturn: "Expected Return",
    needHelp: "Need help?",
    thanks: "Thank you for your patience.",
    overdue: "This is taking longer than expected. We're working on it.",
    back: "We're back. This page will reload in a moment.",
    about: "about ",
  },
};
