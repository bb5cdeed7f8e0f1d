import type { Notice } from "../../schema/notice/notice.ts";
import {
  type DocumentVersion,
  formatEntityTag,
  marker,
  pollPathOf,
  versionOf,
} from "../../schema/notice/protocol.ts";
import type { LiveOptions } from "./page-data.ts";
import { createReturnToApp, loadApp, mayReturn, type ReturnEvents } from "./return.ts";

/** The least seconds between two polls of a page that is hidden, or has told that the app is back. */
const idleSeconds = 60;
/** The longest wait between two polls after failures, in ms. */
const maxPollWaitMs = 60_000;
/** The share by which a wait varies at random, so that pages do not all poll at once. */
const pollJitter = 0.2;

/** How long every reply must demand a login before the app counts as back, in ms. */
const loginMs = 30_000;
/** After this many polls, one more has credentials: staff may have a cookie that lets them past the notice. */
const pollsPerStaffCheck = 6;
/** Statuses below 500 that say nothing about the app. */
const vague = [407, 408, 425, 429];
/** The authentication schemes for which browsers open their own dialog. */
const dialogs = /basic|digest|negotiate|ntlm/i;

export interface LiveEvents extends ReturnEvents {
  /** A poll ended. It was answered if the service replied, or an app that needs a login. */
  polled(isAnswered: boolean): void;
  changed(notice: Notice, version: DocumentVersion): void;
  /** The server's time, in ms since the epoch; NaN if it is no longer known. */
  clock(now: number): void;
}

type Asking =
  /**
   * Not yet: some rule may send its path elsewhere, so the page's own path is asked as well. Credentials are tried after
   * that. The first time is safe: for the page, the browser has just passed any login. The next time may open its dialog.
   */
  | { had: "never"; hasTried: boolean }
  /** Without credentials. At times they are sent as well, because those of staff may lead past the notice. */
  | { had: "freely"; pollsUntilStaffCheck: number }
  /** Only with credentials, which a gate in front demands. */
  | { had: "gated" };

type PollOutcome = "answered" | "back" | "login" | "failed";

/** Polls the notice until the app is back, despite any failures. */
export function watchNotice(rendered: DocumentVersion, options: LiveOptions, events: LiveEvents): void {
  const { pollSeconds, returnSpreadSeconds } = options;
  const shown = createShownDocument(rendered, () => performance.now());
  let failures = 0;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let polling: AbortController | undefined;
  let asking: Asking = { had: "never", hasTried: false };
  let loginSince: number | undefined;

  const askWith = (credentials: RequestCredentials, own: AbortController, isOwnPath = false) =>
    fetchNotice(shown.version(), credentials, own, isOwnPath);
  const askBoth = async (credentials: RequestCredentials, own: AbortController): Promise<Answer> => {
    const reply = await askWith(credentials, own);
    return reply.isOurs ? reply : askWith(credentials, own, true);
  };
  const replyTo = async (asking: Asking, own: AbortController): Promise<Answer> => {
    if (asking.had !== "never") return askWith(asking.had === "freely" ? "omit" : "same-origin", own);
    const reply = await askBoth("omit", own).catch((error) => {
      if (own.signal.aborted) throw error;
    });
    if (reply?.isOurs || (reply && asking.hasTried && opensDialog(reply.response))) return reply;
    asking.hasTried = true;
    return askBoth("same-origin", own).catch((error) => {
      // A TypeError is a network failure, which opens no dialog. An aborted request may have opened one.
      asking.hasTried = !(error instanceof TypeError);
      throw error;
    });
  };
  /** What a reply that is not ours means. */
  const judge = ({ response: { status } }: Answer): PollOutcome => {
    const now = performance.now();
    loginSince = status === 401 || status === 403 ? (loginSince ?? now) : undefined;
    if (loginSince !== undefined && now - loginSince < loginMs) return "login";
    return isApps(status) && mayReturn() ? "back" : "failed";
  };
  const look = async (own: AbortController): Promise<PollOutcome> => {
    const reply = await replyTo(asking, own);
    if (!reply.isOurs) return judge(reply);
    const { response, document, credentials } = reply;
    const { status, headers } = response;
    events.clock(Date.parse(`${headers.get("Date")}`));
    const version = versionOf(headers);
    const isDocument = status === 304 || document !== undefined;
    if (asking.had === "never" && isDocument)
      asking =
        credentials === "omit"
          ? { had: "freely", pollsUntilStaffCheck: pollsPerStaffCheck }
          : { had: "gated" };
    // A 304 tells when the shown document was published.
    if (version && status === 304) shown.accepts(version);
    else if (!version || (!isDocument && asking.had !== "never")) shown.confirm();
    else if (isDocument && !isNotice(document)) return "failed";
    else if (shown.accepts(version)) {
      if (isNotice(document)) {
        events.changed(document, version);
        shown.confirm(version);
        // Another notice comes only with the whole page.
      } else if (returnSpreadSeconds !== undefined && mayReturn()) loadApp();
    }
    // Safe with credentials: the app, which might demand a login, has just not answered.
    if (asking.had === "freely" && --asking.pollsUntilStaffCheck <= 0) {
      const reply = await askWith("same-origin", own);
      const isStaff = !reply.isOurs && isApps(reply.response.status);
      asking.pollsUntilStaffCheck = isStaff ? 0 : pollsPerStaffCheck;
      // For staff, the notice that others get does not mean that the app is away.
      if (isStaff) return judge(reply);
    }
    loginSince = undefined;
    return "answered";
  };
  /** Asks in the place of what was asked before; undefined if that has happened to this since. */
  const ask = async (): Promise<PollOutcome | undefined> => {
    // A request that hangs must not block the poll of a page that is shown again.
    polling?.abort();
    const own = new AbortController();
    polling = own;
    const outcome = await look(own).catch((): PollOutcome => {
      // A poll that was replaced says nothing about the app.
      if (polling === own) loginSince = undefined;
      return "failed";
    });
    return polling === own ? outcome : undefined;
  };
  const toApp = createReturnToApp(returnSpreadSeconds, async () => (await ask()) === "back", events);

  const poll = async (): Promise<void> => {
    if (toApp.isUnderWay()) return;
    clearTimeout(timer);
    const outcome = await ask();
    if (!outcome) return;
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
    if (asking.had === "freely") asking.pollsUntilStaffCheck = 0;
    wake();
  };
  document.addEventListener("visibilitychange", () => (document.hidden ? plan() : show()));
  addEventListener("online", wake);
  // The back button may restore the page from a cache, with its timers as they were.
  addEventListener("pageshow", ({ persisted }) => {
    if (!persisted) return;
    toApp.abandon();
    show();
  });
  void poll();
}

