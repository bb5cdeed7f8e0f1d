import type { PreviewRequest } from "../../schema/preview/preview.ts";

/** The options of a preview's script besides the view: the visitor's time and place. */
export interface PreviewOptions extends Pick<PreviewRequest, "scheme" | "timeZone"> {
  /** In ms since the epoch; the clock of a preview stands still. */
  now: number;
  isBack: boolean;
  /** The visitor's languages, as BCP 47 tags, the best first. */
  languages: readonly string[];
}
