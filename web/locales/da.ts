import type { Locale } from "./locale.ts";

export const da: Locale = {
  tag: "da",
  direction: "ltr",
  strings: {
    title: "Vedligeholdelse i gang",
    message:
      "Vi udfører i øjeblikket planlagt vedligeholdelse for at forbedre vores tjenester. Vi er snart online igen.",
    expectedReturn: "Forventes tilbage",
    needHelp: "Brug for hjælp?",
    thanks: "Tak for din tålmodighed.",
    overdue: "Det tager længere tid end ventet. Vi arbejder på det.",
    back: "Vi er tilbage. Siden genindlæses om et øjeblik.",
    about: "cirka ",
  },
};