/** Whether a status without the marker is the app's, or that of a gate. */
function isApps(status: number): boolean {
  return status < 500 && !vague.includes(status);
}

/** Whether the same request with credentials would open the browser's login dialog. */
function opensDialog({ status, headers }: Response): boolean {
  return status === 401 && dialogs.test(`${headers.get("WWW-Authenticate")}`);
}

/** The wait until the next poll, in ms, after `failures` failures in a row. */
export function pollWaitMs(pollSeconds: number, failures: number, isIdle: boolean): number {
  const seconds = isIdle ? Math.max(idleSeconds, pollSeconds) : pollSeconds;
  const wait = seconds * 1000 * (1 - pollJitter + 2 * pollJitter * Math.random());
  return Math.min(wait * 2 ** failures, Math.max(maxPollWaitMs, wait));
}

/** How long a reply may take, in ms. */
const timeoutMs = 10_000;

/** A reply, whether it is ours, the document in it if it has one, and the credentials of its request. */
interface Answer {
  response: Response;
  isOurs: boolean;
  document?: unknown;
  credentials: RequestCredentials;
}

/**
 * Asks for the notice beside the page, or by HEAD at the page's own path: without its query, as a link may count only
 * once. `shown` is what the page shows already. The controller is aborted if there is no reply in time.
 */
async function fetchNotice(
  shown: DocumentVersion,
  credentials: RequestCredentials,
  controller: AbortController,
  isOwnPath: boolean,
): Promise<Answer> {
  // The origin is spelled out: the page's URL may hold a password, and its path may begin with two slashes.
  const { origin, pathname } = location;
  // The number keeps caches and service workers from answering.
  const path = isOwnPath ? pathname : `${pollPathOf(pathname)}?${Date.now()}`;
  const timer = setTimeout(() => controller.abort(), timeoutMs);
  const send = (redirect: RequestRedirect): Promise<Response> =>
    fetch(origin + path, {
      method: isOwnPath ? "HEAD" : "GET",
      headers: { "If-None-Match": formatEntityTag(shown) },
      cache: "no-store",
      credentials,
      redirect,
      signal: controller.signal,
    });
  try {
    let response = await send("manual");
    if (response.type === "opaqueredirect")
      response = await send("follow").catch((error) => {
        if (controller.signal.aborted) throw error;
        // A redirect to another origin cannot be followed: it is the app's.
        return response;
      });
    const isOurs = response.headers.has(marker);
    const isDocument = isOurs && response.status === 200 && !isOwnPath;
    return { response, isOurs, credentials, ...(isDocument && { document: await response.json() }) };
  } finally {
    clearTimeout(timer);
  }
}

/** Whether a document can be shown as a notice. Later versions may add anything to it. */
function isNotice(value: unknown): value is Notice {
  const { title, contactEmail, language = "", translations = {} } = Object(value);
  const texts = [value, ...Object.values(translations)].flatMap(textsOf);
  return [title, contactEmail, language, ...texts].every((text) => typeof text === "string");
}

function textsOf(value: unknown): unknown[] {
  const { title = "", message = "", expectedReturn = "" } = Object(value);
  return [title, message, expectedReturn];
}

/** How many equal polls in a row it takes to switch to a document that is not known to be newer. */
const neededPolls = 3;
/** The least time from the first to the last of them, in ms: nodes may disagree for a moment. */
const neededMs = 30_000;

/**
 * The document that an open page shows, and the rule for replacing it. `now` is in ms since any moment, and never goes
 * back.
 */
export function createShownDocument(first: DocumentVersion, now: () => number) {
  let shown = first;
  let other: DocumentVersion | undefined;
  let polls = 0;
  let since = 0;
  /** Sets the shown document, or keeps it. Earlier polls no longer count. */
  const confirm = (document = shown): void => {
    shown = document;
    other = undefined;
  };
  return {
    version: () => shown,
    accepts(found: DocumentVersion): boolean {
      const ahead = newerBy(found, shown);
      if (ahead === 0) confirm();
      else if (!other || newerBy(found, other) !== 0) [other, polls, since] = [found, 0, now()];
      polls += 1;
      return ahead > 0 || (other !== undefined && polls >= neededPolls && now() - since >= neededMs);
    },
    confirm,
  };
}

/** By how much one version is newer; 0 if they are the same, NaN if that is unknown. */
function newerBy(one: DocumentVersion, another: DocumentVersion): number {
  const ahead = one.number - another.number;
  // Without a hash, the number decides.
  const isHashEqual = !one.hash || !another.hash || one.hash === another.hash;
  return ahead === 0 && !isHashEqual ? Number.NaN : ahead;
}
