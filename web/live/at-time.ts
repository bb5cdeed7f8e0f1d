import { minuteMs } from "../../schema/text/minute.ts";
import type { Locale } from "../locales/locale.ts";
import { formatTime } from "../page/date-and-clock.ts";
import type { LiveState } from "../page/live-state.ts";
import type { NoticeView } from "../page/notice-view.ts";
import { relativeTime, timeSince } from "../page/relative-time.ts";

/** How long the page says when it has changed, in ms. */
const updatedMs = 86_400_000;

/** What the page shows at one moment. */
export interface ShownPage {
  view: NoticeView;
  live: LiveState;
}

/**
 * The page at a moment in ms since the epoch: times are in the visitor's time zone, and marked overdue once they have
 * passed. `changedAgoMs` is how long ago its text changed.
 */
export function atTime({ view, live }: ShownPage, now: number, changedAgoMs = updatedMs): ShownPage {
  const { expectedReturn, locale } = view;
  const { languages } = navigator;
  const updated = changedAgoMs < updatedMs && updatedText(changedAgoMs, now, locale);
  const inFooter = updated && { updated };
  if (!expectedReturn?.dateTime) return { view, live: { ...live, ...inFooter } };
  const time = new Date(expectedReturn.dateTime);
  const isOverdue = time.getTime() <= now;
  const text = formatTime(time, locale, languages);
  const relative = isOverdue ? undefined : relativeTime(time, now, locale, languages);
  return {
    view: { ...view, expectedReturn: { ...expectedReturn, isOverdue } },
    live: { ...live, ...inFooter, local: { text, ...(relative && { relative }) } },
  };
}

/** How long ago the notice was changed, in a sentence. */
function updatedText(agoMs: number, now: number, locale: Locale): string {
  const { updated, updatedNow } = locale.strings;
  if (agoMs < minuteMs) return updatedNow;
  const ago = timeSince(new Date(now - agoMs), now, locale, navigator.languages) ?? "";
  return updated.replace("{time}", () => ago);
}
