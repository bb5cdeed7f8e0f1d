import type { Locale } from "./locale.ts";

export const fi: Locale = {
  tag: "fi",
  direction: "ltr",
  strings: {
    title: "Huoltokatko",
    message:
      "Teemme parhaillaan suunniteltuja huoltotöitä parantaaksemme palveluitamme. Olemme pian taas verkossa.",
    expectedReturn: "Arvioitu paluu",
    needHelp: "Tarvitsetko apua?",
    thanks: "Kiitos kärsivällisyydestäsi.",
    overdue: "Tämä kestää odotettua kauemmin. Työskentelemme asian parissa.",
    back: "Olemme palanneet. Tämä sivu latautuu hetken kuluttua uudelleen.",
    about: "noin ",
  },
};
