import type { NoticeView } from "../page/notice-view.ts";

/** How an open page behaves, as set by ops. */
export interface LiveOptions {
  /** Seconds between two polls, on average. */
  pollSeconds: number;
  /**
   * Seconds over which pages that notice the return at the same time spread their reloads. Absent for a page that stays
   * open, because its visitor's form is on the page before it.
   */
  returnSpreadSeconds?: number;
}

/** The contents of the page's data block, for the browser. */
export interface PageData extends LiveOptions {
  view: NoticeView;
  /** The end of the tab's title, after the notice's; absent without a brand. */
  titleSuffix?: string;
}

/** The id of the data block. */
export const pageDataId = "page-data";
