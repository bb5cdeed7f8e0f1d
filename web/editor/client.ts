import type { AppReply, SwitchReply } from "../../schema/editor-api/app.ts";
import type { RevisionList, RevisionReply } from "../../schema/editor-api/revisions.ts";
import type { Link, Session, SignedIn } from "../../schema/editor-api/session.ts";
import { sessionKeyHeader } from "../../schema/editor-api/session-key.ts";
import type { CompletedWrite } from "../../schema/editor-api/write-outcome.ts";
import type { Fault } from "../../schema/errors/notice-error.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { formatEntityTag, readEntityTag } from "../../schema/notice/protocol.ts";
import type { BrowserStorage } from "./browser-storage.ts";

/** A failed request. @see https://www.rfc-editor.org/rfc/rfc9457 */
export interface Problem {
  /** The reply's status; 0 if there was no reply. */
  status: number;
  /** One sentence for people; empty if the reply had none. */
  detail: string;
  code?: string;
  errors?: Fault[];
}

/** The problem in a reply. The page of a proxy says nothing that helps, so it is ignored. */
async function readProblem(response: Response): Promise<Problem> {
  const { status, headers } = response;
  const isProblem = headers.get("content-type")?.startsWith("application/problem+json");
  const { detail, code, errors } = Object(isProblem ? await response.json().catch(() => {}) : undefined);
  return {
    status,
    detail: typeof detail === "string" ? detail : "",
    ...(typeof code === "string" && { code }),
    ...(Array.isArray(errors) && { errors }),
  };
}

/** Smaller differences of the clocks are ignored, in ms: a reply has whole seconds, and takes time to arrive. */
const unsureMs = 2_000;

export interface Base {
  revision: number;
  /** Its entity tag, without the suffix of a coding. */
  etag: string;
  notice: Notice;
}

export type SignInCredential = { secret: string } | { token: string };

/** The timeout of a publication, in ms. It waits for a fleet's nodes and a busy store, so this is longer than the API takes. */
export const writeTimeoutMs = 30_000;

export type Client = ReturnType<typeof createClient>;

export function createClient(key: SessionKey) {
  const clock = createServerClock();
  const send = createSend(key, clock.learn);
  const json = <T>(response: Response): Promise<T> => response.json();
  const keep = async (response: Response): Promise<void> => {
    const signedIn = await json<SignedIn>(response);
    // Without a key, other tabs are still told of a new sign-in.
    key.keep(signedIn.key ?? crypto.randomUUID());
  };
  const replacing = (etag: string) => ({ headers: { "if-match": etag }, timeoutMs: writeTimeoutMs });
  return {
    /** The service's clock, in ms since the epoch. */
    now: clock.now,
    /** The key of the session, for a form, which has no headers; undefined if it is not known. */
    sessionKey: key.read,
    session: () => send("GET", "/api/session", json<Session>),
    signIn: (body: SignInCredential) => send("POST", "/api/session", keep, { body }),
    signOut: () => send("DELETE", "/api/session", key.forget),
    /** Makes a link that signs a colleague in. */
    link: (name: string) => send("POST", "/api/links", json<Link>, { body: { name } }),
    /** The notice that visitors see; undefined if it is still the one with this entity tag. */
    notice: (known?: string) =>
      send("GET", "/api/notice", readBase, known ? { headers: { "if-none-match": known } } : {}),
    /** Publishes a notice in place of the one with this entity tag only. If that one is given, turns the switch on. */
    publish: async (body: Notice, etag: string, shownAfter?: Notice): Promise<Result<CompletedWrite>> => {
      if (!shownAfter) return send("PUT", "/api/notice", json<CompletedWrite>, { ...replacing(etag), body });
      const turn = { on: true, change: patchTo({ ...shownAfter }, body) };
      const outcomeIn = async (response: Response) =>
        (await json<{ outcome: CompletedWrite }>(response)).outcome;
      return send("PUT", "/api/switch", outcomeIn, { ...replacing(etag), body: turn });
    },
    /** Brings the app back, and the text before; or only says what that would restore. */
    turnOff: (isDry: boolean) =>
      send("PUT", `/api/switch?dry-run=${isDry}`, json<SwitchReply>, {
        body: { on: false },
        timeoutMs: writeTimeoutMs,
      }),
    /** Publishes an earlier revision's notice in the same way. */
    rollBack: (revision: number, etag: string) =>
      send("POST", `/api/revisions/${revision}/rollback`, json<CompletedWrite>, replacing(etag)),
    /** Revisions, latest first; only those before one, if it is given. */
    revisions: (before?: number) =>
      send("GET", `/api/revisions?limit=20${before ? `&before=${before}` : ""}`, json<RevisionList>),
    revision: (number: number) => send("GET", `/api/revisions/${number}`, json<RevisionReply>),
    app: () => send("GET", "/api/app", json<AppReply>),
  };
}

