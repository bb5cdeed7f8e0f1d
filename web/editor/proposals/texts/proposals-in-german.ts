import type { ProposalTexts } from "./proposals-in-english.ts";

const numbers = new Intl.NumberFormat("de");

/** What is said of proposals, in German. */
export const proposalsInGerman: ProposalTexts = {
  label: "Vorschläge des Sprachmodells",
  usage: (count, limit) => `${numbers.format(count)} von ${numbers.format(limit)} heute`,
  limitReached:
    "Die Anfragen an das Sprachmodell sind für heute aufgebraucht: Nach Mitternacht (UTC) können Sie wieder anfragen. Alles andere funktioniert.",
  translate: "Übersetzen",
  translateAll: "Alle übersetzen",
  cancel: "Abbrechen",
  state: {
    waiting: "wartet",
    asking: "wird angefragt\u00a0…",
    proposed: "vorgeschlagen",
    failed: "fehlgeschlagen",
    cancelled: "abgebrochen",
    taken: "übernommen",
    left: "nicht übernommen",
  },
  line: (name, state) => `${name}: ${state}`,
  paidOnce: "Fragen Sie noch einmal: Eine Antwort, die schon unterwegs war, zählt nicht doppelt.",
  heading: "Vorschlag",
  explain:
    "Das hat ein Sprachmodell geschrieben. Besucher sehen nichts davon, bevor Sie es übernehmen und veröffentlichen.",
  changed: "Der Hinweis hat sich seit dieser Anfrage geändert. Prüfen Sie, ob der Vorschlag noch passt.",
  hints: (count) => (count === 1 ? "1 Anmerkung" : `${count} Anmerkungen`),
  take: (name) => `„${name}“ übernehmen`,
  leave: (name) => `„${name}“ weglassen`,
  putBack: (name) => `${name}: meinen Text zurückholen`,
  taken: "Das steht in Ihrem Entwurf.",
  left: "Nicht übernommen: In Ihrem Entwurf bleibt Ihr Text.",
  takeAll: "Alles übernehmen",
  close: "Vorschlag schließen",
  see: (language) => `${language} ansehen`,
};
