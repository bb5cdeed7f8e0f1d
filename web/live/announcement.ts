import { formatTime, type NoticeView } from "../page/notice-view.ts";

/** The texts that have changed, for screen reader users; a time is in their own time zone. */
export function announcementOf(before: NoticeView, after: NoticeView): string {
  const old = textsOf(before);
  const changed = textsOf(after).filter((text, index) => text && text !== old[index]);
  return changed.join("\n") || after.title;
}

function textsOf({ title, message, expectedReturn, contactEmail, locale }: NoticeView) {
  const { text, dateTime } = expectedReturn ?? {};
  const words = dateTime ? formatTime(new Date(dateTime), locale.tag) : text;
  return [title, message, words && `${locale.strings.expectedReturn}: ${words}`, contactEmail];
}
