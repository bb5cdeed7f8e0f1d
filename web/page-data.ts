import type { NoticeView } from "./notice-view.ts";

/** How an open page behaves, by the settings. */
export interface LiveOptions {
  /** Seconds between two polls, on average. */
  pollSeconds: number;
  /** Seconds over which pages that learn of the return at once spread their reloads. */
  returnSpreadSeconds: number;
}

/** What the server hands to the browser in the page's data block. */
export interface PageData extends LiveOptions {
  view: NoticeView;
}

/** The id of the data block. */
export const pageDataId = "page-data";
