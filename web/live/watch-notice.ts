import type { Notice } from "../../schema/notice/notice.ts";
import { marker, noticePath } from "../../schema/notice/protocol.ts";
import { createAppCheck } from "./app-check.ts";
import { within } from "./deadline.ts";
import type { LiveOptions } from "./live-options.ts";
import { loadApp } from "./load-app.ts";
import { mayReturn } from "./returns.ts";

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
  const isAppBack = createAppCheck();

  const ask = async (signal: AbortSignal): Promise<PollOutcome> => {
    const { response, document } = await within(pollTimeoutMs, signal, (own) => fetchNotice(newest, own));
    if (!response.headers.has(marker)) return mayReturn() && (await isAppBack(signal)) ? "back" : "failed";
    events.clock(Date.parse(response.headers.get("Date") ?? "") - Date.now());
    const found = Number(response.headers.get(marker));
    // Behind a CDN or with two nodes, an older one may arrive after a newer one.
    if (response.status !== 200 || !(found > newest)) return "same";
    if (!isNotice(document)) return "failed";
    events.changed(document, found);
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
    const outcome = await ask(current.signal).catch((): PollOutcome => "failed");
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
      if (!(await isAppBack(watching.signal)) || watching.signal.aborted) return;
      const undo = loadApp();
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

/** The reply to a poll, and the document in it if it has one. */
async function fetchNotice(
  revision: number,
  signal: AbortSignal,
): Promise<{ response: Response; document?: unknown }> {
  // The origin is spelled out, because the page's URL may hold a password, and such a URL cannot be fetched.
  const response = await fetch(location.origin + noticePath, {
    headers: { "If-None-Match": `"${revision}"` },
    cache: "no-store",
    redirect: "manual",
    signal,
  });
  if (response.status !== 200 || !response.headers.has(marker)) return { response };
  return { response, document: await response.json() };
}

function sleep(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

function isNotice(value: unknown): value is Notice {
  const { title, message, expectedReturn, contactEmail } = Object(value);
  const texts = [title, contactEmail, message ?? "", expectedReturn ?? ""];
  return texts.every((text) => typeof text === "string");
}
