/** What a brand adds to each page, as HTML and CSS that are ready to send. */
export interface PageBrand {
  /** In the problem detail, the plain text and the bare page. */
  name: string;
  /** What comes after the notice's title in that of the tab. */
  titleSuffix: string;
  /** The text of a `<style>` of its own. */
  styles: string;
  /** The `<link>` in place of ours. */
  icon?: string;
  /** The logo and the name, above the notice. */
  header: string;
  /** The text and the links below it, by the tag of the page's language; empty where there are none. */
  footers: ReadonlyMap<string, string>;
}
