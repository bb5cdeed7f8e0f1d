import type { CompleteLocale } from "./locale.ts";

export const sk: CompleteLocale = {
  tag: "sk",
  direction: "ltr",
  about: {
    word: "približne ",
    place: "before",
    words: { "o 1½ hodiny": "o hodinu a pol", "pred 1½ hodinou": "pred hodinou a pol", "2½": "dva a pol" },
  },
  strings: {
    title: "Prebieha údržba",
    message: "Práve vykonávame plánovanú údržbu, aby sme zlepšili svoje služby. Čoskoro budeme opäť online.",
    expectedReturn: "Predpokladané obnovenie",
    needHelp: "Potrebujete pomoc?",
    thanks: "Ďakujeme za trpezlivosť.",
    overdue: "Trvá to dlhšie, ako sme čakali. Pracujeme na tom.",
    backTitle: "Sme späť",
    opening: "Stránka sa otvára…",
    reload: "Načítajte túto stránku znova a uvidíte, či už sme späť.",
    leaveOpen: "Túto stránku môžete nechať otvorenú. Keď budeme späť, sama sa znova načíta.",
    unreachable: "Momentálne sa s nami nedá spojiť. Táto stránka to skúša ďalej.",
    updated: "Aktualizované {time}",
    updatedNow: "Práve aktualizované",
    changed: "Aktualizované:",
    noReturnKnown: "Čas obnovenia nie je známy.",
  },
  unsaved: "Nedostali sme to, čo ste odoslali. Vráťte sa k tomu, čo ste napísali, a odošlite to neskôr.",
  unsure: "Ak ste niečo odoslali, skôr než to odošlete znova, overte si, či to dorazilo.",
};
