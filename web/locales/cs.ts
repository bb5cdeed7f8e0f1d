import type { CompleteLocale } from "./locale.ts";

export const cs: CompleteLocale = {
  tag: "cs",
  direction: "ltr",
  about: {
    word: "přibližně ",
    place: "before",
    words: { "za 1½ hodiny": "za hodinu a půl", "před 1½ hodiny": "před hodinou a půl", "2½": "2,5" },
  },
  strings: {
    title: "Probíhá údržba",
    message: "Právě provádíme plánovanou údržbu, abychom vylepšili své služby. Brzy budeme zpět.",
    expectedReturn: "Předpokládané obnovení",
    needHelp: "Potřebujete pomoc?",
    thanks: "Děkujeme za trpělivost.",
    overdue: "Trvá to déle, než jsme čekali. Pracujeme na tom.",
    backTitle: "Jsme zpět",
    opening: "Stránka se otevírá…",
    reload: "Načtěte tuto stránku znovu a uvidíte, zda už jsme zpět.",
    leaveOpen: "Tuto stránku můžete nechat otevřenou. Až budeme zpět, sama se znovu načte.",
    unreachable: "Nyní se s námi nelze spojit. Tato stránka to zkouší dál.",
    updated: "Aktualizováno {time}",
    updatedNow: "Právě aktualizováno",
    changed: "Aktualizováno:",
    noReturnKnown: "Čas obnovení není znám.",
  },
  unsaved: "Odeslané údaje jsme neobdrželi. Vraťte se k tomu, co jste napsali, a odešlete to později.",
  unsure: "Pokud jste něco odeslali, ověřte si, zda to dorazilo, než to odešlete znovu.",
};
