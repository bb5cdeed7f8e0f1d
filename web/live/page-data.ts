import type { NoticeView } from "../page/notice-view.ts";
import type { LiveOptions } from "./live-options.ts";

/** What the server hands to the browser in the page's data block. */
export interface PageData extends LiveOptions {
  view: NoticeView;
  /** What follows the notice's title in that of the tab; absent without a brand. */
  titleSuffix?: string;
}

/** The id of the data block. */
export const pageDataId = "page-data";
