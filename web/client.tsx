import { useSyncExternalStore } from "react";
import { hydrateRoot } from "react-dom/client";
import { followNotice } from "./live/live-notice.ts";
import { type PageData, pageDataId } from "./live/page-data.ts";
import { type LiveState, NoticePage } from "./page/notice-page.tsx";
import { formatTime, type NoticeView, phaseOf, viewOf } from "./page/notice-view.ts";
import { relativeTime } from "./page/relative-time.ts";

/** How often the words for the time are looked at, in ms. */
const tick = 5_000;

interface State {
  view: NoticeView;
  live?: LiveState;
}

/** What the page shows, and who is told when that changes. */
function createState(first: State) {
  let state = first;
  let listener = (): void => {};
  return {
    first: () => first,
    get: () => state,
    subscribe(next: () => void) {
      listener = next;
      return () => {};
    },
    /** Takes a state; one that changes no word costs no render. */
    set(next: State) {
      if (JSON.stringify(next) === JSON.stringify(state)) return;
      state = next;
      listener();
    },
  };
}

function LivePage({ state }: { state: ReturnType<typeof createState> }) {
  return <NoticePage {...useSyncExternalStore(state.subscribe, state.get, state.first)} />;
}

function start(container: HTMLElement, { view: first, ...options }: PageData): void {
  const { locale } = first;
  const state = createState({ view: first });
  let view = first;
  let live: LiveState = { announcement: "", isBack: false };
  let ahead = 0;
  const now = (): number => Date.now() + ahead;
  const show = (): void => state.set(withClock(view, live, now()));

  hydrateRoot(container, <LivePage state={state} />);
  followNotice(first.revision, options, {
    changed(notice, revision) {
      const before = view;
      view = viewOf(notice, revision, locale, phaseOf(notice, now()));
      live = { announcement: announce(before, view), isBack: false };
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
  setInterval(show, tick);
  show();
}

/** The page as it is at a moment: times in the visitor's zone, and honest once they have passed. */
function withClock(view: NoticeView, live: LiveState, now: number): State {
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

/** The texts that have changed, for those who listen to the page; a time is in their own zone. */
function announce(before: NoticeView, after: NoticeView): string {
  const texts = ({ title, message, expectedReturn, contactEmail, locale }: NoticeView) => {
    const { text, dateTime } = expectedReturn ?? {};
    const words = dateTime ? formatTime(new Date(dateTime), locale.tag) : text;
    return [title, message, words && `${locale.strings.expectedReturn}: ${words}`, contactEmail];
  };
  const old = texts(before);
  const changed = texts(after).filter((text, index) => text && text !== old[index]);
  return changed.join("\n") || after.title;
}

const container = document.getElementById("page");
const data = document.getElementById(pageDataId)?.textContent;
if (container && data) start(container, JSON.parse(data));
