import type { IncomingHttpHeaders } from "node:http";
import { isPollPath, marker, staffCookie, staffPath } from "../../schema/notice/protocol.ts";
import type { Head, Reply } from "../http/reply.ts";
import { originForm, pathOf, unsavedHeader } from "../http/request-head.ts";
import type { StaffSecrets } from "../proxies/proxy.ts";
import { getOrMake } from "../visitor/negotiate.ts";
import { createEdgeReply, type EdgeNotice } from "./reply.ts";

/** The paths by which certificates are renewed, whatever the switch says. @see RFC 8555, 8.3 */
const renewal = /^\/\.well-known\/acme-challenge\/[\w-]+$/;

/** What Cloudflare passes. Deno and Bun pass something else, and have the settings in the environment. */
interface Passed {
  BACKSOON?: KeyValueStore;
  [name: string]: unknown;
}

interface Execution {
  waitUntil(work: Promise<unknown>): void;
  passThroughOnException?(): void;
}

const environment = globalThis.process?.env ?? {};
/** How long a running Backsoon may take to reply, in ms. */
const maxAskMs = 1000;
/** The headers on which our replies depend: a running Backsoon gets only these. */
const asked =
  /^(?:accept.*|access-control-request-.+|content-type|hx-(?:boosted|request)|if-none-match|origin|sec-fetch-(?:dest|mode)|turbolinks-referrer|x-requested-with|x-turbo-request-id)$/;
/** The methods that read. A preflight goes to the app, as the request that follows it does. */
const reading = new Set(["GET", "HEAD", "OPTIONS"]);
/** Passes a reply on unchanged: Bun would decompress it, and keep the header that names its compression. */
const asItIs = { redirect: "manual", decompress: false } as const;
const bodiless = new Set([204, 304]);

/** Makes the function that an edge calls for each request. The app answers; if it is away, the notice does. */
export function createHandler(notice: EdgeNotice) {
  const reply = createEdgeReply(notice);
  const readSwitch = createSwitch();
  return {
    async fetch(request: Request, env: Passed = {}, execution?: Execution): Promise<Response> {
      // If this program fails, Cloudflare asks the app.
      execution?.passThroughOnException?.();
      const settings = readSettings(execution ? env : environment);
      const { origin, staff } = settings;
      const target = originForm(request.url);
      const path = pathOf(target);
      const answer = async (isUnsaved = false, backsoon = settings.backsoon) => {
        const live = backsoon && (await ask(`${backsoon}${target}`, request, isUnsaved));
        const headers = new Proxy(request.headers, isUnsaved ? ofUnsaved : ofOthers);
        const asNode = headers as unknown as IncomingHttpHeaders;
        return live || toResponse(reply(request.method, target, asNode, Date.now()));
      };
      // An open page must get its script, even if the app is back. This module has it: no running Backsoon is asked.
      if (path.startsWith("/assets/") && Object.hasOwn(notice.files, path)) return answer(false, "");
      if (staff && path === `${staffPath}${staff.link}`) return letIn(staff);

      const inStore = env.BACKSOON && (await readSwitch(env.BACKSOON, (work) => execution?.waitUntil(work)));
      const state = inStore ?? settings.state;
      const isForNotice =
        state === "on" || (state === "read-only" && (!reading.has(request.method) || isPollPath(path)));
      const isStaff =
        staff && request.headers.get("cookie")?.split("; ").includes(`${staffCookie}=${staff.cookie}`);
      if (isForNotice && !isStaff && !renewal.test(path)) {
        if (request.body) await discard(request.body);
        return answer(true);
      }

      // Only Cloudflare sends this request to the app: elsewhere it would come here again, without end.
      if (!origin && !execution) return answer();
      try {
        const passed = origin ? new Request(`${origin}${target}`, request) : request;
        const response = await fetch(passed, origin ? asItIs : undefined);
        const status = String(response.status);
        const isAway = settings.away.some(
          (range) => range.slice(0, 3) <= status && status <= range.slice(-3),
        );
        if (!isAway) return response;
        await response.body?.cancel();
      } catch {
        // The app may have got the request: it is not sent again, and not called unsaved.
      }
      return answer();
    },
  };
}

/** Headers as Node has them, each read only on demand. A visitor's own `backsoon-unsaved` does not count. */
const lazily = (unsaved: "1" | undefined): ProxyHandler<Headers> => ({
  get: (headers, name) => (name === unsavedHeader ? unsaved : (headers.get(String(name)) ?? undefined)),
  has: (headers, name) => headers.has(String(name)),
});
const [ofUnsaved, ofOthers] = [lazily("1"), lazily(undefined)];

/** The reply of a running Backsoon; undefined if it is late, or not from Backsoon. */
async function ask(url: string, { method, headers }: Request, isUnsaved: boolean) {
  const sent = new Headers([...headers].filter(([name]) => asked.test(name)));
  if (isUnsaved) sent.set(unsavedHeader, "1");
  const ending = new AbortController();
  const timer = setTimeout(() => ending.abort(), maxAskMs);
  try {
    const response = await fetch(url, { method, headers: sent, signal: ending.signal, ...asItIs });
    if (response.headers.has(marker)) return response;
    await response.body?.cancel();
  } catch {
    // The notice in this module is used instead.
  } finally {
    clearTimeout(timer);
  }
  return undefined;
}

