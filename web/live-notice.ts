import type { Notice } from "../schema/notice.ts";
import { marker, noticePath } from "../schema/protocol.ts";
import type { LiveOptions } from "./page-data.ts";
import { isAppBack, loadByGet } from "./safe-return.ts";

const timeout = 10_000;
const longestWait = 60_000;
/** How far a poll may come before or after its time, so that the pages do not come all at once. */
const jitter = 0.2;

/** What an open page learns. */
export interface LiveEvents {
  /** The notice has changed. */
  changed(notice: Notice, revision: number): void;
  /** The app is back; the page is loaded again in a moment. */
  back(): void;
  /** It was away again before that moment came. */
  awayAgain(): void;
}

/** What one poll found. */
type Finding = "same" | "back" | "failed";

/** Follows the notice from `revision` on until the app is back, and never gives up. */
export function followNotice(revision: number, options: LiveOptions, events: LiveEvents): void {
  let newest = revision;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isAsking = false;

  const ask = async (): Promise<Finding> => {
    try {
      const response = await fetchNotice(newest);
      if (!response.headers.has(marker)) return (await isAppBack()) ? "back" : "failed";
      const found = Number(response.headers.get(marker));
      // Behind a CDN or two nodes an older one may come after a newer one.
      if (response.status === 200 && found > newest) {
        const notice: unknown = await response.json();
        if (!isNotice(notice)) return "failed";
        newest = found;
        events.changed(notice, found);
      }
      return "same";
    } catch {
      return "failed";
    }
  };

  const poll = async (): Promise<void> => {
    if (isAsking) return;
    clearTimeout(timer);
    isAsking = true;
    const finding = await ask();
    if (finding === "back") await goBack(options, events);
    failures = finding === "failed" ? failures + 1 : 0;
    isAsking = false;
    plan();
  };
  const plan = (): void => {
    const wait = Math.min(
      options.pollSeconds * 1000 * 2 ** failures,
      Math.max(longestWait, options.pollSeconds * 1000),
    );
    // A hidden page asks again when it is shown.
    if (!document.hidden) timer = setTimeout(poll, wait * (1 - jitter + 2 * jitter * Math.random()));
  };

  document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : poll()));
  addEventListener("online", poll);
  // The back button may bring the page from a cache, with its timers as they were.
  addEventListener("pageshow", ({ persisted }) => persisted && poll());
  void poll();
}

function fetchNotice(revision: number): Promise<Response> {
  return fetch(noticePath, {
    headers: { "If-None-Match": `"${revision}"` },
    cache: "no-store",
    redirect: "manual",
    signal: AbortSignal.timeout(timeout),
  });
}

/** Loads the app after a random moment, if it is still there by then. */
async function goBack({ returnSpreadSeconds }: LiveOptions, events: LiveEvents): Promise<void> {
  events.back();
  await sleep(returnSpreadSeconds * 1000 * Math.random());
  if (await isAppBack()) {
    loadByGet();
    // The page is about to go; should it stay, as for a download, it looks again.
    await sleep(timeout);
  }
  events.awayAgain();
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function isNotice(value: unknown): value is Notice {
  const { title, message, expectedReturn, contactEmail } = Object(value);
  const texts = [title, contactEmail, message ?? "", expectedReturn ?? ""];
  return texts.every((text) => typeof text === "string");
}
