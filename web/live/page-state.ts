import { phaseOf } from "../../schema/notice/phase.ts";
import { initialState, type LiveState, type Said, type TextName } from "../page/live-state.ts";
import { type NoticeView, viewOf } from "../page/notice-view.ts";
import { announcementOf, changedTexts } from "./announcement.ts";
import { atTime, type ShownPage } from "./at-time.ts";
import { showTop } from "./return/show-top.ts";
import type { LiveEvents } from "./watch-notice.ts";

/** How long an announcement stays, in ms: if it were found later, it would be taken for news. */
const announcementMs = 10_000;
/** How long a change is marked, in ms. */
const markMs = 2_000;
/** Differences between clocks up to this are ignored, in ms. */
const clockMs = 5_000;
/** How many polls in a row must fail before the page says so. */
const failuresOfLoss = 2;

/** What an open page shows, and how events change it. */
export interface PageState {
  events: LiveEvents;
  /** Shows the state as of now. */
  show(): void;
}

/** Starts with the view from the server. `titleSuffix` ends the tab's title. `render` is called when the page may have changed. */
export function createPageState(
  rendered: NoticeView,
  titleSuffix = "",
  render: (shown: ShownPage) => void,
): PageState {
  const { locale } = rendered;
  const { strings } = locale;
  let view = rendered;
  let live = initialState;
  let shown = rendered;
  /** By how many ms the server's clock is ahead of `performance.now()`, which nobody sets; NaN while unknown. */
  let ahead = Number.NaN;
  /** By how many ms `Date.now()` was ahead of `performance.now()` when `ahead` was set. */
  let skew = 0;
  let failures = 0;
  let changedAt: number | undefined;
  let silence: ReturnType<typeof setTimeout> | undefined;
  let fading: ReturnType<typeof setTimeout> | undefined;
  let restorePlace = (): void => {};

  const skewNow = (): number => Date.now() - performance.now();
  const now = (): number => {
    // One of the two clocks was set, or stopped while the machine slept.
    if (Math.abs(skewNow() - skew) > clockMs) ahead = Number.NaN;
    return ahead + performance.now();
  };
  const show = (): void => {
    const before = shown;
    const moment = now();
    const next = atTime({ view, live }, moment, changedAt);
    // A time that has passed stays so, even while the moment is unknown.
    view = next.view;
    shown = next.view;
    render(next);
    if (moment && !live.isBack && hasPassed(before, shown)) announce([{ text: strings.overdue }]);
  };
  const update = (part: Partial<LiveState>): void => {
    live = { ...live, ...part };
    show();
  };
  const announce = (announcement: Said[]): void => {
    clearTimeout(silence);
    silence = setTimeout(() => update({ announcement: [] }), announcementMs);
    update({ announcement });
  };
  const mark = (changed: TextName[]): void => {
    clearTimeout(fading);
    fading = setTimeout(() => update({ changed: [] }), markMs);
    update({ changed, isWithdrawn: changed.includes("expectedReturn") && !view.expectedReturn });
  };

  const events: LiveEvents = {
    polled(isAnswered) {
      const isRegained = isAnswered && live.contact === "lost";
      failures = isAnswered ? 0 : failures + 1;
      if (isAnswered) update({ contact: "open" });
      else if (failures >= failuresOfLoss) update({ contact: "lost", announcement: [] });
      // On the page for a request that may have sent data, `leaveOpen` is empty: the title is announced instead.
      if (isRegained) announce([...live.announcement, { text: `\n${strings.leaveOpen || view.title}` }]);
    },
    changed(notice, version) {
      const before = view;
      view = viewOf(notice, version, locale, phaseOf(notice, now()));
      // Staff see the app while the notice changes for others.
      if (live.isBack) return;
      showTitle(view, titleSuffix);
      const names = changedTexts(before, view);
      if (names.length === 0) return;
      changedAt = now();
      mark(names);
      announce(announcementOf(names, view));
    },
    back() {
      failures = 0;
      showTitle({ title: strings.backTitle, locale, langs: {} }, titleSuffix);
      restorePlace = showTop();
      update({ contact: "open", isBack: true, keepsHelp: isHelpFocused() });
      announce([{ text: `${strings.backTitle}\n${strings.opening}` }]);
    },
    awayAgain() {
      showTitle(view, titleSuffix);
      update({ isBack: false });
      announce(announcementOf(["title"], view));
      restorePlace();
    },
    clock(server) {
      if (Math.abs(server - now()) < clockMs) return;
      ahead = server - performance.now();
      skew = skewNow();
      show();
    },
  };
  return { events, show };
}

/** Whether the same expected return has passed between two views. */
function hasPassed({ expectedReturn: before }: NoticeView, { expectedReturn: after }: NoticeView): boolean {
  return !before?.isOverdue && !!after?.isOverdue && before?.dateTime === after.dateTime;
}

/** Shows the title of a view as that of the document, in its language. */
function showTitle(
  { title, locale, langs }: Pick<NoticeView, "title" | "locale" | "langs">,
  suffix: string,
): void {
  const textContent = title + suffix;
  Object.assign(document.querySelector("title") ?? {}, { textContent, lang: langs.title ?? locale.tag });
}

function isHelpFocused(): boolean {
  return !!document.activeElement?.closest(".help");
}
