import { de as locale } from "../../locales/de.ts";
import type { EditorTexts } from "./english.ts";

const list = (items: string[]): string => new Intl.ListFormat("de").format(items);

/** Everything that the editor says, in German. */
export const german: EditorTexts = {
  locale,
  product: "Backsoon",
  editor: "Editor",
  heading: "Der Wartungshinweis, den Besucher sehen",
  close: "Schließen",
  loading: "Der Hinweis wird geöffnet\u00a0…",
  justNow: "gerade eben",
  comma: ", ",
  inPlace: (place) => `in ${place}`,
  language: "Sprache des Editors",
  name: {
    title: "Titel",
    message: "Nachricht",
    expectedReturn: locale.strings.expectedReturn,
    contactEmail: "Kontakt-E\u2011Mail",
    language: "Sprache dieser Texte",
    translations: "Übersetzungen",
  },
  count: (count, max) => `${count} von ${max}`,

  session: {
    heading: "Anmelden",
    byLink: "Sie haben einen Link geöffnet, mit dem Sie sich anmelden können. Er funktioniert nur einmal.",
    useLink: "Mit diesem Link anmelden",
    signedInHere: (name) =>
      `Sie sind hier als ${name} angemeldet: Wenn Sie den Link benutzen, werden Sie zuerst abgemeldet.`,
    toEditor: "Zum Editor",
    anotherWay: "Anders anmelden",
    byToken: "Fügen Sie Ihren Token ein (er beginnt mit bsn_) oder einen Link.",
    token: "Token",
    noLink: "Bitten Sie die Person, die Sie eingeladen hat, um einen neuen Link.",
    linkFailed: "Dieser Link wurde schon benutzt, ist abgelaufen oder unvollständig.",
    tokenFailed:
      "Dieser Token wurde nicht angenommen. Prüfen Sie, ob Sie ihn vollständig eingefügt haben. Wenn ja, ist er abgelaufen oder wurde widerrufen: Bitten Sie um einen neuen.",
    signOut: "Abmelden",
    unpublished: "In diesem Browser sind Texte gespeichert, die nicht veröffentlicht sind.",
    deleteDrafts: "Löschen und abmelden",
    keepDrafts: "Behalten und abmelden",
    notSignedOut: "Die Abmeldung ist fehlgeschlagen. Sie sind noch angemeldet.",
    tryAgain: "Noch einmal versuchen",
    signedOut: "Sie sind abgemeldet.",
    signedInAs: (name) => `Angemeldet als ${name}`,
    locked:
      "In diesem Browser fehlt der Schlüssel Ihrer Anmeldung. Vielleicht wurden die Browserdaten gelöscht. Melden Sie sich wieder an.",
    again:
      "Sie sind abgemeldet, aber Ihre Texte sind noch da. Bitten Sie die Person, die Sie eingeladen hat, um einen neuen Link, und öffnen Sie ihn in einem anderen Tab.",
  },

  lines: {
    more: (count) => `${count} weitere anzeigen`,
    fewer: "Weniger anzeigen",
  },

  app: {
    purpose:
      "Besucher sehen den Hinweis nur, solange die App nicht erreichbar ist. Wenn Sie veröffentlichen, geht die App nicht offline.",
    answers: (host) => `Die App antwortet unter ${host}.`,
    notice: (host) => `Wer ${host} besucht, sieht jetzt den Hinweis: Dort antwortet zurzeit Backsoon.`,
    unknown: (host) =>
      `Ob die App${host === undefined ? "" : ` unter ${host}`} antwortet, lässt sich nicht feststellen.`,
  },

  switch: {
    app: "Besucher sehen die App",
    notice: (since) => `Besucher sehen den Hinweis${since ? `, seit ${since}` : ""}`,
    show: (host) => `Veröffentlichen und jetzt ${host ? `auf ${host}` : "den Besuchern"} zeigen`,
    back: "App zurückholen",
  },

  invite: {
    open: "Einladen",
    heading: "Jemanden einladen",
    explain:
      "Sie erstellen einen Link, mit dem sich eine Person anmeldet. Sie darf dann lesen und veröffentlichen.",
    name: "Name",
    nameRule: "Erscheint im Verlauf.",
    make: "Link erstellen",
    link: "Link",
    pass: (name, end) =>
      `Geben Sie diesen Link nur an ${name} weiter: Wer ihn zuerst öffnet, wird angemeldet. Der Link funktioniert einmal und gilt bis zum ${end}\u00a0Uhr.`,
    onlyHere:
      "Dieser Link funktioniert nur auf diesem Computer. Für andere Computer braucht der Editor eine öffentliche Adresse: Wenden Sie sich an Ihre IT.",
  },

  live: {
    now: (revision) => `Version ${revision}`,
    seen: {
      answers: "Besucher sehen den Hinweis, wenn Ihre App nicht erreichbar ist.",
      notice: "Besucher sehen den Hinweis gerade.",
    },
    by: (author, age) => `${author}, ${age}`,
  },

  words: {
    heading: "Texte",
    own: "Hinweis",
    more: "Mehr:",
    contactEmail: (address) => `${address} ist eine Beispieladresse, die niemand liest.`,
    noLanguage: "Keine Angabe",
  },

  expectedReturn: {
    amounts: { 30: "+30\u00a0min", 60: "+1\u00a0h" },
    pick: "Zeit wählen",
    date: "Datum",
    clock: "Uhrzeit",
    zone: "Zeitzone",
    words: "In Ihren eigenen Worten.",
    farAhead: "Das ist in mehr als vierzehn Tagen: Prüfen Sie das Datum.",
    notShortly: "Im Standardtext der Seite steht „in Kürze“: Schreiben Sie eine eigene Nachricht.",
    asWritten: "Wie geschrieben veröffentlichen",
    refused: {
      form: "Schreiben Sie einen Zeitpunkt als +90m, 22:30, tomorrow 9:00 oder 2026-11-29 14:00 Europe/Berlin.",
      impossible: "Diesen Zeitpunkt gibt es nicht: Korrigieren Sie Datum oder Uhrzeit.",
      passed: (age) => `Das war ${age}: Geben Sie einen Zeitpunkt in der Zukunft an.`,
      clocksChange: (readings) =>
        `Dann werden die Uhren umgestellt, daher ist der Zeitpunkt nicht eindeutig: Schreiben Sie ${readings.join(" oder ")}.`,
    },
  },

  markup: (found) =>
    `Besucher sehen ${found} genau so, wie es hier steht: Schreiben Sie reinen Text. Eine neue Zeile in der Nachricht ist auch auf der Seite eine neue Zeile.`,

  fault: {
    empty: {
      contactEmail: (name) =>
        `„${name}“ ist leer: Geben Sie eine Adresse an, deren E\u2011Mails jemand liest.`,
      other: (name) => `„${name}“ ist leer: Schreiben Sie einen Text.`,
      translated: (name, language) =>
        `„${name}“ ist leer: Schreiben Sie einen Text oder entfernen Sie ${language}.`,
    },
    long: (name) => `„${name}“ ist zu lang: Bitte kürzen Sie den Text.`,
    badCharacter: (name, code) =>
      `In „${name}“ steht ein Zeichen, das sich nicht darstellen lässt (${code}): Bitte löschen Sie es.`,
    contactEmail: (name, meant) =>
      `„${name}“ ist keine gültige E\u2011Mail-Adresse: Geben Sie ${meant ?? "eine Adresse wie help@shop.example"} an.`,
    time: (name, language) =>
      `In „${name}“ steht ein Zeitpunkt. Zeitpunkte übersetzt die Seite selbst: Schreiben Sie einen Text oder entfernen Sie ${language}.`,
    ownLanguage: (language) =>
      `Die Sprache des Hinweises selbst ist schon ${language}, diese Übersetzung ist also überflüssig: Entfernen Sie ${language} oder ändern Sie die „Sprache dieser Texte“.`,
    other: (name) => `„${name}“ passt nicht zum übrigen Hinweis: Ändern Sie diese Angabe.`,
  },

  languages: {
    label: "Sprachen",
    add: "Sprache hinzufügen",
    mark: { faulty: "zu korrigieren", blank: "noch leer", outdated: "veraltet" },
    nothing:
      "Schreiben Sie zuerst einen eigenen Titel oder eine eigene Nachricht: Ihre Standardtexte übersetzt die Seite selbst.",
    outdated: (languages) =>
      `Der Hinweis wurde geändert. Passt die Übersetzung noch (${list(languages)})? Wählen Sie, bevor Sie veröffentlichen.`,
    keep: "So behalten",
    drop: "Entfernen",
    remove: (language) => `${language} entfernen`,
  },

  drafts: {
    unsaved: "Entwurf",
    discard: "Verwerfen",
    back: (age) => `Ihr Entwurf ist wieder da (Stand: ${age}).`,
    offer: (age) => `In diesem Browser gibt es noch einen Entwurf (Stand: ${age}).`,
    unreadable:
      "In diesem Browser liegt ein Entwurf, der sich hier nicht öffnen lässt. Sie können seinen Text kopieren.",
    goOn: "Damit weiterarbeiten",
    forget: "Löschen",
    itsText: "Text des Entwurfs",
    notKept:
      "Dieser Browser kann keine Entwürfe speichern. Was Sie schreiben, geht verloren, wenn Sie die Seite schließen.",
  },

  copy: {
    copy: "Kopieren",
    done: "Kopiert.",
    byHand:
      "In diesem Browser kann die Seite nicht selbst kopieren. Der Text ist markiert: Kopieren Sie ihn.",
  },

  failure: {
    heading: "Im Editor ist ein Fehler aufgetreten",
    happened: "Diese Seite kann nicht weiterarbeiten. Besucher sind nicht betroffen.",
    kept: "Was Sie geschrieben haben, ist in diesem Browser gespeichert. Kopieren Sie es zur Sicherheit:",
    reload: "Seite neu laden",
    startWithout: "Ohne diesen Entwurf beginnen",
    forReport: "Angaben für den Fehlerbericht",
  },

  proposals: {
    label: "Übersetzungen des Sprachmodells",
    usage: (count, limit) => `${count} von ${limit} heute`,
    limitReached:
      "Die Anfragen an das Sprachmodell sind für heute aufgebraucht: Nach Mitternacht (UTC) können Sie wieder anfragen. Alles andere funktioniert.",
    translate: "Übersetzen",
    translateAll: "Alle übersetzen",
    undo: "Übersetzung zurücknehmen",
    asking: (languages) => `Das Sprachmodell wird gefragt: ${list(languages)}.`,
    filled: (languages) =>
      `Vom Sprachmodell ausgefüllt: ${list(languages)}. Lesen Sie es, bevor Sie veröffentlichen.`,
    outdated: (languages) =>
      `Nicht ausgefüllt, weil sich der Hinweis seitdem geändert hat: ${list(languages)}.`,
    failed: (languages) => `Nicht übersetzt: ${list(languages)}.`,
  },

  trouble: {
    stopped:
      "Der Editor reagiert nicht: Starten Sie ihn neu. Wenn Sie ihn über SSH nutzen, prüfen Sie zuerst diese Verbindung.",
    offline: "Sie sind offline. Sobald Sie wieder online sind, geht es hier von allein weiter.",
    unreachable:
      "Der Editor ist nicht erreichbar: Er läuft nicht, oder die Verbindung dorthin ist gestört. Sobald er wieder antwortet, geht es hier von allein weiter.",
    kept: "Ihre Texte sind in diesem Browser gespeichert.",
    visitors: "Für Besucher ändert sich nichts.",
    store:
      "Der Speicher ist zurzeit nicht erreichbar. Besucher sehen weiterhin den letzten gültigen Hinweis. Veröffentlichen können Sie erst, wenn der Speicher wieder da ist.",
    other:
      "Das hat nicht geklappt. Versuchen Sie es noch einmal. Wenn es wieder nicht klappt, sehen Sie im Protokoll des Editors nach.",
    readOnly:
      "Sie können lesen, aber nicht veröffentlichen. Bitten Sie die Person, die Sie eingeladen hat, um einen anderen Link.",
    overdue: (age) =>
      `Der angegebene Zeitpunkt war ${age}. Deshalb steht auf der Seite, dass es länger dauert als erwartet.`,
    leftOver: "Stammt dieser Hinweis noch von einem früheren Ausfall?",
    firstUse: "Das ist der Standardhinweis. Schreiben Sie, was los ist und wann Sie wieder da sind.",
  },

  publish: {
    review: "Prüfen und veröffentlichen",
    shortcut: (isMac) => `${isMac ? "⌘" : "Strg"}+Enter`,
    heading: "Was sich für Besucher ändert",
    publish: "Veröffentlichen",
    publishing: "Wird veröffentlicht\u00a0…",
    nothing: "Es hat sich nichts geändert.",
    faulty: "Bitte korrigieren Sie zuerst:",
    done: (revision) => `Version ${revision} ist veröffentlicht.`,
    onNodes: (revision, live, all) =>
      `Version ${revision} ist veröffentlicht. Server, die sie zeigen (${live.length} von ${all})${live.length > 0 ? `: ${list(live)}` : ""}.`,
    noNode: (revision) => `Version ${revision} ist veröffentlicht. Zurzeit läuft kein Server.`,
    undo: "Rückgängig machen",
    overtaken: (revision, live) =>
      `Version ${revision} wurde veröffentlicht, aber inzwischen durch Version ${live.revision}${live.author ? ` von ${live.author}` : ""} ersetzt.`,
    again: (of) => `Sie zeigt wieder, was in Version ${of} stand.`,
    unsure:
      "Noch ist nicht klar, ob das veröffentlicht wurde. Versuchen Sie es noch einmal, um das herauszufinden: Zweimal veröffentlicht wird es nicht.",
    headingAgain: (revision) => `Wieder Version ${revision}: Was sich für Besucher ändert`,
    lost: (languages) =>
      `Übersetzungen, zu denen der Hinweis selbst keinen Text mehr hat, werden entfernt (${list(languages)}).`,
  },

  difference: {
    removed: "entfernt:",
    added: "neu:",
    of: (field, language) => `${language}: ${field}`,
  },

  preview: {
    heading: "Seite",
    schemes: { light: "Hell", dark: "Dunkel" },
    devices: { phone: "Handy", desk: "PC" },
    phase: "Situation",
    phases: { now: "Jetzt", overdue: "Dauert länger", back: "Wieder da" },
    without: (names) => `Ihr Entwurf ohne das, was noch zu korrigieren ist: ${list(names)}`,
    late: "Die Seite ist gerade langsam. Was Sie hier sehen, kann älter sein als Ihr Text.",
    cutOff: "So sah die Seite zuletzt aus. Ihre neuesten Änderungen zeigt sie gerade nicht.",
    failed:
      "Die Seite konnte nicht angezeigt werden. Mit Ihrer nächsten Änderung wird es noch einmal versucht.",
  },

  history: {
    heading: "Verlauf",
    overtaken: (revision, author) =>
      `Es wurde nichts veröffentlicht: Version ${revision}${author ? ` von ${author}` : ""} kam Ihnen zuvor. Hier sehen Sie, was sich daran ändern würde.`,
    older: "Ältere Versionen",
    live: "veröffentlicht",
    changed: (author, names) => `${author} hat geändert: ${list(names)}`,
    unchanged: (author) => `${author} hat den Hinweis unverändert noch einmal veröffentlicht`,
    sameAs: (revision) => `wie Version ${revision}`,
    damaged: (author, reason) => `${author}: beschädigt, ${reason}`,
    again: "Noch einmal veröffentlichen",
  },

  conflict: {
    line: (revision, by) => `Version ${revision}${by ? ` (${by})` : ""} ist neuer als Ihr Entwurf.`,
    look: "Beides vergleichen",
    heading: "Der Hinweis wurde inzwischen geändert",
    explain:
      "Wählen Sie für jeden Teil aus, was veröffentlicht werden soll. Von Ihren Texten geht nichts verloren.",
    mine: "Meine Fassung",
    theirs: (author) => (author ? `Veröffentlicht von ${author}` : "Die andere Fassung"),
    open: (names) => `Noch auszuwählen: ${names.join(", ")}.`,
    merge: "Weiter",
  },
};
