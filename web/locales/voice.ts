import { localeOf } from "./locales.ts";

/** A few sentences of the page's own in its language with this tag, in which readers can be heard to be addressed. */
export function voiceOf(tag: Parameters<typeof localeOf>[0]): string[] {
  const { leaveOpen, overdue, thanks } = localeOf(tag).strings;
  return [leaveOpen, overdue, thanks];
}
