import { type ErrorCode, isNoticeError, NoticeError } from "../schema/errors/notice-error.ts";
import type { Notice } from "../schema/notice/notice.ts";
import type { Deadline } from "./deadline.ts";

/** No real store reaches this number: that would take a change every second for four months. */
export const maxRevisionNumber = 10_000_000;

/** How far a number that a node or a file tells of may be ahead of the store. */
export const maxLead = 10_000;

/** About how much text a page of the history has, in bytes: a whole history would hold up everybody else's requests. */
export const maxPageBytes = 4 * 1024 * 1024;

/** Whether a number that a node or a file tells of counts, beside the store's latest; a wrong one must not use numbers up. */
export function counts(number: number, latest: number): boolean {
  return number <= latest + maxLead && number < maxRevisionNumber;
}

/** One entry of the append-only history. */
export interface Revision {
  /** Rises with each change, by more than one if a store continues from a lost one. */
  readonly number: number;
  readonly notice: Notice;
  readonly author: string;
  /** RFC 3339 in UTC, to the millisecond. */
  readonly createdAt: string;
  /** The store that it was read from; absent for a kind of store without ids. */
  readonly storeId?: string | undefined;
  /** Set for the first revision of a store that was made by itself: nobody has written it. */
  readonly isAutomatic?: true;
}

/** A revision's number and the hash of its document, which is undefined if it is damaged. */
export interface Version {
  readonly number: number;
  readonly hash: string | undefined;
}

/** A revision whose notice can no longer be trusted, and why. */
export type DamagedRevision = Omit<Revision, "notice"> & { readonly damage: string };

export interface NewRevision {
  readonly notice: Notice;
  readonly author: string;
  /** Compare-and-set: the revision that it follows. If that is no longer the latest, it is refused. */
  readonly follows?: Version | undefined;
  /** A number that visitors have seen: the next revision gets a higher one, if it counts. */
  readonly after?: number | undefined;
  /** A UUID: a store takes each once. */
  readonly requestId: string;
  /** Set if a lost store is to show this notice again: limits that were introduced later do not apply. */
  readonly wasShown?: boolean;
}

/** The first revision of a store; its number continues where a lost store ended. */
export type FirstRevision = Omit<NewRevision, "follows" | "after"> & Pick<Revision, "number" | "isAutomatic">;

/** A part of the history: at most `limit` revisions, all of them before `before`. */
export interface HistoryRange {
  readonly limit: number;
  readonly before?: number | undefined;
}

/**
 * The store as commands read it. Every store keeps this contract (`tests/data/contract/store.ts`): revisions are
 * immutable, their numbers only go up, and once `append` has resolved, they are durable and visible to every watcher.
 * Every method rejects with a NoticeError whose code begins with STORE_, or is named in its comment.
 */
export interface NoticeReader {
  /** The number of the latest revision, even if that revision is damaged. */
  latestNumber(): Promise<number>;
  latest(): Promise<Revision>;
  /** One revision; rejects with REVISION_UNKNOWN. */
  find(number: number): Promise<Revision>;
  /** A part of the history, newest first: fewer than `limit` if their texts are long, and none only if there are none. */
  history(range: HistoryRange): Promise<(Revision | DamagedRevision)[]>;
  /** Which of these revisions repeat the document of an earlier one, each with the latest such number. */
  repeated(numbers: number[]): Promise<Map<number, number>>;
  close(): Promise<void>;
  /** The id of a store that several machines share. */
  readonly storeId?: string | undefined;
  /** The processes that show a shared store, as they last reported. */
  nodes?(): Promise<Node[]>;
}

/** The store as commands change it. */
export interface NoticeStore extends NoticeReader {
  /**
   * Appends and reads back before it resolves; rejects with NOTICE_INVALID, WRITE_LOST, and with REVISION_CONFLICT if
   * somebody was first, be it with the same id. `beforeWrite` is awaited right before each attempt to write, and what it
   * throws ends the change.
   */
  append(change: NewRevision, beforeWrite?: () => Promise<void>): Promise<Revision>;
  /** The revision that a change with this id has made, as safe as after `append`; undefined if there is none. */
  settle(requestId: string): Promise<Revision | undefined>;
}

export interface Shown {
  /** Absent for a kind of store without ids, and before anything of it has been read. */
  readonly storeId?: string | undefined;
  readonly number: number;
  /** The hash of the document; empty for none. */
  readonly hash: string;
}

/** A process that shows visitors the notice of a shared store. */
export interface Node extends Shown {
  /** One for each process. */
  readonly id: string;
  /** Its name for people; several processes may have the same. */
  readonly label: string;
  /** How long ago it last reported, in seconds, by the database's clock. */
  readonly silentSeconds: number;
}

