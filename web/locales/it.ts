import type { Locale } from "./locale.ts";

export const it: Locale = {
  tag: "it",
  direction: "ltr",
  strings: {
    title: "In manutenzione",
    message:
      "Stiamo effettuando una manutenzione programmata per migliorare i nostri servizi. Torneremo online a breve.",
    expectedReturn: "Di nuovo disponibile",
    needHelp: "Serve aiuto?",
    thanks: "Grazie per la pazienza.",
    overdue: "Ci vuole più tempo del previsto. Ci stiamo lavorando.",
    back: "Siamo tornati. Questa pagina si ricaricherà tra un attimo.",
    about: "circa ",
  },
};
