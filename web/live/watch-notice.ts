import type { Notice } from "../../schema/notice/notice.ts";
import { marker, noticePath } from "../../schema/notice/protocol.ts";
import type { LiveOptions } from "./live-options.ts";
import { isAppBack, loadByGet } from "./safe-return.ts";

/** How long a reply may take, in ms. */
const pollTimeoutMs = 10_000;
/** The longest wait between two polls, in ms, however often they have failed. */
const maxWaitMs = 60_000;
/** How far a poll may come before or after its time, so that pages do not all poll at once. */
const jitter = 0.2;
/** How long the app may take to serve its page before we check again, in ms; doubled each time. */
const returnTimeoutMs = 60_000;

/** What an open page finds out. */
export interface LiveEvents {
  /** The notice has changed. */
  changed(notice: Notice, revision: number): void;
  /** The app is back; the page is loaded again in a moment. */
  back(): void;
  /** The app went away again before that. */
  awayAgain(): void;
  /** By how many ms the server's clock is ahead of ours. */
  clock(ahead: number): void;
}

/** What one poll found. */
type PollOutcome = "same" | "back" | "failed";

/**
 * Watches the notice from `revision` on until the app is back, and never gives up. Returns a function that ends this:
 * after it, there are no more requests or events.
 */
export function watchNotice(revision: number, options: LiveOptions, events: LiveEvents): () => void {
  let newest = revision;
  let failures = 0;
  let returns = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;
  let isReturning = false;
  const watching = new AbortController();

  const ask = async (signal: AbortSignal): Promise<PollOutcome> => {
    const response = await fetchNotice(newest, signal);
    if (!response.headers.has(marker)) return (await isAppBack(signal)) ? "back" : "failed";
    events.clock(Date.parse(response.headers.get("Date") ?? "") - Date.now());
    const found = Number(response.headers.get(marker));
    // Behind a CDN or with two nodes, an older one may arrive after a newer one.
    if (response.status !== 200 || !(found > newest)) return "same";
    const notice: unknown = await response.json();
    if (!isNotice(notice)) return "failed";
    events.changed(notice, found);
    newest = found;
    return "same";
  };

  const poll = async (): Promise<void> => {
    if (isReturning || watching.signal.aborted) return;
    clearTimeout(timer);
    // A request that hangs must not hold up a page that is shown again.
    asking?.abort();
    const current = new AbortController();
    asking = current;
    const outcome = await within(pollTimeoutMs, current, ask).catch((): PollOutcome => "failed");
    if (asking !== current || watching.signal.aborted) return;
    failures = outcome === "failed" ? failures + 1 : 0;
    if (outcome === "back") await goBack().catch(() => {});
    plan();
  };

  const plan = (): void => {
    const wait = options.pollSeconds * 1000 * (1 - jitter + 2 * jitter * Math.random());
    const longest = Math.max(maxWaitMs, wait);
    // A hidden page polls again when it is shown.
    if (!document.hidden && !watching.signal.aborted)
      timer = setTimeout(poll, Math.min(wait * 2 ** failures, longest));
  };

  /** Loads the app after a random delay, if it is still there by then. */
  const goBack = async (): Promise<void> => {
    isReturning = true;
    events.back();
    try {
      await sleep(options.returnSpreadSeconds * 1000 * Math.random());
      if (watching.signal.aborted || !(await within(pollTimeoutMs, new AbortController(), isAppBack))) return;
      const undo = loadByGet();
      // The page is about to go. But an app that is waking up may need time, and a download leaves the page in place.
      await sleep(returnTimeoutMs * 2 ** returns);
      returns += 1;
      undo();
    } finally {
      isReturning = false;
      if (!watching.signal.aborted) events.awayAgain();
    }
  };

  const wake = (): void => {
    failures = 0;
    void poll();
  };
  const { signal } = watching;
  document.addEventListener("visibilitychange", () => (document.hidden ? clearTimeout(timer) : wake()), {
    signal,
  });
  addEventListener("online", wake, { signal });
  // The back button may restore the page from a cache, with its timers as they were.
  addEventListener(
    "pageshow",
    ({ persisted }) => {
      if (!persisted) return;
      isReturning = false;
      wake();
    },
    { signal },
  );
  void poll();
  return () => {
    watching.abort();
    clearTimeout(timer);
    asking?.abort();
  };
}

function fetchNotice(revision: number, signal: AbortSignal): Promise<Response> {
  // The origin is spelled out, because the page's URL may hold a password, and such a URL cannot be fetched.
  return fetch(location.origin + noticePath, {
    headers: { "If-None-Match": `"${revision}"` },
    cache: "no-store",
    redirect: "manual",
    signal,
  });
}

/** Runs `work`, which is aborted after `ms`. AbortSignal.timeout is newer than some visitors' browsers. */
async function within<T>(
  ms: number,
  controller: AbortController,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const timer = setTimeout(() => controller.abort(), ms);
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
  }
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function isNotice(value: unknown): value is Notice {
  const { title, message, expectedReturn, contactEmail } = Object(value);
  const texts = [title, contactEmail, message ?? "", expectedReturn ?? ""];
  return texts.every((text) => typeof text === "string");
}
