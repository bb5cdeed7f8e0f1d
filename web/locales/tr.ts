import type { Locale } from "./locale.ts";

export const tr: Locale = {
  tag: "tr",
  direction: "ltr",
  strings: {
    title: "Bakımdayız",
    message:
      "Hizmetlerimizi iyileştirmek için planlı bir bakım çalışması yapıyoruz. Kısa süre içinde yeniden çevrimiçi olacağız.",
    expectedReturn: "Beklenen dönüş",
    needHelp: "Yardıma mı ihtiyacınız var?",
    thanks: "Sabrınız için teşekkür ederiz.",
    overdue: "Beklenenden uzun sürüyor. Üzerinde çalışıyoruz.",
    back: "Geri döndük. Bu sayfa birazdan yeniden yüklenecek.",
    about: "yaklaşık ",
  },
};
