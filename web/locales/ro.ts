import type { CompleteLocale } from "./locale.ts";

export const ro: CompleteLocale = {
  tag: "ro",
  direction: "ltr",
  about: {
    word: "aproximativ ",
    place: "number",
    words: { "1½ ore": "o oră și jumătate", "2½ ore": "două ore și jumătate" },
  },
  strings: {
    title: "În mentenanță",
    message:
      "Efectuăm lucrări de mentenanță planificate pentru a ne îmbunătăți serviciile. Revenim online în scurt timp.",
    expectedReturn: "Revenire estimată",
    needHelp: "Aveți nevoie de ajutor?",
    thanks: "Vă mulțumim pentru răbdare.",
    overdue: "Durează mai mult decât ne așteptam. Lucrările continuă.",
    backTitle: "Am revenit",
    opening: "Se deschide pagina…",
    reload: "Reîncărcați această pagină pentru a vedea dacă am revenit.",
    leaveOpen: "Puteți lăsa această pagină deschisă. Se va reîncărca automat când revenim.",
    unreachable: "Momentan nu se poate stabili conexiunea. Această pagină încearcă în continuare.",
    updated: "Actualizat {time}",
    updatedNow: "Actualizat chiar acum",
    changed: "Actualizare:",
    noReturnKnown: "Ora revenirii nu este cunoscută.",
  },
  unsaved: "Ceea ce ați trimis nu a fost primit. Reveniți la ceea ce ați scris și trimiteți mai târziu.",
  unsure: "Dacă ați trimis ceva, verificați dacă a ajuns înainte de a trimite din nou.",
};
