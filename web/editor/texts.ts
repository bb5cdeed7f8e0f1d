import type { Moments } from "./time/local-time.ts";

const times = new Intl.PluralRules("en");
const plural = (count: number, one: string, other: string): string =>
  `${count} ${times.select(count) === "one" ? one : other}`;
const list = (items: string[]): string => new Intl.ListFormat("en").format(items);

/** Everything that the editor says, in English. */
export const texts = {
  product: "Backsoon",
  editor: "Editor",
  heading: "The notice that visitors see",
  close: "Close",
  loading: "Opening the notice…",
  justNow: "just now",
  name: {
    title: "Title",
    message: "Message",
    expectedReturn: "Expected return",
    contactEmail: "Contact e-mail",
    language: "Language of these words",
    isEnabled: "Enabled",
    translations: "Translations",
  } as Record<string, string>,
  count: (count: number, max: number) => `${count} of ${max}`,

  session: {
    heading: "Sign in",
    byLink: "You came by a link from the command line. It signs you in once.",
    useLink: "Sign in with this link",
    byToken:
      "Paste a token that starts with bsn_. On the machine of the notice, `npx notice token create NAME` makes one.",
    token: "Token",
    signIn: "Sign in",
    noLink:
      "No token? On the machine of the notice, `npx notice editor link` prints a link that signs you in.",
    linkFailed:
      "This link was used already, or is older than five minutes. `npx notice editor link` prints another.",
    tokenFailed: "This token is not valid here: it may be mistyped, expired or revoked.",
    signOut: "Sign out",
    signedInAs: (name: string) => `Signed in as ${name}`,
    again:
      "You are signed out, and your words are kept. Sign in again here, or with a link in another tab, and go on.",
  },

  live: {
    now: (revision: number) => `Revision ${revision} is live`,
    by: (author: string, age: string) => `${author}, ${age}`,
  },

  words: {
    heading: "Words",
    own: "The notice",
    message: {
      rule: "May have several lines. Left empty, the page has a message of its own in 48 languages.",
    },
    title: {
      rule: "One line.",
      useDefault: "Use the default",
      isDefault: "The default, which the page has in 48 languages.",
    },
    contactEmail: {
      rule: "Visitors see it as a link.",
      isExample: "Only an example: give an address at which somebody reads.",
    },
    language: {
      rule: "Tells browsers how to read these words aloud.",
      none: "Not said",
      other: "Another…",
      tag: "Language tag, such as en-GB",
    },
  },

  expectedReturn: {
    none: "Not given",
    time: "A time",
    words: "Words",
    rule: "One line, shown as it is.",
    date: "Date",
    clock: "Time",
    zone: "Time zone",
    fromNow: "From now:",
    amounts: [
      [30, "+30 min"],
      [60, "+1 h"],
      [120, "+2 h"],
    ] as const,
    reads: "Visitors read",
    inZone: "A visitor in",
    passed: (age: string) => `That was ${age}.`,
    ahead: (age: string) => `That is ${age}.`,
    noWords: "The expected return has no words: write some, or choose “Not given”.",
    noTime: (
      moments: Moments,
      { date, clock, zone }: { date: string; clock: string; zone: string },
    ): string => {
      if (moments.kind === "none")
        return `${clock} on ${date} does not exist in ${zone}, as clocks go forward then: the next time there is ${moments.next.clock}.`;
      if (moments.kind === "two")
        return `${clock} on ${date} comes twice in ${zone}, as clocks go back then: say which of the two.`;
      return "The expected return has no time yet: give a date and a time, or choose “Not given”.";
    },
    which: "Which one?",
    first: "The first",
    second: "The second",
  },

  languages: {
    label: "Languages",
    add: "Add a language",
    says: "The notice says:",
    mark: { stands: "", blank: "nothing yet", goes: "will go", kept: "kept", removed: "removed" },
    nothing:
      "There is nothing to translate yet: the page has its own words for all of this in 48 languages. Write a title or a message of your own first.",
    blank: (language: string) => `Nothing is written in ${language} yet.`,
    goes: (language: string) =>
      `The ${language} words translate what the notice said before. They go with this change, unless you keep them or write them anew.`,
    kept: "These words stay, although the notice now says something else.",
    removed: (language: string) => `The ${language} words will be removed.`,
    instead: (language: string, other: string) => `Visitors who read ${language} then get ${other}.`,
    ownWords: (language: string | undefined) =>
      language ? `the notice’s own words, in ${language}` : "the notice’s own words",
    keep: "Keep them",
    drop: "Let them go",
    anew: "Write them anew",
    remove: (language: string) => `Remove ${language}`,
    bring: "Bring them back",
    someGo: (languages: string[]) =>
      `${list(languages)} will go with this change, as they translate what the notice said before.`,
    keepAll: "Keep them all",
  },

  drafts: {
    unsaved: "Not published",
    saved: "Nothing to publish",
    changed: (names: string[]) => list(names),
    discard: "Discard",
    back: (age: string, revision: number) =>
      `Your unfinished draft from ${age} is back. It was made from revision ${revision}.`,
    offer: (age: string, revision: number, names: string[]) =>
      `An unfinished draft from ${age}, made from revision ${revision}, is kept in this browser${names.length > 0 ? `: ${list(names)}` : ""}.`,
    goOn: "Go on with it",
    forget: "Delete it",
    notKept: "This browser keeps no drafts: what you type is lost when the page is closed.",
  },

  trouble: {
    stopped:
      "The editor does not answer. Start it again with `npx notice editor`. If you reach it over SSH, check that connection first.",
    offline: "You are offline. This page goes on by itself as soon as you are online again.",
    unreachable:
      "The editor cannot be reached. Either it is not running, or something between you and it is down. This page goes on by itself as soon as the editor answers.",
    kept: "Your words are kept in this browser.",
    visitors: "Visitors see the notice as before.",
    store:
      "The store is away. Visitors see the last good notice, and nothing can be published until the store is back.",
    other: "The editor could not do that.",
    readOnly:
      "Your token may read alone. Try words and see the page; to publish, sign in with a token of scope write.",
    leftOver: (age: string) =>
      `The expected return passed ${age}. Is this notice left over from another outage?`,
    firstUse: "This is the notice as it comes. Say what is going on, and when you will be back.",
  },

  publish: {
    review: "Review and publish",
    shortcut: (isMac: boolean) => `${isMac ? "⌘" : "Ctrl"}+Enter`,
    heading: "What changes for visitors",
    publish: "Publish",
    publishing: "Publishing…",
    back: "Back to the words",
    nothing: "Nothing has changed.",
    faulty: (count: number) => `${plural(count, "thing has", "things have")} to be corrected first:`,
    pageWords: "The page has its own words for all of this: every visitor reads them in their language.",
    everyone: (language: string | undefined) =>
      `Every visitor reads these words${language ? ` in ${language}` : ""}, whatever the language of their page.`,
    translated: (languages: string[]) => `Visitors who read ${list(languages)} get their translation.`,
    allOthers: (language: string | undefined) =>
      `All others get the notice’s own words${language ? `, in ${language}` : ""}.`,
    done: (revision: number) => `Revision ${revision} is live.`,
    onNodes: (revision: number, live: string[], all: number) =>
      `Revision ${revision} is live on ${live.length} of ${plural(all, "node", "nodes")}${live.length > 0 ? `: ${list(live)}` : ""}.`,
    noNode: (revision: number) => `Revision ${revision} is published; no node is running.`,
    undo: "Undo",
    again: (revision: number, of: number) => `Revision ${revision} says again what revision ${of} said.`,
    unsure: "Nobody knows yet whether it was published. Publish again: it cannot happen twice.",
  },

  difference: {
    removed: "removed:",
    added: "added:",
    of: (field: string, language: string) => `${field} in ${language}`,
  },

  preview: {
    heading: "Page",
    title: "The page as visitors see it",
    language: "Language",
    scheme: "Colours",
    schemes: { light: "Light", dark: "Dark" },
    device: "Screen",
    devices: { phone: "Phone", tablet: "Tablet", desk: "Desk" },
    phase: "Moment",
    phases: { before: "Before the return", overdue: "Return overdue", back: "We’re back" },
    draft: "Your draft; visitors do not see it yet",
    live: "What visitors see now",
    stale: (fault: string) => `The page as it was before this: ${fault}`,
    late: "The page is taking its time: what you see here may be older than your words.",
    cutOff: "The page as it was: it does not follow your words right now.",
    failed: "The page could not be shown. It is asked for again with the next change.",
  },

  history: {
    heading: "History",
    open: "History",
    explain:
      "Open one to see what it changed. Starting from it changes your draft alone; rolling back to it publishes it at once.",
    explainReading: "Open one to see what it changed, or to start from it.",
    when: (age: string, date: string) => `${age}, ${date}`,
    older: "Older ones",
    compare: (revision: number) => `Compare revision ${revision} with`,
    live: "live",
    startFrom: "Start from this one",
    rollBack: "Roll back to this one",
    changed: (names: string[]) => list(names),
    damaged: (reason: string) => `damaged: ${reason}`,
  },

  conflict: {
    line: (revision: number, by: string) => `Revision ${revision} was published${by} while you typed.`,
    by: (author: string, age: string) => ` by ${author} ${age}`,
    look: "See both",
    heading: "Two people changed the notice",
    explain: "Choose for each what is to be published. Nothing of yours is lost.",
    base: "Before",
    mine: "Mine",
    theirs: "Theirs",
    open: (names: string[]) => `Still to choose: ${list(names)}.`,
    takeTheirs: "Take all of theirs",
    keepMine: "Keep all of mine",
    merge: "Go on with these",
    absent: "(none)",
  },
};
