import { distanceOf, phaseOf } from "../../schema/notice/expected-return.ts";
import { dayMs, minuteMs } from "../../schema/text/minute.ts";
import type { Locale } from "../locales/locale.ts";
import { writeRows, writeText } from "../page/first-rows.ts";
import {
  initialState,
  type LiveState,
  type NoticeView,
  type ReturnAtTime,
  type Said,
  type TextName,
  viewOf,
} from "../page/notice-view.ts";
import { relativeTime, timeSince, unknownTime } from "../page/relative-time.ts";
import { daysAhead, type TimeRows, timeRows } from "../page/time.ts";
import type { PageData } from "./page-data.ts";
import { type LiveEvents, watchNotice } from "./watch-notice.ts";

/** How often the wording of the time is checked, in ms. */
const tickMs = 5_000;
/** How long an announcement stays, in ms: if it were found later, it would be taken for news. */
const announcementMs = 10_000;
/** How long a change is marked, in ms. */
const markMs = 2_000;
/** Differences between clocks up to this are ignored, in ms. */
const clockMs = 5_000;
/** How many polls in a row must fail before the page says so. */
const failuresOfLoss = 2;

type Shown = Pick<ShownPage, "view"> & Partial<ShownPage>;

/** An open page's notice, for React to subscribe to. @see https://react.dev/reference/react/useSyncExternalStore */
export interface LiveNotice {
  get(): Shown;
  /** Calls the listener after each change; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Whether there is a change that only React can show. */
  isChanged(): boolean;
  /** The state that the page shows now. After this call, only React changes the page. */
  settle(): Shown;
}

/**
 * Watches the notice, starting from the page's data. Until React is loaded, the page tells what it does for the visitor,
 * and updates the time while nothing else has changed.
 */
export function createLiveNotice({ view: rendered, titleSuffix = "", ...options }: PageData): LiveNotice {
  const { locale } = rendered;
  const { strings } = locale;
  const listeners = new Set<() => void>();
  const { backsoonRows: local } = globalThis;
  let first: Shown = { view: rendered, ...(local && { live: { ...initialState, local } }) };
  let state = first;
  let isSettled = false;
  let view = rendered;
  let live = initialState;
  /** By how many ms the server's clock is ahead of `performance.now()`, which nobody sets; NaN while unknown. */
  let ahead = Number.NaN;
  /** By how many ms `Date.now()` was ahead of `performance.now()` when `ahead` was set. */
  let skew = 0;
  let failures = 0;
  let changedAt: number | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let fading: ReturnType<typeof setTimeout> | undefined;
  let restorePlace = (): void => {};

  const showTitle = (title: string, lang = locale.tag): void =>
    void Object.assign(document.querySelector("title") ?? {}, { textContent: title + titleSuffix, lang });
  const skewNow = (): number => Date.now() - performance.now();
  const now = (): number => {
    // One of the two clocks was set, or stopped while the machine slept.
    if (Math.abs(skewNow() - skew) > clockMs) ahead = Number.NaN;
    return ahead + performance.now();
  };
  const isChanged = (): boolean =>
    state.view.version !== rendered.version ||
    !state.view.expectedReturn?.isOverdue !== !rendered.expectedReturn?.isOverdue;
  const show = (): void => {
    const before = state.view.expectedReturn;
    const moment = now();
    const next = atTime({ view, live }, moment, changedAt);
    // A time that has passed stays so, even while the moment is unknown.
    view = next.view;
    // If no word has changed, nothing is rendered.
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    if (!isSettled) {
      const { contact, local } = next.live;
      const live = { ...initialState, ...first.live };
      if (contact === "open") {
        live.contact = contact;
        writeText(".quiet-line > p", strings.leaveOpen);
      }
      if (local && live.local) {
        const isSame = !isChanged();
        if (isSame) writeRows(local);
        const relative = (isSame && local.relative) || unknownTime;
        writeText(".relative", relative);
        live.local = { ...local, ...globalThis.backsoonRows, relative };
      }
      first = { view: rendered, live };
    }
    for (const listener of listeners) listener();
    const after = view.expectedReturn;
    const hasPassed = !before?.isOverdue && after?.isOverdue && before?.dateTime === after.dateTime;
    if (moment && !live.isBack && hasPassed) announce([{ text: strings.overdue }]);
  };
  const update = (part: Partial<LiveState>): void => {
    live = { ...live, ...part };
    show();
  };
  const announce = (announcement: Said[]): void => {
    clearTimeout(silence);
    silence = setTimeout(() => update({ announcement: [] }), announcementMs);
    update({ announcement });
  };
  const mark = (changed: TextName[]): void => {
    clearTimeout(fading);
    fading = setTimeout(() => update({ changed: [] }), markMs);
    update({ changed, isWithdrawn: changed.includes("expectedReturn") && !view.expectedReturn });
  };

  const events: LiveEvents = {
    polled(isAnswered) {
      const isRegained = isAnswered && live.contact === "lost";
      failures = isAnswered ? 0 : failures + 1;
      if (isAnswered) update({ contact: "open" });
      else if (failures >= failuresOfLoss) update({ contact: "lost", announcement: [] });
      // On the page for a request that may have sent data, `leaveOpen` is empty: the title is announced instead.
      if (isRegained) announce([...live.announcement, { text: `\n${strings.leaveOpen || view.title}` }]);
    },
    changed(notice, version) {
      const before = view;
      view = viewOf(notice, version, locale, phaseOf(notice, now()));
      // Staff see the app while the notice changes for others.
      if (live.isBack) return;
      showTitle(view.title, view.langs.title);
      const names = changedTexts(before, view);
      if (names.length === 0) return;
      changedAt = now();
      mark(names);
      announce(announcementOf(names, view));
    },
    back() {
      failures = 0;
      showTitle(strings.backTitle);
      const place = scrollY;
      scrollTo(0, 0);
      // Hidden parts must be back in the page first; and a visitor who has scrolled since stays there.
      restorePlace = () => void setTimeout(() => scrollY === 0 && scrollTo(0, place));
      const keepsHelp = !!document.activeElement?.closest(".help");
      update({ contact: "open", isBack: true, keepsHelp });
      announce([{ text: `${strings.backTitle}\n${strings.opening}` }]);
    },
    awayAgain() {
      showTitle(view.title, view.langs.title);
      update({ isBack: false });
      announce(announcementOf(["title"], view));
      restorePlace();
    },
    clock(server) {
      if (Math.abs(server - now()) < clockMs) return;
      ahead = server - performance.now();
      skew = skewNow();
      show();
    },
  };
  watchNotice(rendered.version, options, events);
  setInterval(show, tickMs);
  return {
    get: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    isChanged,
    settle() {
      isSettled = true;
      return first;
    },
  };
}

