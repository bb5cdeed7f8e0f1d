import { formattingTag } from "../../page/formatting-tag.ts";
import { texts } from "../texts.ts";

const dateAndTimes = new Intl.DateTimeFormat(formattingTag(texts.locale, navigator.languages), {
  dateStyle: "medium",
  timeStyle: "short",
});

/** A time (RFC 3339) in the page's language, in the reader's format and time zone. */
export function dateAndTime(time: string): string {
  return dateAndTimes.format(new Date(time));
}