/** The merge patch (RFC 7396) that makes the second document of the first. */
function patchTo(before: Record<string, unknown>, after: object): object {
  const patch = Object.entries(after).map(([name, value]) => {
    return [name, typeof value === "object" ? patchTo(Object(before[name]), value) : value];
  });
  return Object.fromEntries([...Object.keys(before).map((name) => [name, null]), ...patch]);
}

async function readBase(response: Response): Promise<Base | undefined> {
  if (response.status === 304) return undefined;
  const version = readEntityTag(response.headers.get("etag") ?? "") ?? { number: 0, hash: "" };
  return { revision: version.number, etag: formatEntityTag(version), notice: await response.json() };
}

/** A clock in ms since the epoch: this computer's, corrected if the service's differs. */
function createServerClock() {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    /** Learns from the reply to a request that was sent at `askedAt`, in ms since the epoch. */
    learn({ headers }: Response, askedAt: number): void {
      const told = Date.parse(headers.get("date") ?? "") + 500;
      const found = told - (askedAt + Date.now()) / 2;
      if (Math.abs(found - ahead) > unsureMs) ahead = Math.abs(found) > unsureMs ? Math.round(found) : 0;
    },
  };
}

export type Result<T> = { ok: true; value: T } | { ok: false; problem: Problem };

interface RequestOptions {
  /** Sent as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
  /** How long to wait for the whole reply, in ms. */
  timeoutMs?: number;
  /** Stops the request, instead of the timeout. */
  signal?: AbortSignal;
}

/** Sends a request. It never throws. */
export type Send = <T>(
  method: string,
  path: string,
  read: (response: Response) => Promise<T> | T,
  options?: RequestOptions,
) => Promise<Result<T>>;

/** How long to wait for a reply to a GET, in ms: longer than the API takes. */
export const readTimeoutMs = 15_000;

const noReply: Problem = { status: 0, detail: "" };

/** Makes that function. `seen` gets each response and the time of its request, in ms since the epoch. */
export function createSend(
  { read: readKey }: Pick<SessionKey, "read">,
  seen: (response: Response, askedAt: number) => void,
): Send {
  return async (
    method,
    path,
    read,
    { body, headers, timeoutMs = readTimeoutMs, signal = AbortSignal.timeout(timeoutMs) } = {},
  ) => {
    const askedAt = Date.now();
    const key = readKey();
    try {
      const response = await fetch(path, {
        method,
        headers: {
          ...(key !== undefined && { [sessionKeyHeader]: key }),
          ...(body !== undefined && { "content-type": "application/json" }),
          ...headers,
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
        cache: "no-store",
        signal,
      });
      seen(response, askedAt);
      const isDone = response.ok || response.status === 304;
      return isDone
        ? { ok: true, value: await read(response) }
        : { ok: false, problem: await readProblem(response) };
    } catch {
      return { ok: false, problem: noReply };
    }
  };
}

type SessionKey = ReturnType<typeof createSessionKey>;

const storedName = "backsoon session key";

/**
 * Keeps the session's key, without which its cookie is useless, in a storage of this origin (port included) and its
 * tabs. If the browser forbids that, only this page keeps the key.
 */
export function createSessionKey(storage: BrowserStorage) {
  let own: string | undefined;
  return {
    read: (): string | undefined => own ?? storage.read(storedName) ?? undefined,
    keep(key: string): void {
      // Removed first, because a full browser would keep the old key.
      storage.remove(storedName);
      own = storage.write(storedName, key) ? undefined : key;
    },
    forget(): void {
      own = undefined;
      storage.remove(storedName);
    },
  };
}
