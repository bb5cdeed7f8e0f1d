import type { CompleteLocale } from "./locale.ts";

export const pl: CompleteLocale = {
  tag: "pl",
  direction: "ltr",
  dateAndClock: { pattern: "{date}, {clock} {timeZoneName}" },
  about: { word: "mniej więcej ", place: "before", words: { "1½": "półtorej", "2½": "dwie i pół" } },
  strings: {
    title: "Przerwa techniczna",
    message: "Prowadzimy zaplanowane prace konserwacyjne, aby ulepszyć swoje usługi. Wkrótce wrócimy.",
    expectedReturn: "Przewidywany powrót",
    needHelp: "Potrzebujesz pomocy?",
    thanks: "Dziękujemy za cierpliwość.",
    overdue: "Trwa to dłużej, niż zakładaliśmy. Pracujemy nad tym.",
    backTitle: "Już wróciliśmy",
    opening: "Otwieranie strony…",
    reload: "Odśwież tę stronę, aby sprawdzić, czy już wróciliśmy.",
    leaveOpen: "Możesz pozostawić tę stronę otwartą. Odświeży się sama, gdy wrócimy.",
    unreachable: "W tej chwili nie można się z nami połączyć. Ta strona ponawia próby.",
    updated: "Zaktualizowano {time}",
    updatedNow: "Zaktualizowano przed chwilą",
    changed: "Zaktualizowano:",
    noReturnKnown: "Czas powrotu nie jest znany.",
  },
  unsaved: "Wysłane dane do nas nie dotarły. Wróć do wpisanych danych i wyślij je później.",
  unsure: "Jeśli dane zostały wysłane, przed ponownym wysłaniem sprawdź, czy do nas dotarły.",
};
