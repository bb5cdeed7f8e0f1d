import type { CompleteLocale } from "./locale.ts";

export const he: CompleteLocale = {
  tag: "he",
  direction: "rtl",
  about: {
    word: "כ-",
    place: "number",
    words: { "כ-1½ שעות": "כשעה וחצי", "כ-2½ שעות": "כשעתיים וחצי", שנתיים: "כשנתיים" },
  },
  strings: {
    title: "האתר בתחזוקה",
    message: "אנו מבצעים כעת עבודות תחזוקה מתוכננות כדי לשפר את השירותים שלנו. נחזור לפעול בקרוב.",
    expectedReturn: "מועד חזרה משוער",
    needHelp: "צריכים עזרה?",
    thanks: "תודה על הסבלנות.",
    overdue: "הטיפול נמשך מעבר לצפוי. אנו ממשיכים לעבוד על כך.",
    backTitle: "חזרנו",
    opening: "הדף נפתח…",
    reload: "ניתן לטעון מחדש את הדף כדי לבדוק אם חזרנו.",
    leaveOpen: "ניתן להשאיר את הדף פתוח. הוא ייטען מחדש אוטומטית כשנחזור.",
    unreachable: "לא ניתן ליצור כעת חיבור לאתר. הדף ממשיך לנסות.",
    updated: "עודכן {time}",
    updatedNow: "עודכן לפני רגע",
    changed: "עודכן:",
    noReturnKnown: "מועד החזרה אינו ידוע.",
  },
  unsaved: "מה ששלחתם לא התקבל. ניתן לחזור למה שהקלדתם ולשלוח אותו מאוחר יותר.",
};
