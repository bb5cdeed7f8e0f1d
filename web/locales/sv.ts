import type { CompleteLocale } from "./locale.ts";

export const sv: CompleteLocale = {
  tag: "sv",
  direction: "ltr",
  about: { word: "ungefär ", place: "number", words: { "½ timmar": "½ timme" } },
  strings: {
    title: "Underhåll pågår",
    message: "Vi utför just nu planerat underhåll för att förbättra våra tjänster. Vi är snart tillbaka.",
    expectedReturn: "Beräknas vara tillbaka",
    needHelp: "Behöver du hjälp?",
    thanks: "Tack för ditt tålamod.",
    overdue: "Det tar längre tid än väntat. Vi arbetar på det.",
    backTitle: "Vi är tillbaka",
    opening: "Sidan öppnas …",
    reload: "Ladda om sidan för att se om vi är tillbaka.",
    leaveOpen: "Du kan låta sidan vara öppen. Den laddas om automatiskt när vi är tillbaka.",
    unreachable: "Vi går inte att nå just nu. Sidan fortsätter att försöka.",
    updated: "Uppdaterades {time}",
    updatedNow: "Uppdaterades nyss",
    changed: "Uppdaterat:",
    noReturnKnown: "Vi vet ännu inte när vi är tillbaka.",
  },
  unsaved: "Det du skickade kom inte fram. Gå tillbaka till det du skrev och skicka det senare.",
  unsure: "Om du har skickat något, kontrollera om det har kommit fram innan du skickar det igen.",
};