function changedTexts(before: NoticeView, after: NoticeView): TextName[] {
  const [old, texts] = [textsOf(before), textsOf(after)];
  return (Object.keys(texts) as TextName[]).filter((name) => texts[name].text !== old[name].text);
}

/** The announcement for screen reader users of changed texts. A time is in their own time zone. */
function announcementOf(names: TextName[], view: NoticeView): Said[] {
  const { expectedReturn, locale } = view;
  const { strings } = locale;
  const texts = textsOf(view);
  const isReturn = (name: TextName) => name === "expectedReturn" && expectedReturn;
  return [
    { text: strings.changed },
    ...names.flatMap((name): Said[] => [
      { text: isReturn(name) ? `\n${strings.expectedReturn}: ` : "\n" },
      texts[name],
    ]),
    ...(names.some(isReturn) && expectedReturn?.isOverdue ? [{ text: `\n${strings.overdue}` }] : []),
  ];
}

function textsOf({ title, message, contactEmail, expectedReturn, locale, langs }: NoticeView) {
  const { noReturnKnown } = locale.strings;
  const words = expectedReturn?.dateTime
    ? inText(rowsInZone(expectedReturn, locale))
    : (expectedReturn?.text ?? noReturnKnown);
  const texts: Record<TextName, Said> = {
    title: { text: title, lang: langs.title },
    message: { text: message, lang: langs.message },
    expectedReturn: { text: words, lang: langs.expectedReturn },
    contactEmail: { text: contactEmail },
  };
  return texts;
}

const inText = ({ lead, rest }: TimeRows): string => `${lead.join(" ")}\n${rest.join(" ")}`;

/** How long the page shows when it last changed, in ms. */
const updatedMs = dayMs;

interface ShownPage {
  view: NoticeView;
  live: LiveState;
}

/**
 * The page at a moment in ms since the epoch. Times are in the visitor's time zone, and marked overdue once they have
 * passed. If the moment is unknown (`NaN`), only "today" and "tomorrow" are told, by the visitor's clock. `changedAt` is when its text changed.
 */
function atTime({ view, live }: ShownPage, now: number, changedAt = Number.NaN): ShownPage {
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
function rowsInZone({ dateTime, distance, rows }: ReturnAtTime, locale: Locale, days?: number): TimeRows {
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

function updatedText(changedAt: number, now: number, locale: Locale): string {
  const { updated, updatedNow } = locale.strings;
  if (now - changedAt < minuteMs) return updatedNow;
  return updated.replace("{time}", () => timeSince(new Date(changedAt), now, locale, navigator.languages));
}
