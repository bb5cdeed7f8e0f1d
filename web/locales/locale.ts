import type { DayFirst } from "../../schema/languages/day-first.ts";
import type { PageLanguage } from "../../schema/words/visitor-words.ts";

/** The page's own texts in one language, whose tag is of BCP 47. @see https://www.rfc-editor.org/info/bcp47 */
export interface Locale extends PageLanguage {
  direction: "ltr" | "rtl";
  /** The calendar, unless it is Gregorian. @see https://www.rfc-editor.org/rfc/rfc6067 */
  calendar?: "buddhist" | "persian";
  /** The digits, unless they are European. */
  digits?: "arabext" | "beng" | "deva";
  dateAndClock?: DateAndClock;
  /** By what times are written, where the server knows that the visitor has a way of their own; no text is in it. */
  formatting?: DayFirst;
  about: About;
  strings: {
    title: string;
    message: string;
    /** The heading of the expected return. */
    expectedReturn: string;
    needHelp: string;
    thanks: string;
    /** Once the expected return has passed. */
    overdue: string;
    /** In place of the title, once the app has answered. */
    backTitle: string;
    /** Below `backTitle`, until the app is shown. */
    opening: string;
    /** What a visitor can do; true without JavaScript, too. */
    reload: string;
    /** Shown in place of `reload` once the page itself has reached the service. */
    leaveOpen: string;
    /** After several polls without an answer. */
    unreachable: string;
    /** When the notice was last changed; `{time}` stands for a relative time, such as "5 minutes ago". */
    updated: string;
    /** The same for less than a minute. */
    updatedNow: string;
    /** Before the texts that have changed, when they are announced. */
    changed: string;
    /** Announced when the expected return has been removed. */
    noReturnKnown: string;
  };
  /** On a page for a request that may have sent something, what became of it; no other page has it. */
  sent?: string;
}

/** What became of what a request sent: the app did not get it, or nobody knows. */
export type Sent = "lost" | "unsure";

/** A language with all its texts, those that few pages need among them. */
export interface CompleteLocale extends Locale {
  /** What `sent` says of what was lost. */
  unsaved: string;
  /** What it says if nobody knows. */
  unsure: string;
}

/** The word that says that a relative time, such as "in 2 hours", is not exact, and how such a time reads well. */
export interface About {
  /** With a space of its own, if the language writes one. */
  word: string;
  /** Right before the number, or before or after the whole phrase. */
  place: "number" | "before" | "after";
  /** Words of the whole phrase, and what to write instead, one after the other; half hours are "1½" and "2½" there. */
  words?: Record<string, string>;
}

/** How to write a time where the engines' own way reads badly. */
export interface DateAndClock {
  /**
   * The order of the parts. `{date}` and `{clock}` are as the engines write them; each single field has the engines'
   * own name, such as `{weekday}` and `{timeZoneName}`.
   * @see https://tc39.es/ecma402/#sec-partitiondatetimepattern
   */
  pattern?: string;
  /** Words that the engines use, and what to write instead. */
  words?: Record<string, string>;
}
