import { whoSees } from "../../../schema/advice/advice.ts";
import type { Field } from "../../../schema/notice/notice.ts";
import { en as locale } from "../../locales/en.ts";
import type { CompleteLocale } from "../../locales/locale.ts";

/** What the editor says, in one of its languages. */
export type EditorTexts = typeof english;

/** Everything that the editor says, in English. */
export const english = {
  /** What visitors read in this language: its tag, its direction, and how it writes a time. */
  locale: locale as CompleteLocale,
  product: "Backsoon",
  editor: "Editor",
  heading: "The notice that visitors see",
  close: "Close",
  loading: "Opening the notice…",
  justNow: "just now",
  comma: ", ",
  inPlace: (place: string) => `in ${place}`,
  language: "Language of the editor",
  name: {
    title: "Title",
    message: "Message",
    expectedReturn: "Expected return",
    contactEmail: "Contact e-mail",
    language: "Language of these words",
    translations: "Translations",
  } satisfies Record<Exclude<Field, "isEnabled">, string>,
  count: (count: number, max: number) => `${count} of ${max}`,

  session: {
    heading: "Sign in",
    byLink: "You opened a link that signs you in. It works once.",
    useLink: "Sign in with this link",
    signedInHere: (name: string) => `You are signed in as ${name} here: the link signs you out first.`,
    anotherWay: "Sign in another way",
    byToken: "Paste your token, which starts with bsn_, or a link.",
    token: "Token",
    noLink: "Ask whoever invited you for a new link.",
    linkFailed: "This link was used, has expired or is incomplete.",
    tokenFailed: "This token was not accepted. Paste all of it, or ask for a new one: it may have expired.",
    signOut: "Sign out",
    unpublished: "This browser keeps words that are not published.",
    deleteDrafts: "Delete them and sign out",
    keepDrafts: "Keep them and sign out",
    notSignedOut: "You are still signed in, because signing out failed.",
    tryAgain: "Try again",
    signedOut: "You are signed out.",
    signedInAs: (name: string) => `Signed in as ${name}`,
    locked: "This browser has lost the key of your sign-in. Sign in again.",
    again: "You are signed out, but your words are still here. Open a new link in another tab.",
  },

  lines: {
    more: (count: number) => `${count} more`,
    fewer: "Show less",
  },

  app: {
    purpose: "Visitors see this only while the app is away. Publishing does not take the app offline.",
    answers: (host: string) => `The app answers at ${host}.`,
    notice: (host: string) => `Visitors of ${host} see the notice now: Backsoon answers there.`,
    unknown: (host: string | undefined) =>
      `It is not known whether the app answers${host === undefined ? "" : ` at ${host}`}.`,
  },

  switch: {
    app: "Visitors see the app",
    notice: (since: string | undefined) => `Visitors see the notice${since ? `, since ${since}` : ""}`,
    show: (host: string | undefined) => `Publish and show it${host ? ` on ${host}` : ""} now`,
    back: "Bring the app back",
  },

  invite: {
    open: "Invite",
    explain: "This makes a link that signs one person in. That person may read and publish.",
    name: "Name",
    make: "Make the link",
    link: "Link",
    pass: (name: string, end: string) => `Give this link only to ${name}. It works once, until ${end}.`,
    onlyHere: "This link works only on this computer. The editor has no public address.",
  },

  live: {
    now: (revision: number) => `Revision ${revision}`,
    seen: whoSees,
    by: (author: string, age: string) => `${author}, ${age}`,
  },

  words: {
    heading: "Words",
    own: "The notice",
    more: "More:",
    contactEmail: (address: string) => `${address} is an example address that nobody reads.`,
    noLanguage: "Not stated",
  },

  expectedReturn: {
    amounts: { 30: "+30 min", 60: "+1 h", 120: "+2 h" },
    pick: "Pick a time",
    date: "Date",
    clock: "Time",
    zone: "Time zone",
    words: "In your own words.",
    farAhead: "That is more than fourteen days ahead: check the date.",
    notShortly: "The page’s own message says “shortly”: write your own message.",
    asWritten: "Publish it as written",
    refused: {
      form: "Write a time as +90m, 22:30, tomorrow 9:00 or 2026-11-29 14:00 Europe/Berlin.",
      impossible: "There is no such time: correct the date or the clock time.",
      passed: (age: string) => `That was ${age}: give a time in the future.`,
      clocksChange: (readings: string[]) =>
        `The clocks change then, so this is no certain time: write ${readings.join(" or ")}.`,
    },
  },

  markup: (found: string) => `Visitors will see ${found} as typed: write plain text. New lines stay.`,

  fault: {
    empty: {
      contactEmail: (name: string) => `${name} is empty: give an address that somebody reads.`,
      other: (name: string) => `${name} is empty: write some words.`,
      translated: (name: string, language: string) => `${name} is empty: write it, or remove ${language}.`,
    },
    long: (name: string) => `${name} is too long: shorten it.`,
    badCharacter: (name: string, code: string) =>
      `${name} has a character that cannot be shown (${code}): delete it.`,
    contactEmail: (name: string, meant: string | undefined) =>
      `${name} is not a valid e-mail address: write ${meant ?? "one such as help@shop.example"}.`,
    time: (name: string, language: string) => `${name} is a time: write words, or remove ${language}.`,
    ownLanguage: (language: string) => `The notice itself is in ${language}: remove this translation.`,
    other: (name: string) => `${name} does not fit the rest of the notice: rewrite it.`,
  },

  languages: {
    label: "Languages",
    add: "Add a language",
    mark: { faulty: "to correct", blank: "nothing yet", outdated: "outdated" },
    nothing: "Write your own title or message first: the page translates its own words itself.",
    outdated: (languages: string) =>
      `Does the translation still fit (${languages})? Choose before publishing.`,
    keep: "Keep as written",
    drop: "Remove",
    remove: (language: string) => `Remove ${language}`,
  },

  drafts: {
    unsaved: "Not published",
    discard: "Discard",
    back: (age: string) => `Your unfinished draft from ${age} is back.`,
    offer: (age: string) => `This browser keeps an unfinished draft from ${age}.`,
    unreadable: "This browser keeps a draft that cannot be opened here. You can copy its text.",
    goOn: "Continue with it",
    forget: "Delete it",
    itsText: "Text of the draft",
    notKept: "This browser cannot keep drafts. What you type is lost if you close the page.",
  },

  copy: {
    copy: "Copy",
    done: "Copied.",
    byHand: "This browser does not let the page copy. The text is selected: copy it yourself.",
  },

  failure: {
    heading: "The editor ran into an error",
    happened: "This page cannot continue. Visitors are not affected.",
    kept: "What you typed is kept in this browser. To be safe, copy it:",
    reload: "Reload the page",
    startWithout: "Start without this draft",
    forReport: "Details for a report of this error",
  },

  proposals: {
    label: "Translations by the chat model",
    usage: (count: number, limit: number) => `${count} of ${limit} today`,
    limitReached: "Today’s requests to the chat model are used up. You can ask again after midnight UTC.",
    translate: "Translate",
    translateAll: "Translate all",
    undo: "Undo the translation",
    asking: (languages: string) => `Asking the chat model: ${languages}.`,
    filled: (languages: string) => `Filled in by the chat model: ${languages}. Read it before you publish.`,
    outdated: (languages: string) => `Not filled in, because the notice has changed since: ${languages}.`,
    failed: (languages: string) => `Not translated: ${languages}.`,
  },

  trouble: {
    stopped: "The editor is not responding: start it again, or check your SSH connection.",
    offline: "You are offline. This page continues by itself when you are back online.",
    unreachable: "The editor cannot be reached. This page continues by itself when the editor responds.",
    kept: "Your words are kept in this browser.",
    visitors: "Visitors are not affected.",
    store: "The store cannot be used right now. Visitors still see the last good notice.",
    other: "That did not work. Try again. If it fails again, look at the editor’s log.",
    readOnly: "You can read, but not publish. Ask whoever invited you for another link.",
    overdue: (age: string) => `The expected return passed ${age}: the page says that this takes longer.`,
    leftOver: "Is this notice left over from another outage?",
    firstUse: "This is the default notice. Say what is going on, and when you will be back.",
  },

  publish: {
    review: "Review and publish",
    shortcut: (isMac: boolean) => `${isMac ? "⌘" : "Ctrl"}+Enter`,
    heading: "What changes for visitors",
    publish: "Publish",
    nothing: "Nothing has changed.",
    faulty: "To be corrected first:",
    done: (revision: number) => `Revision ${revision} is published.`,
    onNodes: (revision: number, shown: string) => `Revision ${revision} is published. Nodes: ${shown}.`,
    noNode: (revision: number) => `Revision ${revision} is published. No node is running.`,
    undo: "Undo",
    overtaken: (own: number, live: number) =>
      `Revision ${own} was published, but revision ${live} has replaced it.`,
    again: (of: number) => `It brings back what revision ${of} said.`,
    unsure: "It is not known yet whether this was published. Try again: it is never published twice.",
    headingAgain: (revision: number) => `Revision ${revision} again: what changes for visitors`,
    lost: (languages: string) => `Translations of texts that are no longer there are removed (${languages}).`,
  },

  difference: {
    removed: "removed:",
    added: "added:",
    of: (field: string, language: string) => `${field} in ${language}`,
  },

  preview: {
    heading: "Page",
    desk: "Desk",
    dark: "Dark",
    phase: "Moment",
    phases: { now: "Now", overdue: "Return overdue", back: "We’re back" },
    without: (names: string) => `Your draft, except for what has to be corrected first: ${names}`,
    late: "The page is slow right now. What you see here may be older than your words.",
    cutOff: "The page as it was. It does not show your latest words right now.",
    failed: "The page could not be shown. Your next change tries again.",
  },

  history: {
    heading: "History",
    overtaken: (live: number) => `Nothing was published: revision ${live} came first. This would change.`,
    older: "Older ones",
    live: "published",
    changed: (author: string, names: string) => `${author} changed ${names}`,
    unchanged: (author: string) => `${author} published it again`,
    sameAs: (revision: number) => `the same as ${revision}`,
    damaged: (author: string, reason: string) => `${author}: damaged, ${reason}`,
    again: "Publish again",
  },

  conflict: {
    line: (revision: number) => `Revision ${revision} is newer than your draft.`,
    look: "Compare both",
    heading: "The notice changed meanwhile",
    explain: "For each part, choose what to publish. Nothing of yours is lost.",
    mine: "Mine",
    theirs: (author: string | undefined) => (author ? `Published by ${author}` : "Published now"),
    open: (names: string) => `Still to choose: ${names}.`,
    merge: "Continue",
  },
};
