import type { Locale } from "./locale.ts";

export const nl: Locale = {
  tag: "nl",
  direction: "ltr",
  strings: {
    title: "In onderhoud",
    message:
      "We voeren momenteel gepland onderhoud uit om onze diensten te verbeteren. We zijn binnenkort weer online.",
    expectedReturn: "Verwacht terug",
    needHelp: "Hulp nodig?",
    thanks: "Bedankt voor uw geduld.",
    overdue: "Het duurt langer dan verwacht. We werken eraan.",
    back: "We zijn er weer. Deze pagina wordt zo opnieuw geladen.",
    about: "ongeveer ",
  },
};
