import type { LiveState } from "../page/notice-page.tsx";
import { formatTime, type NoticeView, phaseOf, viewOf } from "../page/notice-view.ts";
import { relativeTime } from "../page/relative-time.ts";
import { announcementOf } from "./announcement.ts";
import type { PageData } from "./page-data.ts";
import { watchNotice } from "./watch-notice.ts";

/** How often the wording of the time is checked, in ms. */
const tickMs = 5_000;

/** What the page shows at one moment. */
export interface LiveNoticeState {
  view: NoticeView;
  live?: LiveState;
}

/** An open page's notice, for React to subscribe to. @see https://react.dev/reference/react/useSyncExternalStore */
export interface LiveNotice {
  /** What the server rendered. */
  first(): LiveNoticeState;
  get(): LiveNoticeState;
  /** Watches the service as long as anybody is subscribed; returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
}

/** The live notice for what the server handed to the page; nothing starts before the first subscription. */
export function createLiveNotice({ view: rendered, ...options }: PageData): LiveNotice {
  const { locale } = rendered;
  const listeners = new Set<() => void>();
  const first: LiveNoticeState = { view: rendered };
  let state = first;
  let view = rendered;
  let live: LiveState = { announcement: "", isBack: false };
  let ahead = 0;

  const now = (): number => Date.now() + ahead;
  /** Shows the current state; if no word of it has changed, nothing is rendered. */
  const show = (): void => {
    const next = withClock(view, live, now());
    if (JSON.stringify(next) === JSON.stringify(state)) return;
    state = next;
    for (const listener of listeners) listener();
  };
  const start = (): (() => void) => {
    const stop = watchNotice(view.revision, options, {
      changed(notice, revision) {
        const before = view;
        view = viewOf(notice, revision, locale, phaseOf(notice, now()));
        live = { announcement: announcementOf(before, view), isBack: false };
        document.title = view.title;
        show();
      },
      back() {
        live = { announcement: locale.strings.back, isBack: true };
        show();
      },
      awayAgain() {
        live = { announcement: "", isBack: false };
        show();
      },
      clock(difference) {
        // A clock that is right to the minute is right enough.
        ahead = Math.abs(difference) > 60_000 ? difference : 0;
        show();
      },
    });
    const timer = setInterval(show, tickMs);
    return () => {
      clearInterval(timer);
      stop();
    };
  };

  let end = (): void => {};
  return {
    first: () => first,
    get: () => state,
    subscribe(listener) {
      // One listener may subscribe twice; both subscriptions count.
      const own = () => listener();
      if (listeners.size === 0) end = start();
      listeners.add(own);
      show();
      return () => {
        if (listeners.delete(own) && listeners.size === 0) end();
      };
    },
  };
}

/** The page at a given moment: times in the visitor's time zone, and marked overdue once they have passed. */
function withClock(view: NoticeView, live: LiveState, now: number): LiveNoticeState {
  const { expectedReturn, locale } = view;
  if (!expectedReturn?.dateTime) return { view, live };
  const time = new Date(expectedReturn.dateTime);
  const isOverdue = time.getTime() <= now;
  const text = formatTime(time, locale.tag);
  return {
    view: { ...view, expectedReturn: { ...expectedReturn, isOverdue } },
    live: { ...live, local: isOverdue ? { text } : { text, relative: relativeTime(time, now, locale) } },
  };
}
