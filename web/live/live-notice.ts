import { initialState, type LiveState } from "../page/live-state.ts";
import type { NoticeView } from "../page/notice-view.ts";
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
  /** What the server rendered, with the time that the page's inline script has written. */
  first(): LiveNoticeState;
  get(): LiveNoticeState;
  /** Watches the service as long as anybody is subscribed; returns a function that ends the subscription. */
  subscribe(listener: () => void): () => void;
}

/** The live notice for what the server handed to the page; nothing starts before the first subscription. */
export function createLiveNotice({ view, titleSuffix, ...options }: PageData): LiveNotice {
  const listeners = new Set<() => void>();
  const local = globalThis.backsoonRows;
  // Rows made again could differ, by a zone that was changed meanwhile, and would not be what is hydrated.
  const first: LiveNoticeState = { view, ...(local && { live: { ...initialState, local } }) };
  let state = first;
  const page = createPageState(view, titleSuffix, (shown) => {
    // If no word of it has changed, nothing is rendered.
    if (JSON.stringify(shown) === JSON.stringify(state)) return;
    state = shown;
    for (const listener of listeners) listener();
  });
  const start = (): (() => void) => {
    const stop = watchNotice(state.view.version, options, page.events);
    const timer = setInterval(page.show, tickMs);
    return () => {
      clearInterval(timer);
      stop();
      page.settle();
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
      page.show();
      return () => {
        if (listeners.delete(own) && listeners.size === 0) end();
      };
    },
  };
}
