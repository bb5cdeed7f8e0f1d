import type { CompleteLocale } from "./locale.ts";

export const da: CompleteLocale = {
  tag: "da",
  direction: "ltr",
  about: { word: "cirka ", place: "number", words: { "2½ timer": "2½ time" } },
  strings: {
    title: "Vedligeholdelse i gang",
    message:
      "Vi udfører i øjeblikket planlagt vedligeholdelse for at forbedre vores tjenester. Vi er snart online igen.",
    expectedReturn: "Forventes tilbage",
    needHelp: "Brug for hjælp?",
    thanks: "Tak for din tålmodighed.",
    overdue: "Det tager længere tid end ventet. Vi arbejder på det.",
    backTitle: "Vi er tilbage",
    opening: "Siden åbnes …",
    reload: "Genindlæs siden for at se, om vi er tilbage.",
    leaveOpen: "Du kan lade siden være åben. Den genindlæses automatisk, når vi er tilbage.",
    unreachable: "Vi kan ikke nås lige nu. Siden bliver ved med at prøve.",
    updated: "Opdateret {time}",
    updatedNow: "Opdateret lige nu",
    changed: "Opdateret:",
    noReturnKnown: "Vi ved endnu ikke, hvornår vi er tilbage.",
  },
  unsaved: "Vi har ikke modtaget det, du sendte. Gå tilbage til det, du skrev, og send det senere.",
  unsure: "Hvis du har sendt noget, så se efter, om det er kommet frem, før du sender det igen.",
};
