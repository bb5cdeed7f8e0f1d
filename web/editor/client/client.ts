import type { AppReply } from "../../../schema/editor-api/app.ts";
import type { RevisionList, RevisionReply } from "../../../schema/editor-api/revisions.ts";
import type { Session, SignedIn } from "../../../schema/editor-api/session.ts";
import type { Invitation, Invited, ShownOnce, TokenList } from "../../../schema/editor-api/tokens.ts";
import type { CompletedWrite } from "../../../schema/editor-api/write-outcome.ts";
import { formatEntityTag } from "../../../schema/notice/entity-tag/format.ts";
import { readEntityTag } from "../../../schema/notice/entity-tag/parse.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { createSend, type Result } from "./request.ts";
import type { SessionKey } from "./session-key.ts";

/** A smaller difference, in ms, is none: a reply gives whole seconds, and takes time to arrive. */
const unsureMs = 2_000;

/** A revision that visitors see or saw, and what to name it by when it is changed. */
export interface Base {
  revision: number;
  /** Its entity tag, without the suffix of a coding. */
  etag: string;
  notice: Notice;
}

/** What a person signs in with. */
export type SignInCredential = { secret: string } | { token: string };

/** Everything that the page asks of the editor's service. */
export interface Client {
  session(): Promise<Result<Session>>;
  signIn(credential: SignInCredential): Promise<Result<void>>;
  /** Signs in by the secret of an invitation, and gives the token that it makes. */
  accept(invitation: string): Promise<Result<ShownOnce>>;
  signOut(): Promise<Result<void>>;
  /** Every token, by name. */
  tokens(): Promise<Result<TokenList>>;
  /** Makes a link for somebody. */
  invite(invitation: Invitation): Promise<Result<Invited>>;
  /** The notice that visitors see; undefined if it is still the one with this entity tag. */
  notice(known?: string): Promise<Result<Base | undefined>>;
  /** Publishes a notice in place of the one with an entity tag, and of no other. */
  publish(notice: Notice, etag: string): Promise<Result<CompletedWrite>>;
  /** Publishes what a revision said, in the same way. */
  rollBack(revision: number, etag: string): Promise<Result<CompletedWrite>>;
  /** Revisions, latest first; only those before one, if it is given. */
  revisions(before?: number): Promise<Result<RevisionList>>;
  revision(number: number): Promise<Result<RevisionReply>>;
  /** What answers where visitors find the app. */
  app(): Promise<Result<AppReply>>;
  /** The key of the session, for a form, which has no headers; undefined if it is not known. */
  sessionKey(): string | undefined;
  /** The service's clock, in ms since the epoch. */
  now(): number;
}

/** A publication waits for the nodes of a fleet, and for a store that is busy: longer than the API takes to answer. */
export const writeTimeoutMs = 30_000;

export function createClient(key: SessionKey): Client {
  const clock = createServerClock();
  const send = createSend(key, clock.learn);
  const json = <T>(response: Response): Promise<T> => response.json();
  const keep = async (response: Response): Promise<SignedIn> => {
    const signedIn = await json<SignedIn>(response);
    key.keep(signedIn.key);
    return signedIn;
  };
  const replacing = (etag: string) => ({ headers: { "if-match": etag }, timeoutMs: writeTimeoutMs });
  return {
    now: clock.now,
    sessionKey: key.read,
    session: () => send("GET", "/api/session", json<Session>),
    signIn: (body) => send("POST", "/api/session", async (response) => void (await keep(response)), { body }),
    accept: (invitation) =>
      send("POST", "/api/session", async (response) => (await keep(response)).made as ShownOnce, {
        body: { invitation },
      }),
    signOut: () => send("DELETE", "/api/session", key.forget),
    tokens: () => send("GET", "/api/tokens", json<TokenList>),
    invite: (body) => send("POST", "/api/invitations", json<Invited>, { body }),
    notice: (known) =>
      send("GET", "/api/notice", readBase, known ? { headers: { "if-none-match": known } } : {}),
    publish: (body, etag) => send("PUT", "/api/notice", json<CompletedWrite>, { ...replacing(etag), body }),
    rollBack: (revision, etag) =>
      send("POST", `/api/revisions/${revision}/rollback`, json<CompletedWrite>, replacing(etag)),
    revisions: (before) =>
      send("GET", `/api/revisions?limit=20${before ? `&before=${before}` : ""}`, json<RevisionList>),
    app: () => send("GET", "/api/app", json<AppReply>),
    revision: (number) => send("GET", `/api/revisions/${number}`, json<RevisionReply>),
  };
}

async function readBase(response: Response): Promise<Base | undefined> {
  if (response.status === 304) return undefined;
  const version = readEntityTag(response.headers.get("etag") ?? "") ?? { number: 0, sum: "" };
  return { revision: version.number, etag: formatEntityTag(version), notice: await response.json() };
}

/** A clock, in ms since the epoch, that follows that of the service once it differs; until then it is this computer's. */
function createServerClock() {
  let ahead = 0;
  return {
    now: () => Date.now() + ahead,
    /** Learns from the reply to a request that was sent at a time, in ms since the epoch. */
    learn({ headers }: Response, askedAt: number): void {
      const told = Date.parse(headers.get("date") ?? "") + 500;
      const found = told - (askedAt + Date.now()) / 2;
      if (Math.abs(found - ahead) > unsureMs) ahead = Math.abs(found) > unsureMs ? Math.round(found) : 0;
    },
  };
}