/** Reads a body to its end: a client that is still sending may lose an early reply. */
async function discard(body: ReadableStream): Promise<void> {
  try {
    // Reading into our own buffer takes a tenth of the time that chunks of the runtime's take.
    const reader = body.getReader({ mode: "byob" });
    let read = await reader.read(new Uint8Array(256 * 1024));
    while (!read.done) read = await reader.read(new Uint8Array(read.value.buffer));
  } catch {
    // The client has gone, or the runtime has no such reader.
  }
}

/** The headers by head: to make them for each reply would take a third of its time. */
const made = new WeakMap<Head, Headers>();

function toResponse({ head, varyingValue = "", body }: Reply): Response {
  const { status, headers: raw, varying } = head;
  const headers = getOrMake(made, head, () => {
    const own = new Headers();
    for (let at = 0; at < raw.length; at += 2) own.set(raw[at] ?? "", raw[at + 1] ?? "");
    return own;
  });
  if (varying !== undefined) headers.set(varying, varyingValue);
  const content = bodiless.has(status) ? null : (body as Uint8Array<ArrayBuffer>);
  return new Response(content, { status, headers });
}

function letIn({ cookie, maxAge }: StaffSecrets): Response {
  const headers = {
    Location: "/",
    "Set-Cookie": `${staffCookie}=${cookie}; Path=/; Max-Age=${maxAge}; HttpOnly; Secure; SameSite=Lax`,
    "Cache-Control": "no-store",
    "Referrer-Policy": "no-referrer",
  };
  return new Response(null, { status: 303, headers });
}

/** The forms of the settings: that of staff is as `notice bypass` writes it. */
const forms = {
  BACKSOON_ORIGIN: /^https?:\/\/[^/]/i,
  BACKSOON_URL: /^https?:\/\/[^/]/i,
  BACKSOON_SWITCH: /^(?:on|off|read-only)$/i,
  BACKSOON_WHEN: /^\d{3}(?:-\d{3})?(?:,\s*\d{3}(?:-\d{3})?)*$/,
  BACKSOON_STAFF: /^\{\s*"link":\s*"\w+",\s*"cookie":\s*"\w+",\s*"maxAge":\s*[\d.]+\s*\}$/,
};
/** The statuses by which Cloudflare and proxies say that they cannot reach the app. */
const usualStatuses = "502,504,520-527,530";

const known = new WeakMap<object, ReturnType<typeof read>>();

/** The settings in what Cloudflare passes or in the environment, which are read once. */
const readSettings = (from: Record<string, unknown>) => getOrMake(known, from, () => read(from));

/** Leaves out, and logs, what is not valid. The URLs have no final slash; `away` has statuses and ranges of them. */
function read(from: Record<string, unknown>) {
  const valid = (name: keyof typeof forms): string | undefined => {
    const text = String(from[name] ?? "").replace(/\/?\s*$/, "");
    if (forms[name].test(text)) return text;
    // biome-ignore lint/suspicious/noConsole: an edge has no other log.
    if (text) console.warn(`${name} is not valid, so it is not used.`);
    return undefined;
  };
  const staff = valid("BACKSOON_STAFF");
  return {
    origin: valid("BACKSOON_ORIGIN"),
    backsoon: valid("BACKSOON_URL"),
    state: valid("BACKSOON_SWITCH")?.toLowerCase(),
    away: (valid("BACKSOON_WHEN") ?? usualStatuses).split(/,\s*/),
    staff: staff === undefined ? undefined : (JSON.parse(staff) as StaffSecrets),
  };
}

interface KeyValueStore {
  get(key: string): Promise<string | null>;
}

const switchKey = "switch";
/** After how long a known switch is read again, after how long requests wait for that, and how long at most, in ms. */
const readAgainMs = 10_000;
const tooOldMs = 20_000;
const maxWaitMs = 1000;

/**
 * Makes a function that reads the switch from a store. A known value is used while it is read again, but not once it is
 * too old, as in a Worker that was idle. If the store does not answer, the last value stays: at first, undefined.
 */
export function createSwitch() {
  let known: string | undefined;
  let knownAt = Number.NEGATIVE_INFINITY;
  let readAt = Number.NEGATIVE_INFINITY;
  const read = async (store: KeyValueStore): Promise<void> => {
    known = (await store.get(switchKey))?.trim().toLowerCase();
    knownAt = Date.now();
  };
  return async (
    store: KeyValueStore,
    waitUntil: (work: Promise<unknown>) => void,
  ): Promise<string | undefined> => {
    const isTooOld = Date.now() - knownAt >= tooOldMs;
    if (!isTooOld && Date.now() - readAt < readAgainMs) return known;
    readAt = Date.now();
    const reading = read(store).catch(() => {});
    waitUntil(reading);
    if (isTooOld) {
      // On Cloudflare, no request may wait for the work of another: each one reads the store itself.
      await Promise.race([reading, new Promise((resolve) => setTimeout(resolve, maxWaitMs))]);
      // If the store has not answered, the next requests do not wait for it.
      knownAt = Date.now();
    }
    return known;
  };
}
