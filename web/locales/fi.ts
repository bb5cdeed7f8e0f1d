import type { CompleteLocale } from "./locale.ts";

export const fi: CompleteLocale = {
  tag: "fi",
  direction: "ltr",
  about: {
    word: "noin ",
    place: "number",
    words: { "1½ tunnin": "puolentoista tunnin", "1½ tuntia": "puolitoista tuntia" },
  },
  strings: {
    title: "Huoltokatko",
    message:
      "Teemme parhaillaan suunniteltuja huoltotöitä parantaaksemme palveluitamme. Palvelu on pian taas käytettävissä.",
    expectedReturn: "Arvioitu valmistumisaika",
    needHelp: "Tarvitsetko apua?",
    thanks: "Kiitos kärsivällisyydestäsi.",
    overdue: "Tämä kestää odotettua kauemmin. Huoltotyöt jatkuvat.",
    backTitle: "Palvelu on taas käytettävissä",
    opening: "Sivua avataan…",
    reload: "Lataa tämä sivu uudelleen, niin näet, onko palvelu taas käytettävissä.",
    leaveOpen:
      "Voit jättää tämän sivun auki. Se latautuu itsestään uudelleen, kun palvelu on taas käytettävissä.",
    unreachable: "Palveluun ei juuri nyt saada yhteyttä. Tämä sivu yrittää yhä uudelleen.",
    updated: "Päivitetty {time}",
    updatedNow: "Päivitetty juuri äsken",
    changed: "Päivitetty:",
    noReturnKnown: "Valmistumisaika ei ole tiedossa.",
  },
  unsaved: "Lähettämäsi tiedot eivät tulleet perille. Palaa siihen, mitä kirjoitit, ja lähetä se myöhemmin.",
  unsure: "Jos lähetit jotain, tarkista, tuliko se perille, ennen kuin lähetät sen uudelleen.",
};
