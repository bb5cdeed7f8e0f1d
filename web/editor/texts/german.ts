import { de as locale } from "../../locales/de.ts";
import type { EditorTexts } from "./english.ts";

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
    signedInHere: (name) => `Sie sind hier als ${name} angemeldet: Der Link meldet Sie zuerst ab.`,
    anotherWay: "Anders anmelden",
    byToken: "Fügen Sie Ihren Token ein (er beginnt mit bsn_) oder einen Link.",
    token: "Token",
    noLink: "Bitten Sie die Person, die Sie eingeladen hat, um einen neuen Link.",
    linkFailed: "Dieser Link wurde schon benutzt, ist abgelaufen oder unvollständig.",
    tokenFailed: "Token ungültig oder abgelaufen: Fügen Sie ihn ganz ein, oder bitten Sie um einen neuen.",
    signOut: "Abmelden",
    unpublished: "In diesem Browser sind Texte gespeichert, die nicht veröffentlicht sind.",
    deleteDrafts: "Löschen und abmelden",
    keepDrafts: "Behalten und abmelden",
    notSignedOut: "Die Abmeldung ist fehlgeschlagen. Sie sind noch angemeldet.",
    tryAgain: "Noch einmal versuchen",
    signedOut: "Sie sind abgemeldet.",
    signedInAs: (name) => `Angemeldet als ${name}`,
    locked: "In diesem Browser fehlt der Schlüssel Ihrer Anmeldung. Melden Sie sich wieder an.",
    again: "Sie sind abgemeldet. Ihre Texte sind noch da. Öffnen Sie einen neuen Link in einem anderen Tab.",
  },

  lines: {
    more: (count) => `${count} weitere anzeigen`,
    fewer: "Weniger anzeigen",
  },

  app: {
    purpose: "Besucher sehen dies nur, solange die App offline ist. Veröffentlichen schaltet sie nicht ab.",
    answers: (host) => `Die App antwortet unter ${host}.`,
    notice: (host) => `Wer ${host} besucht, sieht jetzt den Hinweis: Dort antwortet zurzeit Backsoon.`,
    unknown: (host) => `Ob die App${host ? ` unter ${host}` : ""} antwortet, ist nicht bekannt.`,
  },

  switch: {
    app: "Besucher sehen die App",
    notice: (since) => `Besucher sehen den Hinweis${since ? ` seit ${since}\u00a0Uhr` : ""}`,
    show: (host) => `Veröffentlichen und jetzt ${host ? `auf ${host}` : "den Besuchern"} zeigen`,
    back: "App zurückholen",
  },

  invite: {
    open: "Einladen",
    explain: "Sie erstellen einen Link, der eine Person anmeldet. Diese darf lesen und veröffentlichen.",
    name: "Name",
    make: "Link erstellen",
    link: "Link",
    pass: (name, end) => `Geben Sie den Link nur ${name}. Er funktioniert einmal, bis ${end}\u00a0Uhr.`,
    onlyHere: "Dieser Link funktioniert nur auf diesem Computer. Der Editor hat keine öffentliche Adresse.",
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
    contactEmail: (address) => `${address} ist eine Beispieladresse, deren E\u2011Mails niemand liest.`,
    noLanguage: "Keine Angabe",
  },

  expectedReturn: {
    amounts: { 30: "+30\u00a0min", 60: "+1\u00a0h", 120: "+2\u00a0h" },
    pick: "Zeit wählen",
    date: "Datum",
    clock: "Uhrzeit",
    zone: "Zeitzone",
    words: "In Ihren eigenen Worten.",
    farAhead: "Das ist in mehr als vierzehn Tagen: Prüfen Sie das Datum.",
    notShortly: "Im Standardtext der Seite steht „in Kürze“: Schreiben Sie eine eigene Nachricht.",
    asWritten: "Wie geschrieben veröffentlichen",
    refused: {
      form: "Schreiben Sie zum Beispiel +90m, 22:30, tomorrow 9:00 oder 2026-11-29 14:00 Europe/Berlin.",
      impossible: "Diesen Zeitpunkt gibt es nicht: Korrigieren Sie Datum oder Uhrzeit.",
      passed: (age) => `Das war ${age}: Geben Sie einen Zeitpunkt in der Zukunft an.`,
      clocksChange: (readings) => `Unklar wegen Zeitumstellung: Schreiben Sie ${readings.join(" oder ")}.`,
    },
  },

  markup: (found) => `Besucher sehen ${found} wörtlich: Schreiben Sie reinen Text. Zeilenumbrüche bleiben.`,

  fault: {
    empty: {
      contactEmail: (name) => `„${name}“ ist leer: Geben Sie ein Postfach an, das jemand liest.`,
      other: (name) => `„${name}“ ist leer: Schreiben Sie einen Text.`,
      translated: (name, language) =>
        `„${name}“ ist leer: Schreiben Sie einen Text oder entfernen Sie ${language}.`,
    },
    long: (name) => `„${name}“ ist zu lang: Bitte kürzen Sie den Text.`,
    badCharacter: (name, code) => `„${name}“: Löschen Sie das nicht darstellbare Zeichen ${code}.`,
    contactEmail: (name, meant) =>
      `„${name}“ ist keine gültige E\u2011Mail-Adresse: Geben Sie ${meant ?? "eine wie help@shop.example"} an.`,
    time: (name, language) => `„${name}“ ist ein Datum: Schreiben Sie Text oder entfernen Sie ${language}.`,
    ownLanguage: (language) => `${language} ist die Sprache des Hinweises: Entfernen Sie diese Übersetzung.`,
    other: (name) => `„${name}“ passt nicht zum übrigen Hinweis: Ändern Sie diese Angabe.`,
  },

  languages: {
    label: "Sprachen",
    add: "Sprache hinzufügen",
    mark: { faulty: "zu korrigieren", blank: "noch leer", outdated: "veraltet" },
    nothing: "Schreiben Sie erst einen Titel oder eine Nachricht: Standardtexte übersetzt die Seite selbst.",
    outdated: (languages) => `Passt die Übersetzung noch (${languages})? Wählen Sie vor dem Veröffentlichen.`,
    keep: "So behalten",
    drop: "Entfernen",
    remove: (language) => `${language} entfernen`,
  },

  drafts: {
    unsaved: "Entwurf",
    discard: "Verwerfen",
    back: (age) => `Ihr Entwurf ist wieder da (Stand: ${age}).`,
    offer: (age) => `In diesem Browser gibt es noch einen Entwurf (Stand: ${age}).`,
    unreadable: "Ein Entwurf in diesem Browser lässt sich nicht öffnen. Sie können seinen Text kopieren.",
    goOn: "Damit weiterarbeiten",
    forget: "Löschen",
    itsText: "Text des Entwurfs",
    notKept: "Dieser Browser speichert keine Entwürfe. Beim Schließen der Seite geht Ihr Text verloren.",
  },

  copy: {
    copy: "Kopieren",
    done: "Kopiert.",
    byHand: "Die Seite darf hier nicht kopieren. Der Text ist markiert: Kopieren Sie ihn selbst.",
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
    limitReached: "Das Tageslimit für das Sprachmodell ist erreicht. Weiter geht es nach Mitternacht (UTC).",
    translate: "Übersetzen",
    translateAll: "Alle übersetzen",
    undo: "Übersetzung zurücknehmen",
    asking: (languages) => `Das Sprachmodell wird gefragt: ${languages}.`,
    filled: (languages) => `Vom Sprachmodell ausgefüllt: ${languages}. Lesen Sie es vor dem Veröffentlichen.`,
    outdated: (languages) => `Nicht ausgefüllt, weil sich der Hinweis inzwischen geändert hat: ${languages}.`,
    failed: (languages) => `Nicht übersetzt: ${languages}.`,
  },

  trouble: {
    stopped: "Der Editor reagiert nicht: Starten Sie ihn neu, oder prüfen Sie die SSH-Verbindung.",
    offline: "Sie sind offline. Sobald Sie wieder online sind, geht es hier von allein weiter.",
    unreachable: "Der Editor ist nicht erreichbar. Sobald er antwortet, geht es hier von allein weiter.",
    kept: "Ihre Texte sind in diesem Browser gespeichert.",
    visitors: "Für Besucher ändert sich nichts.",
    store: "Der Speicher ist nicht erreichbar. Besucher sehen weiter den letzten gültigen Hinweis.",
    other: "Das hat nicht geklappt. Versuchen Sie es erneut. Sonst hilft das Protokoll des Editors.",
    readOnly: "Sie dürfen nur lesen. Bitten Sie die Person, die Sie eingeladen hat, um einen anderen Link.",
    overdue: (age) => `Der angegebene Zeitpunkt war ${age}: Auf der Seite steht, dass es länger dauert.`,
    leftOver: "Stammt dieser Hinweis noch von einem früheren Ausfall?",
    firstUse: "Das ist der Standardhinweis. Schreiben Sie, was los ist und wann Sie wieder da sind.",
  },

  publish: {
    review: "Prüfen und veröffentlichen",
    shortcut: (isMac) => `${isMac ? "⌘" : "Strg"}+Enter`,
    heading: "Was sich für Besucher ändert",
    publish: "Veröffentlichen",
    nothing: "Es hat sich nichts geändert.",
    faulty: "Bitte korrigieren Sie zuerst:",
    done: (revision) => `Version ${revision} ist veröffentlicht.`,
    onNodes: (revision, shown) => `Version ${revision} ist veröffentlicht. Server, die sie zeigen: ${shown}.`,
    noNode: (revision) => `Version ${revision} ist veröffentlicht. Zurzeit läuft kein Server.`,
    undo: "Rückgängig machen",
    overtaken: (own, live) => `Version ${own} wurde veröffentlicht, aber Version ${live} hat sie ersetzt.`,
    again: (of) => `Sie zeigt wieder, was in Version ${of} stand.`,
    unsure: "Noch ist unklar, ob es veröffentlicht ist. Versuchen Sie es erneut: Doppelt geschieht es nie.",
    headingAgain: (revision) => `Wieder Version ${revision}: Was sich für Besucher ändert`,
    lost: (languages) => `Übersetzungen von Texten, die es nicht mehr gibt, werden entfernt (${languages}).`,
  },

  difference: {
    removed: "entfernt:",
    added: "neu:",
    of: (field, language) => `${language}: ${field}`,
  },

  preview: {
    heading: "Seite",
    desk: "PC",
    dark: "Dunkel",
    phase: "Situation",
    phases: { now: "Jetzt", overdue: "Dauert länger", back: "Wieder da" },
    without: (names) => `Ihr Entwurf ohne das, was noch zu korrigieren ist: ${names}`,
    late: "Die Seite ist gerade langsam. Was Sie hier sehen, kann älter sein als Ihr Text.",
    cutOff: "So sah die Seite zuletzt aus. Ihre neuesten Änderungen zeigt sie gerade nicht.",
    failed: "Die Seite ließ sich nicht anzeigen. Ihre nächste Änderung startet einen neuen Versuch.",
  },

  history: {
    heading: "Verlauf",
    overtaken: (live) => `Nicht veröffentlicht: Version ${live} kam zuerst. Folgendes würde sich ändern.`,
    older: "Ältere Versionen",
    live: "veröffentlicht",
    changed: (author, names) => `${author} hat geändert: ${names}`,
    unchanged: (author) => `${author} hat den Hinweis unverändert noch einmal veröffentlicht`,
    sameAs: (revision) => `wie Version ${revision}`,
    damaged: (author, reason) => `${author}: beschädigt, ${reason}`,
    again: "Noch einmal veröffentlichen",
  },

  conflict: {
    line: (revision) => `Version ${revision} ist neuer als Ihr Entwurf.`,
    look: "Beides vergleichen",
    heading: "Der Hinweis wurde inzwischen geändert",
    explain: "Wählen Sie für jeden Teil, was veröffentlicht wird. Von Ihren Texten geht nichts verloren.",
    mine: "Meine Fassung",
    theirs: (author) => (author ? `Veröffentlicht von ${author}` : "Die andere Fassung"),
    open: (names) => `Noch auszuwählen: ${names}.`,
    merge: "Weiter",
  },
};
