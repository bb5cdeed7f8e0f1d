import type { CompleteLocale } from "./locale.ts";

export const hr: CompleteLocale = {
  tag: "hr",
  direction: "ltr",
  about: { word: "oko ", place: "number", words: { "1½ sati": "sat i pol", "2½ sati": "dva i pol sata" } },
  strings: {
    title: "Održavanje u tijeku",
    message:
      "Trenutačno provodimo planirano održavanje kako bismo poboljšali svoje usluge. Uskoro ćemo ponovno biti dostupni.",
    expectedReturn: "Očekivani povratak",
    needHelp: "Trebate pomoć?",
    thanks: "Hvala vam na strpljenju.",
    overdue: "Traje dulje od očekivanog. Radimo na tome.",
    backTitle: "Ponovno smo dostupni",
    opening: "Otvaranje stranice…",
    reload: "Ponovno učitajte ovu stranicu da biste vidjeli jesmo li opet dostupni.",
    leaveOpen:
      "Ovu stranicu možete ostaviti otvorenom. Sama će se ponovno učitati kada opet budemo dostupni.",
    unreachable: "Trenutačno se nije moguće povezati s nama. Ova stranica i dalje pokušava.",
    updated: "Ažurirano {time}",
    updatedNow: "Upravo ažurirano",
    changed: "Ažurirano:",
    noReturnKnown: "Vrijeme povratka nije poznato.",
  },
  unsaved: "Nismo primili ono što ste poslali. Vratite se na ono što ste upisali i pošaljite to kasnije.",
  unsure: "Ako ste nešto poslali, provjerite je li stiglo prije nego što to ponovno pošaljete.",
};
