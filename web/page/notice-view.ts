import { defaults } from "../../schema/notice/defaults.ts";
import { readExpectedReturn } from "../../schema/notice/expected-return.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import type { Locale } from "../locales/locale.ts";

/** Everything that the page shows, ready to show: the server renders it and the browser hydrates it. */
export interface NoticeView {
  revision: number;
  title: string;
  message: string;
  expectedReturn?: ExpectedReturnView;
  contactEmail: string;
  locale: Locale;
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
export function phaseOf({ expectedReturn }: Notice, now: number): Phase {
  if (expectedReturn === undefined) return "unknown";
  const expected = readExpectedReturn(expectedReturn);
  if (expected.kind === "text") return "unknown";
  return expected.time.getTime() > now ? "upcoming" : "overdue";
}

/** The view of a notice in a language and a phase. */
export function viewOf(notice: Notice, revision: number, locale: Locale, phase: Phase): NoticeView {
  const { strings } = locale;
  const { title, message = strings.message, expectedReturn, contactEmail } = notice;
  return {
    revision,
    title: title === defaults.title ? strings.title : title,
    message,
    ...(expectedReturn !== undefined && { expectedReturn: viewOfReturn(expectedReturn, locale, phase) }),
    contactEmail,
    locale,
  };
}

function viewOfReturn(value: string, { tag }: Locale, phase: Phase): ExpectedReturnView {
  const expected = readExpectedReturn(value);
  if (expected.kind === "text") return { text: expected.text };
  const dateTime = expected.time.toISOString();
  return {
    text: formatTime(expected.time, tag, "UTC"),
    dateTime,
    ...(phase === "overdue" && { isOverdue: true }),
  };
}

/** A time in words, with its time zone named; without `timeZone`, in the visitor's. */
export function formatTime(time: Date, tag: string, timeZone?: string): string {
  return new Intl.DateTimeFormat(tag, {
    weekday: "long",
    day: "numeric",
    month: "long",
    year: "numeric",
    hour: "numeric",
    minute: "2-digit",
    timeZoneName: "short",
    ...(timeZone && { timeZone }),
  }).format(time);
}
