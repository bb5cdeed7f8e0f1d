/** What the page says by itself in one language. */
export interface Locale {
  /** The language, as a BCP 47 tag. @see https://www.rfc-editor.org/info/bcp47 */
  tag: string;
  direction: "ltr" | "rtl";
  strings: {
    title: string;
    message: string;
    expectedReturn: string;
    needHelp: string;
    thanks: string;
  };
}
