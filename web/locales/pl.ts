import type { Locale } from "./locale.ts";

export const pl: Locale = {
  tag: "pl",
  direction: "ltr",
  strings: {
    title: "Przerwa techniczna",
    message:
      "Prowadzimy zaplanowane prace konserwacyjne, aby ulepszyć nasze usługi. Wkrótce będziemy z powrotem online.",
    expectedReturn: "Przewidywany powrót",
    needHelp: "Potrzebujesz pomocy?",
    thanks: "Dziękujemy za cierpliwość.",
    overdue: "Trwa to dłużej, niż zakładaliśmy. Pracujemy nad tym.",
    back: "Już jesteśmy. Ta strona za chwilę się przeładuje.",
    about: "mniej więcej ",
  },
};
