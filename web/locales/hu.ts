import type { CompleteLocale } from "./locale.ts";

export const hu: CompleteLocale = {
  tag: "hu",
  direction: "ltr",
  about: { word: "körülbelül ", place: "number", words: { "1½": "másfél", "2½": "két és fél" } },
  strings: {
    title: "Karbantartás folyamatban",
    message:
      "Tervezett karbantartást végzünk szolgáltatásaink fejlesztése érdekében. Hamarosan újra elérhetők leszünk.",
    expectedReturn: "Várhatóan újra elérhető",
    needHelp: "Segítségre van szüksége?",
    thanks: "Köszönjük türelmét!",
    overdue: "A karbantartás a vártnál tovább tart. Dolgozunk rajta.",
    backTitle: "Újra elérhetők vagyunk",
    opening: "Az oldal megnyitása…",
    reload: "Töltse be újra ezt az oldalt, hogy lássa, elérhetők vagyunk-e már.",
    leaveOpen: "Nyitva hagyhatja ezt az oldalt. Magától újratöltődik, amint ismét elérhetők leszünk.",
    unreachable: "Jelenleg nem sikerül kapcsolódni. Az oldal tovább próbálkozik.",
    updated: "Frissítve: {time}",
    updatedNow: "Frissítve: az imént",
    changed: "Frissítve:",
    noReturnKnown: "Nem ismert, mikor leszünk újra elérhetők.",
  },
  unsaved: "Amit elküldött, nem érkezett meg hozzánk. Lépjen vissza ahhoz, amit beírt, és küldje el később.",
  unsure: "Ha elküldött valamit, ellenőrizze, hogy megérkezett-e, mielőtt újra elküldené.",
};
