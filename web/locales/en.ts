import { defaultMessage, defaults } from "../../schema/notice/defaults.ts";
import type { CompleteLocale } from "./locale.ts";

export const en: CompleteLocale = {
  tag: "en",
  direction: "ltr",
  about: { word: "about ", place: "number" },
  strings: {
    title: defaults.title,
    message: defaultMessage,
    expectedReturn: "Expected Return",
    needHelp: "Need help?",
    thanks: "Thank you for your patience.",
    overdue: "This is taking longer than expected. We're working on it.",
    backTitle: "We're back",
    opening: "Opening the page…",
    reload: "Reload this page to see whether we're back.",
    leaveOpen: "You can leave this page open. It will reload by itself when we're back.",
    unreachable: "We can't be reached right now. This page keeps trying.",
    updated: "Updated {time}",
    updatedNow: "Updated just now",
    changed: "Updated:",
    noReturnKnown: "No return time is known.",
  },
  unsaved: "What you sent was not received. Go back to what you typed, and send it later.",
  unsure: "If you sent something, check whether it arrived before you send it again.",
};
