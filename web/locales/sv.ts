import type { Locale } from "./locale.ts";

export const sv: Locale = {
  tag: "sv",
  direction: "ltr",
  strings: {
    title: "Underhåll pågår",
    message:
      "Vi utför just nu planerat underhåll för att förbättra våra tjänster. Vi är snart tillbaka online.",
    expectedReturn: "Väntas tillbaka",
    needHelp: "Behöver du hjälp?",
    thanks: "Tack för ditt tålamod.",
    overdue: "Det tar längre tid än väntat. Vi arbetar på det.",
    back: "Vi är tillbaka. Sidan laddas strax om.",
    about: "ungefär ",
  },
};
