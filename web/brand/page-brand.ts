import type { BrandTexts } from "../../schema/brand/brand.ts";

/** What a brand adds to each page, as HTML and CSS that are ready to send. */
export interface PageBrand {
  /** The name in the problem detail, the plain text and the bare page. */
  name: string;
  /** The end of the tab's title, after the notice's. */
  titleSuffix: string;
  /** The text of a `<style>` of its own. */
  styles: string;
  /** The `<link>` in place of ours. */
  icon?: string;
  /** The logo and the name, above the notice. */
  header: string;
  /** The text and the links at the bottom, by the tag of the page's language; empty if there are none. */
  footers: ReadonlyMap<string, string>;
  /** Sentences in place of the page's own. */
  texts?: BrandTexts | undefined;
}
