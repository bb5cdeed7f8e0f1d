import type { CompleteLocale } from "./locale.ts";

export const nl: CompleteLocale = {
  tag: "nl",
  direction: "ltr",
  about: { word: "ongeveer ", place: "number", words: { "1½": "anderhalf", "2½": "tweeënhalf" } },
  strings: {
    title: "In onderhoud",
    message:
      "We voeren momenteel gepland onderhoud uit om onze diensten te verbeteren. We zijn binnenkort weer online.",
    expectedReturn: "Naar verwachting terug",
    needHelp: "Hulp nodig?",
    thanks: "Bedankt voor uw geduld.",
    overdue: "Het duurt langer dan verwacht. We werken eraan.",
    backTitle: "We zijn er weer",
    opening: "De pagina wordt geopend…",
    reload: "Laad deze pagina opnieuw om te zien of we er weer zijn.",
    leaveOpen:
      "U kunt deze pagina open laten staan. De pagina wordt vanzelf opnieuw geladen zodra we er weer zijn.",
    unreachable: "We zijn op dit moment niet bereikbaar. Deze pagina blijft het proberen.",
    updated: "Bijgewerkt: {time}",
    updatedNow: "Zojuist bijgewerkt",
    changed: "Bijgewerkt:",
    noReturnKnown: "Het is nog niet bekend wanneer we terug zijn.",
  },
  unsaved: "Wat u hebt verstuurd, is niet ontvangen. Ga terug naar wat u had ingevuld en verstuur het later.",
  unsure: "Als u iets hebt verstuurd, controleer dan of het is aangekomen voordat u het opnieuw verstuurt.",
};
