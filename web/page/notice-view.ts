import { type Distance, type Phase, readExpectedReturn } from "../../schema/notice/expected-return.ts";
import type { Field, Notice } from "../../schema/notice/notice.ts";
import type { DocumentVersion } from "../../schema/notice/protocol.ts";
import type { Text } from "../../schema/notice/texts.ts";
import { visitorWords } from "../../schema/notice/translations.ts";
import type { Locale } from "../locales/locale.ts";
import { type TimeRows, timeRows } from "./time.ts";

/** Everything that the page shows, ready to show: the server renders it and the browser hydrates it. */
export interface NoticeView {
  /** The version of the document that it was made from. */
  version: DocumentVersion;
  title: string;
  message: string;
  expectedReturn?: ExpectedReturnView;
  contactEmail: string;
  locale: Locale;
  /** The `lang` attributes of texts by ops; empty if ops did not set their language. */
  langs: { readonly [T in Text]?: string };
}

export type ExpectedReturnView = ReturnInWords | ReturnAtTime;

interface ReturnInWords {
  text: string;
  dateTime?: undefined;
  isOverdue?: undefined;
}

/** A time in UTC. */
export interface ReturnAtTime {
  text?: undefined;
  rows: TimeRows;
  /** In RFC 3339. */
  dateTime: string;
  distance: Distance;
  isOverdue?: boolean;
}

/** The view of a notice in a language and a phase. */
export function viewOf(notice: Notice, version: DocumentVersion, locale: Locale, phase: Phase): NoticeView {
  const { strings } = locale;
  const { texts, language = "" } = visitorWords(notice, locale);
  const { title = strings.title, message = strings.message, expectedReturn = notice.expectedReturn } = texts;
  return {
    version,
    title,
    message,
    ...(expectedReturn !== undefined && { expectedReturn: viewOfReturn(expectedReturn, locale, phase) }),
    contactEmail: notice.contactEmail,
    locale,
    langs: Object.fromEntries(Object.keys(texts).map((name) => [name, language])),
  };
}

function viewOfReturn(value: string, locale: Locale, phase: Phase): ExpectedReturnView {
  const expected = readExpectedReturn(value);
  if (expected.kind === "text") return { text: expected.text };
  const { time } = expected;
  const [side, distance = "week"] = phase.split(" ") as [string, Distance?];
  return {
    rows: timeRows(time, distance, locale, [], "UTC"),
    dateTime: time.toISOString(),
    distance,
    ...(side === "overdue" && { isOverdue: true }),
  };
}

/** A part of an announcement to screen reader users; `lang` is set if it is not in the page's language. */
export interface Said {
  text: string;
  lang?: string | undefined;
}

/** The names of texts that ops change and visitors read. */
export type TextName = Exclude<Field, "isEnabled" | "language" | "translations">;

/** Whether the page reaches the service by itself: not yet known, yes, or no longer. */
export type Contact = "unknown" | "open" | "lost";

/** A time in the visitor's own time zone, which only the browser knows. */
export interface LocalTime extends TimeRows {
  /** How far ahead it is, or how long ago it was; absent while that is unknown. */
  relative?: string;
}

/** What the browser adds to the page that the server rendered. */
export interface LiveState {
  /** The announcement for screen reader users; empty again after a while. */
  announcement: readonly Said[];
  contact: Contact;
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

export const initialState: LiveState = { announcement: [], contact: "unknown", changed: [], isBack: false };
