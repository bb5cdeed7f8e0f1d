import type { DocumentVersion } from "../../schema/notice/entity-tag/format.ts";
import { readExpectedReturn, secondsUntilReturn } from "../../schema/notice/expected-return.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import type { Text } from "../../schema/notice/texts.ts";
import { visitorWords } from "../../schema/words/visitor-words.ts";
import type { Locale } from "../locales/locale.ts";
import { formatTime } from "./date-and-clock.ts";

/** Everything that the page shows, ready to show: the server renders it and the browser hydrates it. */
export interface NoticeView {
  /** The version of the document that it was made from. */
  version: DocumentVersion;
  title: string;
  message: string;
  expectedReturn?: ExpectedReturnView;
  contactEmail: string;
  locale: Locale;
  /** The `lang` attributes of the texts that are in the words of ops: empty if they did not say what language it is. */
  langs: { readonly [T in Text]?: string };
}

/** The text to show; with `dateTime`, an RFC 3339 time in UTC, it stands for that time. */
export interface ExpectedReturnView {
  text: string;
  dateTime?: string;
  /** The time has passed. */
  isOverdue?: boolean;
}

/** Where the clock stands relative to the expected return; for free text, that is unknown. */
export type Phase = "unknown" | "upcoming" | "overdue";

/** The phase of a notice; `now` is in ms since the epoch. */
export function phaseOf(notice: Notice, now: number): Phase {
  const seconds = secondsUntilReturn(notice, now);
  if (seconds === undefined) return "unknown";
  return seconds > 0 ? "upcoming" : "overdue";
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
  const dateTime = expected.time.toISOString();
  return {
    text: formatTime(expected.time, locale, [], "UTC"),
    dateTime,
    ...(phase === "overdue" && { isOverdue: true }),
  };
}
