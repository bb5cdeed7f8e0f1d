import type { Notice } from "../../schema/notice/notice.ts";
import { marker } from "../../schema/notice/protocol.ts";
import type { PageVersion } from "../page/notice-view.ts";
import { within } from "./deadline.ts";
import { fetchNotice, isNotice } from "./fetch-notice.ts";
import type { LiveOptions } from "./live-options.ts";
import { createAppCheck, type Found } from "./return/app-check.ts";
import { opensDialog } from "./return/login-dialog.ts";
import { createReturnToApp, type ReturnEvents } from "./return/return-to-app.ts";
import { createShownDocument, timeIn, versionIn } from "./shown-document.ts";

/** How often a page polls at most that is hidden, or has said that the app is back, in seconds. */
const idleSeconds = 60;
/** The longest wait between two polls, in ms, however often they have failed. */
const maxPollWaitMs = 60_000;
/** How far a poll may come before or after its time, so that pages do not all poll at once. */
const pollJitter = 0.2;

/** How long a reply may take, in ms. */
const pollTimeoutMs = 10_000;
/** With so many polls, one is followed by one with credentials: staff may have a cookie that gets past the notice. */
const pollsPerStaffCheck = 6;

/** What an open page finds out. */
export interface LiveEvents extends ReturnEvents {
  /** A poll was answered, by the service or by an app that needs a login, or it was not. */
  polled(isAnswered: boolean): void;
  /** The notice has changed. */
  changed(notice: Notice, version: PageVersion): void;
  /** What the server's clock shows, in ms since the epoch; not a number when nobody knows any more. */
  clock(now: number): void;
}

/** What one poll found. */
type PollOutcome = "answered" | "back" | "login" | "failed";

/**
 * Watches the notice from a version on until the app is back, and never gives up. Returns a function that ends this:
 * after it, there are no more requests or events.
 */
export function watchNotice(rendered: PageVersion, options: LiveOptions, events: LiveEvents): () => void {
  const { pollSeconds, returnSpreadSeconds } = options;
  const shown = createShownDocument(rendered, () => performance.now());
  const watching = new AbortController();
  const { signal } = watching;
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let asking: AbortController | undefined;
  const app = createAppCheck();
  let found: Found;
  /** The least credentials with which the notice is given; unknown before the first answer. */
  let least: RequestCredentials | undefined;
  let pollsUntilStaffCheck = pollsPerStaffCheck;
  /** Whether the last reply to credentials was not the notice, although everybody else is given that. */
  let isStaff = false;
  /**
   * Whether credentials have been tried: when the page has just come, the browser has those that a gate before us asks
   * for.
   */
  let hasTried = false;
  const isBack = (): Promise<boolean> => app.isBack(found, signal);
  const toApp = createReturnToApp(returnSpreadSeconds, isBack, events, signal);

  const ask = async (signal: AbortSignal): Promise<PollOutcome> => {
    const askWith = (credentials: RequestCredentials) =>
      within(pollTimeoutMs, signal, (own) => fetchNotice(shown.version(), credentials, own));
    // With credentials, the app's demand for a login would open the browser's dialog over the page.
    let given = least ?? "omit";
    let reply = await askWith(given).catch((error) => {
      if (least || signal.aborted) throw error;
    });
    if (
      !reply ||
      !(least || reply.response.headers.has(marker) || (hasTried && opensDialog(reply.response)))
    ) {
      given = "same-origin";
      hasTried = true;
      reply = await askWith(given).catch((error) => {
        // What was lost on its way opened no dialog; what was aborted may have one open.
        hasTried = !(error instanceof TypeError);
        throw error;
      });
    }
    const { response, document } = reply;
    const { status, headers } = response;
    if (!headers.has(marker)) {
      found = { response, least: least ?? "omit" };
      if (await app.isBack(found, signal)) return "back";
      return app.needsLogin() ? "login" : "failed";
    }
    least = given;
    // Of an app that is there for staff, everybody's notice says nothing.
    if (!isStaff) app.forget();
    events.clock(timeIn(headers, "Date"));
    const version = versionIn(headers);
    // The service says when what the page has already was published.
    if (version && status === 304) shown.accepts(version);
    else if (status !== 200 || !version) shown.confirm();
    else if (!isNotice(document)) return "failed";
    else if (shown.accepts(version)) {
      events.changed(document, version);
      shown.confirm(version);
    }
    // The app, which would demand a login, has just not been there.
    if (given === "omit" && (--pollsUntilStaffCheck <= 0 || toApp.isTold())) {
      pollsUntilStaffCheck = pollsPerStaffCheck;
      const { response } = await askWith("same-origin");
      isStaff = !response.headers.has(marker);
      found = { response, least: "same-origin" };
      if (isStaff && (await app.isBack(found, signal))) return "back";
    }
    return "answered";
  };

  const poll = async (): Promise<void> => {
    if (toApp.isUnderWay() || signal.aborted) return;
    clearTimeout(timer);
    // A request that hangs must not hold up a page that is shown again.
    asking?.abort();
    const current = new AbortController();
    asking = current;
    const outcome = await ask(current.signal).catch((): PollOutcome => {
      // A poll that was replaced says nothing about the app.
      if (asking === current) app.forget();
      return "failed";
    });
    if (asking !== current || signal.aborted) return;
    failures = outcome === "failed" ? failures + 1 : 0;
    if (outcome !== "answered") shown.confirm();
    if (outcome === "back") await toApp.begin();
    else {
      toApp.end();
      events.polled(outcome !== "failed");
    }
    plan();
  };

  const plan = (): void => {
    clearTimeout(timer);
    if (signal.aborted) return;
    // A page that stays, although the app is back, asks it no more often than a hidden one.
    const isIdle = document.hidden || toApp.isTold();
    timer = setTimeout(poll, pollWaitMs(pollSeconds, failures, isIdle));
  };

  const wake = (): void => {
    failures = 0;
    // The machine may have slept, and its clocks with it.
    events.clock(Number.NaN);
    void poll();
  };
  // Staff open their link in another tab, and come back to this one.
  const show = (): void => {
    pollsUntilStaffCheck = 0;
    wake();
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? plan() : show()), { signal });
  addEventListener("online", wake, { signal });
  // The back button may restore the page from a cache, with its timers as they were.
  addEventListener(
    "pageshow",
    ({ persisted }) => {
      if (!persisted) return;
      toApp.abandon();
      show();
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

/** How long to wait for the next poll, in ms, after so many failures in a row. */
export function pollWaitMs(pollSeconds: number, failures: number, isIdle: boolean): number {
  const seconds = isIdle ? Math.max(idleSeconds, pollSeconds) : pollSeconds;
  const wait = seconds * 1000 * (1 - pollJitter + 2 * pollJitter * Math.random());
  return Math.min(wait * 2 ** failures, Math.max(maxPollWaitMs, wait));
}
