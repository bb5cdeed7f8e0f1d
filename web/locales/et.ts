import type { CompleteLocale } from "./locale.ts";

export const et: CompleteLocale = {
  tag: "et",
  direction: "ltr",
  about: { word: "umbes ", place: "number", words: { "1½": "pooleteise", "2½": "kahe ja poole" } },
  strings: {
    title: "Hooldustööd",
    message: "Teeme praegu plaanilisi hooldustöid, et oma teenuseid paremaks muuta. Oleme peagi tagasi.",
    expectedReturn: "Oleme eeldatavasti tagasi",
    needHelp: "Kas vajate abi?",
    thanks: "Täname teid kannatlikkuse eest.",
    overdue: "See võtab oodatust kauem aega. Tegeleme sellega.",
    backTitle: "Oleme tagasi",
    opening: "Lehe avamine…",
    reload: "Laadige see leht uuesti, et näha, kas oleme tagasi.",
    leaveOpen: "Võite selle lehe avatuks jätta. See laaditakse automaatselt uuesti, kui oleme tagasi.",
    unreachable: "Meiega ei saa praegu ühendust. See leht proovib edasi.",
    updated: "Uuendatud {time}",
    updatedNow: "Äsja uuendatud",
    changed: "Uuendatud:",
    noReturnKnown: "Ei ole teada, millal oleme tagasi.",
  },
  unsaved: "Teie saadetu ei jõudnud kohale. Minge tagasi kirjutatu juurde ja saatke see hiljem.",
  unsure: "Kui saatsite midagi, kontrollige enne uuesti saatmist, kas see jõudis kohale.",
};
