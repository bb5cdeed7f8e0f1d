import type { CompleteLocale } from "./locale.ts";

export const sl: CompleteLocale = {
  tag: "sl",
  direction: "ltr",
  about: {
    word: "približno ",
    place: "number",
    words: {
      "1½ ure": "uro in pol",
      "1½ urami": "uro in pol",
      "2½ ure": "dve uri in pol",
      "2½ urami": "dvema urama in pol",
    },
  },
  strings: {
    title: "Poteka vzdrževanje",
    message:
      "Trenutno izvajamo načrtovana vzdrževalna dela, da bi izboljšali svoje storitve. Kmalu bomo spet na voljo.",
    expectedReturn: "Predvidoma spet na voljo",
    needHelp: "Potrebujete pomoč?",
    thanks: "Hvala za potrpežljivost.",
    overdue: "Traja dlje, kot smo pričakovali. Dela še potekajo.",
    backTitle: "Spet smo na voljo",
    opening: "Stran se odpira …",
    reload: "Znova naložite to stran in preverite, ali smo spet na voljo.",
    leaveOpen: "To stran lahko pustite odprto. Ko bomo spet na voljo, se bo sama znova naložila.",
    unreachable: "Trenutno se z nami ni mogoče povezati. Ta stran poskuša še naprej.",
    updated: "Posodobljeno {time}",
    updatedNow: "Pravkar posodobljeno",
    changed: "Posodobljeno:",
    noReturnKnown: "Ni znano, kdaj bomo spet na voljo.",
  },
  unsaved: "Tega, kar ste poslali, nismo prejeli. Vrnite se k temu, kar ste vpisali, in to pošljite pozneje.",
  unsure: "Če ste kaj poslali, preverite, ali je prispelo, preden to pošljete znova.",
};
