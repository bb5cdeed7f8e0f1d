import type { CompleteLocale } from "./locale.ts";

export const fil: CompleteLocale = {
  tag: "fil",
  direction: "ltr",
  about: {
    word: "mga ",
    place: "number",
    words: {
      "sa ": "pagkalipas ng ",
      "1½ oras": "isa’t kalahating oras",
      "2½ oras": "dalawa’t kalahating oras",
    },
  },
  strings: {
    title: "May isinasagawang maintenance",
    message:
      "Nagsasagawa po kami ngayon ng nakaiskedyul na maintenance upang mapahusay ang aming mga serbisyo. Babalik kami online sa lalong madaling panahon.",
    expectedReturn: "Inaasahang pagbabalik",
    needHelp: "Kailangan po ba ninyo ng tulong?",
    thanks: "Salamat po sa inyong pasensiya.",
    overdue: "Mas matagal ito kaysa sa inaasahan. Patuloy po namin itong inaayos.",
    backTitle: "Nakabalik na kami",
    opening: "Binubuksan ang pahina…",
    reload: "I-reload po ang pahinang ito upang makita kung nakabalik na kami.",
    leaveOpen:
      "Maaari po ninyong iwanang bukas ang pahinang ito. Kusa itong magre-reload kapag nakabalik na kami.",
    unreachable: "Hindi po makakonekta sa ngayon. Patuloy na sumusubok ang pahinang ito.",
    updated: "Na-update {time}",
    updatedNow: "Kaka-update lang",
    changed: "Na-update:",
    noReturnKnown: "Hindi pa alam ang oras ng pagbabalik.",
  },
  unsaved:
    "Hindi po namin natanggap ang ipinadala ninyo. Balikan po ninyo ang inyong isinulat at ipadala ito mamaya.",
  unsure: "Kung may ipinadala po kayo, tingnan muna po kung natanggap ito bago ninyo ipadala muli.",
};
