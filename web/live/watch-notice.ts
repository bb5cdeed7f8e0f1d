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

/** The least seconds between two polls of a page that is hidden, or has told that the app is back. */
const idleSeconds = 60;
/** The longest wait between two polls after failures, in ms. */
const maxPollWaitMs = 60_000;
/** The share by which a wait varies at random, so that pages do not all poll at once. */
const pollJitter = 0.2;

/** How long a reply may take, in ms. */
const pollTimeoutMs = 10_000;
/** After this many polls, one more has credentials: staff may have a cookie that lets them past the notice. */
const pollsPerStaffCheck = 6;

/** The events of an open page. */
export interface LiveEvents extends ReturnEvents {
  /** A poll ended. It was answered if the service replied, or an app that needs a login. */
  polled(isAnswered: boolean): void;
  /** The notice has changed. */
  changed(notice: Notice, version: PageVersion): void;
  /** The server's time, in ms since the epoch; NaN if it is no longer known. */
  clock(now: number): void;
}

/** The result of a poll. */
type PollOutcome = "answered" | "back" | "login" | "failed";

/**
 * Polls the notice until the app is back, despite any failures. Returns a function that stops this: after it, there are
 * no more requests or events.
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
  /** The least credentials that get the notice; undefined before the first reply with it. */
  let least: RequestCredentials | undefined;
  let pollsUntilStaffCheck = pollsPerStaffCheck;
  /** Whether this visitor is staff: the last reply to credentials was not the notice. */
  let isStaff = false;
  /**
   * Whether credentials were sent before. The first time is safe: if a gate in front of us needs a login, the browser
   * has just used it for the page, and opens no dialog.
   */
  let hasTried = false;
  const isBack = (): Promise<boolean> => app.isBack(found, signal);
  const toApp = createReturnToApp(returnSpreadSeconds, isBack, events, signal);

  const ask = async (signal: AbortSignal): Promise<PollOutcome> => {
    const askWith = (credentials: RequestCredentials) =>
      within(pollTimeoutMs, signal, (own) => fetchNotice(shown.version(), credentials, own));
    // Without credentials first: with them, a login that the app demands would open a dialog over the page.
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
        // A TypeError is a network failure, which opens no dialog. An aborted request may have opened one.
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
    // For staff, the notice that others get does not mean that the app is away.
    if (!isStaff) app.forget();
    events.clock(timeIn(headers, "Date"));
    const version = versionIn(headers);
    // A 304 tells when the shown document was published.
    if (version && status === 304) shown.accepts(version);
    else if (status !== 200 || !version) shown.confirm();
    else if (!isNotice(document)) return "failed";
    else if (shown.accepts(version)) {
      events.changed(document, version);
      shown.confirm(version);
    }
    // Safe with credentials: the app, which might demand a login, has just not answered.
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
    // A request that hangs must not block the poll of a page that is shown again.
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
    // A page that stays open after the app is back polls as rarely as a hidden page.
    const isIdle = document.hidden || toApp.isTold();
    timer = setTimeout(poll, pollWaitMs(pollSeconds, failures, isIdle));
  };

  const wake = (): void => {
    failures = 0;
    // The machine may have slept, and its clocks with it.
    events.clock(Number.NaN);
    void poll();
  };
  // Staff open their link in another tab and come back to this one, so ask with credentials at once.
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

/** The wait until the next poll, in ms, after `failures` failures in a row. */
export function pollWaitMs(pollSeconds: number, failures: number, isIdle: boolean): number {
  const seconds = isIdle ? Math.max(idleSeconds, pollSeconds) : pollSeconds;
  const wait = seconds * 1000 * (1 - pollJitter + 2 * pollJitter * Math.random());
  return Math.min(wait * 2 ** failures, Math.max(maxPollWaitMs, wait));
}
