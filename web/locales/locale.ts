import type { PageLanguage } from "../../schema/notice/translations.ts";

/** The page's own texts in one language, whose tag is of BCP 47. @see https://www.rfc-editor.org/info/bcp47 */
export interface Locale extends PageLanguage {
  direction: "ltr" | "rtl";
  /** The calendar, unless it is Gregorian. @see https://www.rfc-editor.org/rfc/rfc6067 */
  calendar?: "buddhist" | "persian";
  /** The digits, unless they are European. */
  digits?: "arabext" | "beng" | "deva";
  dateAndClock?: DateAndClock;
  /** The tag by which to write times, if the server knows that the visitor's English is not American. */
  formatting?: string;
  about: About;
  strings: {
    title: string;
    message: string;
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
    updatedNow: string;
    /** Before the texts that have changed, when they are announced. */
    changed: string;
    /** Announced when the expected return has been removed. */
    noReturnKnown: string;
  };
  /** Only on a page for a request that may have sent data: what became of the data. */
  sent?: string;
}

/** What became of the data in a request: the app did not get it, or that is unknown. */
export type Sent = "lost" | "unsure";

/** A language with all its texts, even those that few pages need. */
export interface CompleteLocale extends Locale {
  /** The text of `sent` for lost data. */
  unsaved: string;
  /** The text of `sent` if that is unknown. */
  unsure: string;
}

/** The word for "about" in a relative time such as "in 2 hours", and corrections of such times. */
export interface About {
  /** With a space of its own, if the language writes one. */
  word: string;
  /** Right before the number, or before or after the whole phrase. */
  place: "number" | "before" | "after";
  /** Corrections of the whole phrase, in order: words and their replacements. Half hours are "1½" and "2½" there. */
  words?: Record<string, string>;
}

interface DateAndClock {
  /**
   * The order of the parts. `{date}` and `{clock}` are as the engines write them; each single field has the engines'
   * own name, such as `{weekday}` and `{timeZoneName}`.
   * @see https://tc39.es/ecma402/#sec-partitiondatetimepattern
   */
  pattern?: string;
  words?: Record<string, string>;
}
