/** The page's own texts in one language. */
export interface Locale {
  /** The language, as a BCP 47 tag. @see https://www.rfc-editor.org/info/bcp47 */
  tag: string;
  direction: "ltr" | "rtl";
  strings: {
    title: string;
    message: string;
    /** The heading of the expected return. */
    expectedReturn: string;
    needHelp: string;
    thanks: string;
    /** Once the expected return has passed. */
    overdue: string;
    /** Once the app has answered, before the page is loaded again. */
    back: string;
    /** An adverb, with the space after it, to go before the number in "in 2 hours". */
    about: string;
  };
}
