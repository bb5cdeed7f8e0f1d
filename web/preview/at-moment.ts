import { minuteMs } from "../../schema/text/minute.ts";
import { offsetAt } from "../../schema/time/zones.ts";
import type { LocalTime } from "../page/expected-return.tsx";
import { initialState, type LiveState } from "../page/live-state.ts";
import type { NoticeView } from "../page/notice-view.ts";
import { relativeTime, timeSince } from "../page/relative-time.ts";
import { daysAhead, timeRows } from "../page/time/time-rows.ts";
import type { PreviewOptions } from "./preview-options.ts";

type Moment = Pick<PreviewOptions, "now" | "isBack" | "languages" | "timeZone">;

/** The live state of an open page, for a visitor in another place and at another time. */
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
  const { distance, isOverdue } = expectedReturn;
  const relative = (isOverdue ? timeSince : relativeTime)(time, now, locale, languages);
  // "Tomorrow" depends on the clocks here, so both times are moved to what the visitor's clocks show.
  const ahead =
    timeZone === undefined ? 0 : offsetAt(timeZone, time.getTime()) + time.getTimezoneOffset() * minuteMs;
  const days = daysAhead(new Date(time.getTime() + ahead), now + ahead);
  return { ...timeRows(time, distance, locale, languages, timeZone, days), relative };
}
