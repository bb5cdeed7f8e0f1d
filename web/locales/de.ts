import type { CompleteLocale } from "./locale.ts";

export const de: CompleteLocale = {
  tag: "de",
  direction: "ltr",
  about: { word: "etwa ", place: "number" },
  strings: {
    title: "Wartungsarbeiten",
    message:
      "Derzeit führen wir geplante Wartungsarbeiten durch, um unsere Dienste zu verbessern. Wir sind in Kürze wieder online.",
    expectedReturn: "Voraussichtlich wieder verfügbar",
    needHelp: "Brauchen Sie Hilfe?",
    thanks: "Vielen Dank für Ihre Geduld.",
    overdue: "Es dauert länger als erwartet. Wir arbeiten daran.",
    backTitle: "Wir sind wieder da",
    opening: "Die Seite wird geöffnet …",
    reload: "Laden Sie diese Seite neu, um zu sehen, ob wir wieder da sind.",
    leaveOpen:
      "Sie können diese Seite geöffnet lassen. Sie wird automatisch neu geladen, sobald wir wieder da sind.",
    unreachable: "Wir sind derzeit nicht erreichbar. Diese Seite versucht es weiter.",
    updated: "Aktualisiert: {time}",
    updatedNow: "Gerade aktualisiert",
    changed: "Aktualisiert:",
    noReturnKnown: "Zurzeit ist nicht bekannt, wann wir wieder verfügbar sind.",
  },
  unsaved:
    "Was Sie abgeschickt haben, ist nicht angekommen. Gehen Sie zurück zu Ihren Eingaben und schicken Sie sie später ab.",
  unsure:
    "Falls Sie etwas abgeschickt haben, prüfen Sie, ob es angekommen ist, bevor Sie es noch einmal abschicken.",
};
