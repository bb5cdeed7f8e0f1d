import type { Locale } from "./locale.ts";

export const de: Locale = {
  tag: "de",
  direction: "ltr",
  strings: {
    title: "Wartungsarbeiten",
    message:
      "Wir führen gerade planmäßige Wartungsarbeiten durch, um unsere Dienste zu verbessern. Wir sind in Kürze wieder online.",
    expectedReturn: "Voraussichtlich wieder verfügbar",
    needHelp: "Brauchen Sie Hilfe?",
    thanks: "Vielen Dank für Ihre Geduld.",
    overdue: "Es dauert länger als erwartet. Wir arbeiten daran.",
    back: "Wir sind wieder da. Diese Seite wird gleich neu geladen.",
    about: "etwa ",
  },
};
