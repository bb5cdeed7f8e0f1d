import type { NoticeView } from "../page/notice-view.ts";
import type { LiveOptions } from "./live-options.ts";

/** The contents of the page's data block, for the browser. */
export interface PageData extends LiveOptions {
  view: NoticeView;
  /** The end of the tab's title, after the notice's; absent without a brand. */
  titleSuffix?: string;
}

/** The id of the data block. */
export const pageDataId = "page-data";
