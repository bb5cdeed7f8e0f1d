import type { LocalTime } from "../page/expected-return.tsx";
import { initialState, type LiveState } from "../page/live-state.ts";
import type { NoticeView } from "../page/notice-view.ts";
import { unknownTime } from "../page/relative-time.ts";
import { writeTimeLeft } from "../page/time/first-rows.ts";
import type { PageData } from "./page-data.ts";
import { createPageState } from "./page-state.ts";
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
  get(): LiveNoticeState;
  /** Calls the listener after each change; returns a function that unsubscribes. */
  subscribe(listener: () => void): () => void;
  /** Whether there is a change that only React can show. */
  isChanged(): boolean;
  /** The state that the page shows now. After this call, only React changes the page. */
  settle(): LiveNoticeState;
}

/**
 * Watches the notice, starting from the page's data. Until React is loaded, the page updates only the time that is
 * left, and only while nothing else has changed.
 */
export function createLiveNotice({ view, titleSuffix, ...options }: PageData): LiveNotice {
  const listeners = new Set<() => void>();
  const rows = globalThis.backsoonRows;
  const written = (local: LocalTime | undefined = rows): LiveNoticeState => ({
    view,
    ...(local && { live: { ...initialState, local } }),
  });
  let first = written();
  let state = first;
  let isSettled = false;
  const isChanged = (): boolean =>
    state.view.version !== view.version ||
    !state.view.expectedReturn?.isOverdue !== !view.expectedReturn?.isOverdue;
  const page = createPageState(view, titleSuffix, (shown) => {
    // If no word has changed, nothing is rendered.
    if (JSON.stringify(shown) === JSON.stringify(state)) return;
    state = shown;
    if (rows && !isSettled) {
      const relative = (!isChanged() && shown.live.local?.relative) || unknownTime;
      writeTimeLeft(relative);
      first = written({ ...rows, relative });
    }
    for (const listener of listeners) listener();
  });
  watchNotice(view.version, options, page.events);
  setInterval(page.show, tickMs);
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
