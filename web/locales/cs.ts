import type { Locale } from "./locale.ts";

export const cs: Locale = {
  tag: "cs",
  direction: "ltr",
  strings: {
    title: "Probíhá údržba",
    message: "Právě provádíme plánovanou údržbu, abychom vylepšili své služby. Brzy budeme zpět online.",
    expectedReturn: "Očekávaný návrat",
    needHelp: "Potřebujete pomoc?",
    thanks: "Děkujeme za trpělivost.",
    overdue: "Trvá to déle, než jsme čekali. Pracujeme na tom.",
    back: "Jsme zpět. Tato stránka se za okamžik znovu načte.",
    about: "přibližně ",
  },
};
