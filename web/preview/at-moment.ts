import type { LocalTime } from "../page/expected-return.tsx";
import { initialState, type LiveState } from "../page/live-state.ts";
import type { NoticeView } from "../page/notice-view.ts";
import { relativeTime, timeSince } from "../page/relative-time.ts";
import { timeRows } from "../page/time/time-rows.ts";
import type { PreviewOptions } from "./preview-options.ts";

type Moment = Pick<PreviewOptions, "now" | "isBack" | "languages" | "timeZone">;

/** What an open page that has reached the service adds to a view, for a visitor elsewhere and at another time. */
export function atMoment(view: NoticeView, moment: Moment): LiveState {
  const local = localTime(view, moment);
  return { ...initialState, contact: "open", isBack: moment.isBack, ...(local && { local }) };
}

function localTime(
  { expectedReturn, locale }: NoticeView,
  { now, languages, timeZone }: Moment,
): LocalTime | undefined {
  if (!expectedReturn?.dateTime) return undefined;
  const time = new Date(expectedReturn.dateTime);
  const rows = timeRows(time, expectedReturn.distance, locale, languages, timeZone);
  const inWords = expectedReturn.isOverdue ? timeSince : relativeTime;
  // "Tomorrow" is decided by the clocks here: both times are moved so that they show what the visitor's clocks show.
  const ahead = timeZone === undefined ? 0 : aheadOfHere(time, timeZone);
  const [moved, movedNow] = [new Date(time.getTime() + ahead), now + ahead];
  return { ...rows, relative: inWords(moved, movedNow, locale, languages) };
}

/** By how many ms the clocks of a time zone are ahead of those where the code runs, at a time. */
function aheadOfHere(time: Date, timeZone: string): number {
  // Swedish dates are in a form that every engine reads.
  const clock = (options?: Intl.DateTimeFormatOptions): number =>
    Date.parse(time.toLocaleString("sv", options));
  return clock({ timeZone }) - clock();
}