/** Which nodes to remove: by label, by how long they have been silent, or both. */
export type NodeFilter = Partial<Pick<Node, "label" | "silentSeconds">>;

/** The outcome of removing nodes: the running ones reported a moment ago, and stay. */
export type Forgotten = Record<"gone" | "running", Node[]>;

/** How a shared store is watched; a store in a file needs none of this. */
export interface WatchOptions {
  /** What visitors see until the store has been read. */
  shown?: Shown;
  /** The first revision of a store that does not exist; absent if it must not be created. */
  first?: FirstRevision | undefined;
  /** Called when `poll` has something new. */
  changed?: () => void;
  /** Called when the store can be read, but this process cannot report what it shows. */
  unreported?: (error: unknown) => void;
}

/** Watches the latest revision for the server. */
export interface NoticeWatcher {
  /**
   * The latest revision if it may have changed, otherwise undefined. It never waits. It looks at a store in a file, and so
   * returns an acknowledged change at once; of a database, it returns what a thread has received.
   * @throws NoticeError STORE_… while the store cannot be read
   */
  poll(): Revision | undefined;
  /** Reports what visitors see now to the other processes. */
  show?(shown: Shown): void;
  close(): void | Promise<void>;
}

/**
 * Manages one store, whether or not it exists yet. Each method rejects with STORE_…. A deadline also holds for all
 * later work on what was opened; without one, each step has the time of a command.
 */
export interface StoreBackend {
  /** The number of the latest revision, or undefined while there is no store. */
  latestNumber(deadline?: Deadline): Promise<number | undefined>;
  /** Creates the store; of several callers at once, only one gets true. Rejects with NOTICE_INVALID. */
  create(first: FirstRevision, deadline?: Deadline): Promise<boolean>;
  /** Opens the existing store to read it, without changing it. */
  read(deadline?: Deadline): Promise<NoticeReader>;
  open(deadline?: Deadline): Promise<NoticeStore>;
  /** Opens the existing store's list of who may use the editor. */
  openAccess(deadline?: Deadline): Promise<AccessStore>;
  /** Opens the existing store's counter of requests to the models. */
  openUsage(deadline?: Deadline): Promise<UsageStore>;
  /** Watches the store, even while it cannot be read. */
  watch(options?: WatchOptions): Promise<NoticeWatcher>;
  /** Removes silent nodes of a shared store from the list; absent for a store in a file. */
  forgetNodes?(filter: NodeFilter): Promise<Forgotten>;
  /** Checks everything about the store that ops depend on. `command` is the program's name. Never rejects. */
  inspect(command: string): Promise<DiagnosticResult[]>;
  /** Makes a backup in a new file, consistently even while others write; rejects with FILE_EXISTS. */
  backUp(target: string): Promise<{ number: number; bytes: number }>;
  /**
   * Which revisions there are, oldest first; undefined if there is no store, or one in a file is broken. Unless
   * `readonly`, that includes trying a change.
   */
  versions(readonly?: boolean): Promise<StoredVersion[] | undefined>;
  /**
   * Fills a store with the revisions of a backup, if it has lost some of them, or has only the one that it was created
   * with; a database first creates missing tables. If the backup's latest number is not above `after`, its notice is
   * republished with the next number. Rejects with BACKUP_UNREADABLE, and with REVISION_CONFLICT for any other store.
   */
  fillFromBackup(backup: CheckedBackup, after: number, author: string): Promise<Replacement>;
  /**
   * Moves a broken store aside, or finds it missing, and puts a backup in its place. If the last known good revision
   * is later, it is published again; it is asked for while nobody else can publish. Resolves with undefined if nothing
   * is wrong with the store by then. Rejects with BACKUP_UNREADABLE. Absent for a store without files.
   */
  repairFromBackup?(
    backup: CheckedBackup,
    known: () => Revision | undefined,
    author: string,
  ): Promise<Replacement | undefined>;
}

/** What tells a revision from others, without its text. */
export interface StoredVersion {
  revision: number;
  sha256: string;
  request_id: string;
}

/** What is known of a backup whose every revision was read. */
export interface CheckedBackup {
  file: string;
  latest: Revision;
  lastId: string;
  /** How many revisions are damaged, and are not restored. */
  leftOut: number;
  /** Whether a store has lost the end of its history, and all that it has is here. */
  continues(standing: StoredVersion[]): boolean;
}

/** A store after a restore. */
export interface Replacement {
  number: number;
  /** Where the broken store lies now; absent if there was none. */
  aside?: string | undefined;
  /** What was published again, as visitors had seen a later number than the backup has. */
  again?: Revision | undefined;
}

