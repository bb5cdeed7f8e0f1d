import type { Field } from "../../schema/notice/notice.ts";
import type { LocalTime } from "./expected-return.tsx";
import type { Contact } from "./quiet-line.tsx";

/** A part of an announcement to screen reader users; `lang` is set if it is not in the page's language. */
export interface Said {
  text: string;
  lang?: string | undefined;
}

/** The names of texts that ops change and visitors read. */
export type TextName = Exclude<Field, "isEnabled" | "language" | "translations">;

/** What the browser adds to the page that the server rendered. */
export interface LiveState {
  /** The announcement for screen reader users; empty again after a while. */
  announcement: readonly Said[];
  contact: Contact;
  /** The texts that have just changed. */
  changed: readonly TextName[];
  /** When the page saw the last change, in words. */
  updated?: string;
  /** The app has answered, and the page is about to be loaded again. */
  isBack: boolean;
  /** The last change removed the expected return. */
  isWithdrawn?: boolean;
  /** Whether the help line had the focus when the app came back: it then stays, to keep the focus. */
  keepsHelp?: boolean;
  local?: LocalTime;
}

/** The state before the first poll. */
export const initialState: LiveState = { announcement: [], contact: "unknown", changed: [], isBack: false };
