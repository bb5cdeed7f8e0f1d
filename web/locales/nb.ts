import type { CompleteLocale } from "./locale.ts";

export const nb: CompleteLocale = {
  tag: "nb",
  direction: "ltr",
  about: {
    word: "cirka ",
    place: "number",
    words: { "1½ timer": "halvannen time", "2½ timer": "2½ time", døgn: "dager" },
  },
  strings: {
    title: "Vedlikehold pågår",
    message:
      "Vi utfører for øyeblikket planlagt vedlikehold for å forbedre tjenestene våre. Vi er snart tilbake.",
    expectedReturn: "Forventes tilbake",
    needHelp: "Trenger du hjelp?",
    thanks: "Takk for tålmodigheten.",
    overdue: "Dette tar lengre tid enn ventet. Vi jobber med saken.",
    backTitle: "Vi er tilbake",
    opening: "Siden åpnes …",
    reload: "Last inn siden på nytt for å se om vi er tilbake.",
    leaveOpen: "Du kan la denne siden stå åpen. Den lastes inn på nytt av seg selv når vi er tilbake.",
    unreachable: "Vi kan ikke nås akkurat nå. Siden fortsetter å prøve.",
    updated: "Oppdatert {time}",
    updatedNow: "Oppdatert akkurat nå",
    changed: "Oppdatert:",
    noReturnKnown: "Vi vet ennå ikke når vi er tilbake.",
  },
  unsaved: "Vi har ikke mottatt det du sendte. Gå tilbake til det du skrev, og send det senere.",
  unsure: "Hvis du sendte noe, bør du sjekke om det kom frem før du sender det igjen.",
};
