import { readExpectedReturn } from "../schema/expected-return.ts";
import type { Notice } from "../schema/notice.ts";
import type { Locale } from "./locales/locale.ts";

/** Everything that the page shows, ready to show: what the server renders, the browser hydrates. */
export interface NoticeView {
  revision: number;
  title: string;
  message: string;
  expectedReturn?: ExpectedReturnView;
  contactEmail: string;
  locale: Locale;
}

/** Words; with `dateTime`, an RFC 3339 time in UTC, they stand for that time. */
export interface ExpectedReturnView {
  text: string;
  dateTime?: string;
}

/** The view of a notice in a language. */
export function viewOf(notice: Notice, revision: number, locale: Locale): NoticeView {
  const { title, message = locale.strings.message, expectedReturn, contactEmail } = notice;
  return {
    revision,
    title,
    message,
    ...(expectedReturn !== undefined && { expectedReturn: viewOfReturn(expectedReturn, locale) }),
    contactEmail,
    locale,
  };
}

function viewOfReturn(value: string, { tag }: Locale): ExpectedReturnView {
  const expected = readExpectedReturn(value);
  if (expected.kind === "text") return { text: expected.text };
  const format = new Intl.DateTimeFormat(tag, { dateStyle: "full", timeStyle: "short", timeZone: "UTC" });
  return { text: `${format.format(expected.time)} UTC`, dateTime: expected.time.toISOString() };
}
