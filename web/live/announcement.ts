import type { Said, TextName } from "../page/live-state.ts";
import type { NoticeView } from "../page/notice-view.ts";
import type { TimeRows } from "../page/time/time-rows.ts";
import { rowsInZone } from "./at-time.ts";

/** The names of the texts that differ between two views. */
export function changedTexts(before: NoticeView, after: NoticeView): TextName[] {
  const [old, texts] = [textsOf(before), textsOf(after)];
  return (Object.keys(texts) as TextName[]).filter((name) => texts[name].text !== old[name].text);
}

/** The announcement for screen reader users of changed texts. A time is in their own time zone. */
export function announcementOf(names: TextName[], view: NoticeView): Said[] {
  const { expectedReturn, locale } = view;
  const { strings } = locale;
  const texts = textsOf(view);
  const isReturn = (name: TextName) => name === "expectedReturn" && expectedReturn;
  return [
    { text: strings.changed },
    ...names.flatMap((name): Said[] => [
      { text: isReturn(name) ? `\n${strings.expectedReturn}: ` : "\n" },
      texts[name],
    ]),
    ...(names.some(isReturn) && expectedReturn?.isOverdue ? [{ text: `\n${strings.overdue}` }] : []),
  ];
}

function textsOf({ title, message, contactEmail, expectedReturn, locale, langs }: NoticeView) {
  const { noReturnKnown } = locale.strings;
  const words = expectedReturn?.dateTime
    ? inText(rowsInZone(expectedReturn, locale))
    : (expectedReturn?.text ?? noReturnKnown);
  const texts: Record<TextName, Said> = {
    title: { text: title, lang: langs.title },
    message: { text: message, lang: langs.message },
    expectedReturn: { text: words, lang: langs.expectedReturn },
    contactEmail: { text: contactEmail },
  };
  return texts;
}

const inText = ({ lead, rest }: TimeRows): string => `${lead.join(" ")}\n${rest.join(" ")}`;
