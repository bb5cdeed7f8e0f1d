import type { Locale } from "./locale.ts";

export const he: Locale = {
  tag: "he",
  direction: "rtl",
  strings: {
    title: "האתר בתחזוקה",
    message: "אנו מבצעים כעת עבודות תחזוקה מתוכננות כדי לשפר את השירותים שלנו. נחזור לפעול בקרוב.",
    expectedReturn: "חזרה משוערת",
    needHelp: "צריכים עזרה?",
    thanks: "תודה על הסבלנות.",
    overdue: "זה לוקח יותר זמן מהצפוי. אנחנו עובדים על זה.",
    back: "חזרנו. הדף ייטען מחדש בעוד רגע.",
    about: "בערך ",
  },
};
