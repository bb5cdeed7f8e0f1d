import type { CompleteLocale } from "./locale.ts";

export const lt: CompleteLocale = {
  tag: "lt",
  direction: "ltr",
  dateAndClock: { pattern: "{date}, {clock} ({timeZoneName})" },
  about: { word: "maždaug ", place: "before", words: { "1½": "pusantros", "2½": "2,5" } },
  strings: {
    title: "Vykdomi techniniai darbai",
    message:
      "Šiuo metu atliekame planinius techninius darbus, kad pagerintume savo paslaugas. Netrukus vėl veiksime.",
    expectedReturn: "Numatomas atkūrimo laikas",
    needHelp: "Reikia pagalbos?",
    thanks: "Dėkojame už kantrybę.",
    overdue: "Tai trunka ilgiau, nei tikėtasi. Darbus tęsiame.",
    backTitle: "Vėl veikiame",
    opening: "Atidaromas puslapis…",
    reload: "Įkelkite šį puslapį iš naujo ir sužinosite, ar jau vėl veikiame.",
    leaveOpen:
      "Šį puslapį galite palikti atidarytą. Kai vėl veiksime, jis bus automatiškai įkeltas iš naujo.",
    unreachable: "Šiuo metu nepavyksta užmegzti ryšio. Šis puslapis bando toliau.",
    updated: "Atnaujinta {time}",
    updatedNow: "Ką tik atnaujinta",
    changed: "Atnaujinta:",
    noReturnKnown: "Atkūrimo laikas nežinomas.",
  },
  unsaved: "Jūsų siųstų duomenų negavome. Grįžkite prie to, ką parašėte, ir išsiųskite vėliau.",
  unsure: "Jei ką nors išsiuntėte, prieš siųsdami dar kartą patikrinkite, ar tai gauta.",
};
