import type { CompleteLocale } from "./locale.ts";

export const ca: CompleteLocale = {
  tag: "ca",
  direction: "ltr",
  about: {
    word: "prop de ",
    place: "number",
    words: { "1½ hores": "90 minuts", "2½ hores": "dues hores i mitja" },
  },
  strings: {
    title: "En manteniment",
    message:
      "Estem duent a terme tasques de manteniment programades per millorar els nostres serveis. Tornarem a estar en línia ben aviat.",
    expectedReturn: "Tornada prevista",
    needHelp: "Necessiteu ajuda?",
    thanks: "Gràcies per la vostra paciència.",
    overdue: "Està trigant més del previst. Hi estem treballant.",
    backTitle: "Ja hem tornat",
    opening: "S’està obrint la pàgina…",
    reload: "Recarregueu aquesta pàgina per veure si ja hem tornat.",
    leaveOpen: "Podeu deixar aquesta pàgina oberta. Es recarregarà automàticament quan hàgim tornat.",
    unreachable: "Ara mateix no és possible connectar amb nosaltres. Aquesta pàgina ho continua intentant.",
    updated: "Actualitzat {time}",
    updatedNow: "Actualitzat ara mateix",
    changed: "Actualització:",
    noReturnKnown: "No es coneix l’hora de tornada.",
  },
  unsaved: "No hem rebut el que heu enviat. Torneu al que havíeu escrit i envieu-ho més tard.",
  unsure: "Si heu enviat alguna cosa, comproveu si ha arribat abans de tornar-la a enviar.",
};
