const times = new Intl.PluralRules("en");
const plural = (count: number, one: string, other: string): string =>
  `${count} ${times.select(count) === "one" ? one : other}`;
const numbers = new Intl.NumberFormat("en");

/** What is said of proposals, in one of the editor's languages. */
export type ProposalTexts = typeof proposalsInEnglish;

/** What is said of proposals, in English. */
export const proposalsInEnglish = {
  label: "Proposals by the chat model",
  usage: (count: number, limit: number) => `${numbers.format(count)} of ${numbers.format(limit)} today`,
  limitReached:
    "Today’s requests to the chat model are used up. You can ask again after midnight UTC. Everything else works.",
  translate: "Translate",
  translateAll: "Translate all",
  cancel: "Cancel",
  state: {
    waiting: "waiting",
    asking: "asking…",
    proposed: "proposed",
    failed: "failed",
    cancelled: "cancelled",
    taken: "taken",
    left: "left out",
  },
  line: (name: string, state: string) => `${name}: ${state}`,
  paidOnce: "Ask again: if an answer was on its way, it is not counted twice.",
  heading: "Proposal",
  explain: "A model wrote this. Visitors see it only after you take it and publish.",
  changed: "The notice has changed since you asked for this. Check that the proposal still fits.",
  hints: (count: number) => plural(count, "hint", "hints"),
  take: (name: string) => `Take the ${name.toLowerCase()}`,
  leave: (name: string) => `Leave the ${name.toLowerCase()}`,
  putBack: (name: string) => `Put my ${name.toLowerCase()} back`,
  taken: "This is in your draft.",
  left: "Left out: your draft has its own words.",
  takeAll: "Take all",
  close: "Close the proposal",
  see: (language: string) => `See ${language}`,
};
