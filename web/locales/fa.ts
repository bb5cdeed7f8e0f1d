import type { CompleteLocale } from "./locale.ts";

export const fa: CompleteLocale = {
  tag: "fa",
  direction: "rtl",
  calendar: "persian",
  digits: "arabext",
  dateAndClock: { pattern: "{weekday} {day} {month} {year}، ساعت {clock} ({timeZoneName})" },
  about: { word: "حدود ", place: "number" },
  strings: {
    title: "در حال تعمیر و نگهداری",
    message:
      "برای بهبود خدمات خود، در حال انجام تعمیر و نگهداری برنامه‌ریزی‌شده هستیم. به‌زودی دوباره در دسترس خواهیم بود.",
    expectedReturn: "زمان تقریبی بازگشت",
    needHelp: "به کمک نیاز دارید؟",
    thanks: "از شکیبایی شما سپاسگزاریم.",
    overdue: "این کار بیش از حد انتظار طول کشیده است. همچنان در حال پیگیری هستیم.",
    backTitle: "دوباره در دسترس هستیم",
    opening: "در حال باز کردن صفحه…",
    reload: "این صفحه را دوباره بارگذاری کنید تا ببینید در دسترس هستیم یا نه.",
    leaveOpen:
      "می‌توانید این صفحه را باز بگذارید. به‌محض اینکه دوباره در دسترس باشیم، صفحه به‌طور خودکار از نو بارگذاری می‌شود.",
    unreachable: "در حال حاضر امکان اتصال وجود ندارد. این صفحه همچنان تلاش می‌کند.",
    updated: "{time} به‌روزرسانی شد",
    updatedNow: "لحظاتی پیش به‌روزرسانی شد",
    changed: "به‌روزرسانی:",
    noReturnKnown: "زمان بازگشت مشخص نیست.",
  },
  unsaved: "آنچه فرستادید دریافت نشد. به آنچه نوشته بودید برگردید و آن را بعداً بفرستید.",
};
