import type { CompleteLocale } from "./locale.ts";

export const it: CompleteLocale = {
  tag: "it",
  direction: "ltr",
  about: {
    word: "circa ",
    place: "number",
    words: { "1½ ore": "un’ora e mezza", "2½ ore": "due ore e mezza" },
  },
  strings: {
    title: "In manutenzione",
    message:
      "Stiamo effettuando una manutenzione programmata per migliorare i nostri servizi. Torneremo online a breve.",
    expectedReturn: "Ripristino previsto",
    needHelp: "Serve aiuto?",
    thanks: "Grazie per la pazienza.",
    overdue: "Ci vuole più tempo del previsto. Ci stiamo lavorando.",
    backTitle: "Siamo di nuovo online",
    opening: "Apertura della pagina…",
    reload: "Ricarichi questa pagina per vedere se siamo di nuovo online.",
    leaveOpen:
      "Può lasciare aperta questa pagina. Si ricaricherà automaticamente quando saremo di nuovo online.",
    unreachable: "Al momento non siamo raggiungibili. Questa pagina continua a riprovare.",
    updated: "Aggiornato {time}",
    updatedNow: "Appena aggiornato",
    changed: "Aggiornamento:",
    noReturnKnown: "L’orario del ripristino non è noto.",
  },
  unsaved: "Non abbiamo ricevuto ciò che ha inviato. Torni a quanto aveva scritto e lo invii più tardi.",
  unsure: "Se ha inviato qualcosa, verifichi che sia arrivato prima di inviarlo di nuovo.",
};