/** Makes what returns undefined for an error with this code, and throws any other. */
export const noneIf =
  (code: ErrorCode) =>
  (error: unknown): undefined => {
    if (!isNoticeError(error, code)) throw error;
  };

/** Returns undefined for the error of a store that is missing, and throws any other. */
export const noneIfMissing = noneIf("STORE_MISSING");

export async function whileOpen<T extends { close(): Promise<void> }, R>(
  opening: Promise<T>,
  work: (opened: T) => R | Promise<R>,
): Promise<R> {
  const opened = await opening;
  try {
    return await work(opened);
  } finally {
    await opened.close();
  }
}

/** What a row lets in: a program by a token, a browser by a sign-in, or a person by a link, once. */
type AccessKind = "token" | "sign-in" | "link";

/** What a credential allows: `write` includes `read`, and `invite` includes both. */
export type Scope = "read" | "write" | "invite";

/** A token, a sign-in or a link as the store keeps it. Only its holder knows the secret. Times are RFC 3339 in UTC. */
export interface StoredToken {
  readonly kind: AccessKind;
  readonly name: string;
  readonly scope: Scope;
  /** The SHA-256 of the secret, as 64 hexadecimal digits. */
  readonly sha256: string;
  /** Its last four characters, by which people tell tokens apart. */
  readonly ending: string;
  readonly createdAt: string;
  /** When it was last used, to the day; when a link was opened. */
  readonly usedAt: string | null;
  /** From then on it is refused. */
  readonly expiresAt: string;
  /** The latest end of this sign-in, or of those that this token or link makes. */
  readonly limitAt: string;
}

/** How many sign-ins a name may have: one more ends the oldest. */
export const maxSignIns = 20;

/**
 * Who may use the editor, kept beside the revisions. No backup has it, and a visitor's request never reads it. Every
 * kind of store keeps this contract (`tests/data/contract/access.ts`). Every method rejects with a NoticeError
 * whose code begins with STORE_, or is named in its comment.
 */
export interface AccessStore {
  /** Every row by name, then by age. */
  tokens(): Promise<StoredToken[]>;
  find(hashes: string[]): Promise<StoredToken[]>;
  /**
   * Adds a row. A token takes the place of one of this name that had expired by `createdAt`, else it is refused with
   * TOKEN_EXISTS. A sign-in ends the oldest of too many, and a link removes those that are over.
   */
  addToken(token: StoredToken): Promise<void>;
  /** Adds the sign-in that is made of a link, once; undefined if the link is unknown, used or over by its `createdAt`. */
  spendLink(hash: string, make: (link: StoredToken) => StoredToken): Promise<StoredToken | undefined>;
  /** Keeps when a row was used, and when it ends now. */
  keepUse(hash: string, usedAt: string, expiresAt: string): Promise<void>;
  endSignIn(hash: string, at: string): Promise<void>;
  /** Removes the token and the links of a name, ends its sign-ins, and returns them; rejects with TOKEN_UNKNOWN. */
  revoke(name: string, at: string): Promise<StoredToken[]>;
  close(): Promise<void>;
}

/** How many requests have been sent to the models today, and how many are allowed. */
export interface Usage {
  readonly count: number;
  readonly limit: number;
}

/**
 * The counter of requests to the models, kept beside the revisions. It is in no backup, and a visitor's request never
 * reads it. A day is in UTC by the database's clock. Every kind of store keeps this contract
 * (`tests/data/contract/usage.ts`). Every method rejects with a NoticeError whose code begins with STORE_, or
 * is named in its comment.
 */
export interface UsageStore {
  /**
   * Counts one request before it is sent: all processes that share the store get at most `limit` a day. If this
   * rejects, nothing may be sent; the request may have been counted even so. Rejects with LIMIT_REACHED.
   */
  reserveUse(limit: number): Promise<Usage>;
  usesToday(): Promise<number>;
  close(): Promise<void>;
}

/** The count after a reservation, which is undefined at the limit. @throws NoticeError LIMIT_REACHED */
export function withinLimit(limit: number, reserved: number | undefined, standing: number): Usage {
  if (reserved === undefined) throw new NoticeError("LIMIT_REACHED", { count: standing, limit });
  return { count: reserved, limit };
}

/** What `notice check` found out about one thing. */
export interface DiagnosticResult {
  subject: string;
  state: "ok" | "warning" | "failure";
  /** What was found and, for a failure, what to do about it. */
  detail: string;
}

const resultOf =
  (state: DiagnosticResult["state"]) =>
  (subject: string, detail: string): DiagnosticResult => ({ subject, state, detail });

export const ok = resultOf("ok");
export const warning = resultOf("warning");
export const failure = resultOf("failure");
