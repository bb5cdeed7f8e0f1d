import { flushSync } from "react-dom";
import { createRoot } from "react-dom/client";
import { type EditorMessage, messageType, type PreviewMessage } from "../../schema/preview/preview.ts";
import { minuteMs } from "../../schema/text/minute.ts";
import { offsetAt } from "../../schema/time/time.ts";
import { pageDataId } from "../live/page-data.ts";
import { NoticePage } from "../page/notice-page.tsx";
import { initialState, type LiveState, type LocalTime, type NoticeView } from "../page/notice-view.ts";
import { relativeTime, timeSince } from "../page/relative-time.ts";
import { daysAhead, timeRows } from "../page/time.ts";
import type { PreviewOptions } from "./preview-options.ts";

const container = document.getElementById("page");
const data = document.getElementById(pageDataId)?.textContent;
if (container && data) {
  const { view, scheme, ...moment }: PreviewOptions & { view: NoticeView } = JSON.parse(data);
  if (scheme) document.documentElement.style.colorScheme = scheme;
  if (scheme) answerMedia("prefers-color-scheme: dark", scheme === "dark");
  // Each typed letter makes a new preview.
  answerMedia("prefers-reduced-motion: no-preference", false);
  // Rendered at once, so that the page is complete when it has loaded.
  flushSync(() => createRoot(container).render(<NoticePage view={view} live={atMoment(view, moment)} />));
  // In a preview, links lead nowhere.
  addEventListener("click", (event) => event.preventDefault());
  talkToEditor();
}

/**
 * Sets the answer of a media query, such as `prefers-color-scheme: dark`, in the page's styles and for its logo. The
 * visitor of the preview is not the person at this browser.
 */
function answerMedia(query: string, isTrue: boolean): void {
  const answer = isTrue ? "screen" : "not all";
  for (const source of document.querySelectorAll("source"))
    if (source.media.includes(query)) source.media = answer;
  for (const { cssRules } of document.styleSheets)
    for (const rule of cssRules)
      if (rule instanceof CSSMediaRule && rule.media.mediaText.includes(query)) rule.media.mediaText = answer;
}

function talkToEditor(): void {
  // The address has the editor's origin; a sandboxed page's own is opaque.
  const { origin } = location;
  const tell = (event: "ready" | "scroll"): void => {
    const { scrollHeight: height } = document.documentElement;
    const message: PreviewMessage = { type: messageType, event, y: scrollY, height };
    parent.postMessage(message, origin);
  };
  addEventListener("load", () => tell("ready"));
  addEventListener("scroll", () => tell("scroll"));
  addEventListener("resize", () => tell("scroll"));
  addEventListener("message", (message: MessageEvent<Partial<EditorMessage> | null>) => {
    const { type, event, y } = message.data ?? {};
    const isOurs = message.source === parent && type === messageType;
    if (isOurs && event === "scroll-to") scrollTo(0, Number(y));
  });
}

type Moment = Pick<PreviewOptions, "now" | "isBack" | "languages" | "timeZone">;

function atMoment(view: NoticeView, moment: Moment): LiveState {
  const local = localTime(view, moment);
  return { ...initialState, contact: "open", isBack: moment.isBack, ...(local && { local }) };
}

function localTime(
  { expectedReturn, locale }: NoticeView,
  { now, languages, timeZone }: Moment,
): LocalTime | undefined {
  if (!expectedReturn?.dateTime) return undefined;
  const time = new Date(expectedReturn.dateTime);
  const { distance, isOverdue } = expectedReturn;
  const relative = (isOverdue ? timeSince : relativeTime)(time, now, locale, languages);
  // "Tomorrow" depends on the clocks here, so both times are moved to what the visitor's clocks show.
  const ahead =
    timeZone === undefined ? 0 : offsetAt(timeZone, time.getTime()) + time.getTimezoneOffset() * minuteMs;
  const days = daysAhead(new Date(time.getTime() + ahead), now + ahead);
  return { ...timeRows(time, distance, locale, languages, timeZone, days), relative };
}
