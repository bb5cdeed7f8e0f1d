import { distanceOf } from "../../schema/notice/expected-return.ts";
import { minuteMs } from "../../schema/text/minute.ts";
import type { Locale } from "../locales/locale.ts";
import type { LiveState } from "../page/live-state.ts";
import type { NoticeView, ReturnAtTime } from "../page/notice-view.ts";
import { relativeTime, timeSince } from "../page/relative-time.ts";
import { daysAhead, type TimeRows, timeRows } from "../page/time/time-rows.ts";

/** How long the page shows when it last changed, in ms. */
const updatedMs = 86_400_000;

/** What the page shows at one moment. */
export interface ShownPage {
  view: NoticeView;
  live: LiveState;
}

/**
 * The page at a moment in ms since the epoch. Times are in the visitor's time zone, and marked overdue once they have
 * passed. If the moment is unknown (`NaN`), only "today" and "tomorrow" are told, by the visitor's clock. `changedAt` is when its text changed.
 */
export function atTime({ view, live }: ShownPage, now: number, changedAt = Number.NaN): ShownPage {
  const { expectedReturn, locale } = view;
  const { languages } = navigator;
  const isKnown = now > 0;
  // While the moment is unknown, a blank keeps the line.
  const updated = () => (isKnown && written(() => updatedText(changedAt, now, locale))) || "\u00a0";
  const shown = now - changedAt > updatedMs || !changedAt ? live : { ...live, updated: updated() };
  if (!expectedReturn?.dateTime) return { view, live: shown };
  const time = new Date(expectedReturn.dateTime);
  const isOverdue = isKnown ? time.getTime() <= now : !!expectedReturn.isOverdue;
  const distance = isKnown ? distanceOf(time.getTime(), now) : expectedReturn.distance;
  const inWords = isOverdue ? timeSince : relativeTime;
  const relative = isKnown && written(() => inWords(time, now, locale, languages));
  const days = daysAhead(time, isKnown ? now : Date.now());
  const next = { ...expectedReturn, distance, isOverdue };
  return {
    view: { ...view, expectedReturn: next },
    live: { ...shown, local: { ...rowsInZone(next, locale, days), ...(relative && { relative }) } },
  };
}

/** A time in the visitor's zone, so many dates ahead; from the server if the browser cannot write it. */
export function rowsInZone(
  { dateTime, distance, rows }: ReturnAtTime,
  locale: Locale,
  days?: number,
): TimeRows {
  const { languages } = navigator;
  return written(() => timeRows(new Date(dateTime), distance, locale, languages, undefined, days)) ?? rows;
}

/** What `write` gives; undefined in a browser without the parts of Intl that it takes. */
function written<T>(write: () => T): T | undefined {
  try {
    return write();
  } catch {
    return undefined;
  }
}

/** How long ago the notice was changed, in a sentence. */
function updatedText(changedAt: number, now: number, locale: Locale): string {
  const { updated, updatedNow } = locale.strings;
  if (now - changedAt < minuteMs) return updatedNow;
  return updated.replace("{time}", () => timeSince(new Date(changedAt), now, locale, navigator.languages));
}
