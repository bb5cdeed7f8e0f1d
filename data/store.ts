import type { Notice } from "../schema/notice/notice.ts";

/** One entry of the append-only history. */
export interface Revision {
  /** Counts up by one with each change. */
  readonly number: number;
  readonly notice: Notice;
  readonly author: string;
  /** RFC 3339 in UTC, to the millisecond. */
  readonly createdAt: string;
}

/** A revision whose notice cannot be trusted any more, and why. */
export type DamagedRevision = Omit<Revision, "notice"> & { readonly damage: string };

/** A change that is to become the next revision. */
export interface Draft {
  readonly notice: Notice;
  readonly author: string;
  /** Compare-and-set: append only if this is the number of the latest revision. */
  readonly ifRevision?: number | undefined;
  /** A UUID; a draft that is sent again under the same one is stored once. */
  readonly requestId: string;
}

/** The first revision of a store; its number goes on where a lost store ended. */
export type FirstDraft = Omit<Draft, "ifRevision"> & { readonly number: number };

/** Which part of the history: at most `limit` revisions, those before `before`. */
export interface HistoryRange {
  readonly limit: number;
  readonly before?: number | undefined;
}

/**
 * Where notices are kept, as commands use it. Any store keeps this contract (`tests/support/store-contract.ts`):
 * revisions are immutable, numbered without gaps, and durable and seen by every watcher once `append` has resolved.
 * Every verb rejects with a NoticeError whose code begins with STORE_, and those named with it.
 */
export interface NoticeStore {
  /** The number of the latest revision; it also answers when that revision is damaged. */
  latestNumber(): Promise<number>;
  latest(): Promise<Revision>;
  /** One revision; rejects with REVISION_UNKNOWN. */
  find(number: number): Promise<Revision>;
  /** A part of the history, newest first. */
  history(range: HistoryRange): Promise<(Revision | DamagedRevision)[]>;
  /** Appends and reads back before it resolves; rejects with NOTICE_INVALID, REVISION_CONFLICT, WRITE_LOST. */
  append(draft: Draft): Promise<Revision>;
  close(): Promise<void>;
}

/** The latest revision as the server watches it. */
export interface NoticeWatcher {
  /**
   * The latest revision if it may be another one than was given last, else undefined. Called again and again while
   * visitors are answered, also while the store is lost: it takes microseconds and never waits. A store in a file is
   * looked at, so that what was acknowledged is given at once; a store behind a network is listened to in the
   * background, and what has arrived is given.
   * @throws NoticeError STORE_… while the store cannot be read
   */
  poll(): Revision | undefined;
  close(): void;
}

/** What keeps one store, whether or not there is one yet. Each verb rejects with STORE_…. */
export interface StoreBackend {
  /** The number of the latest revision, or undefined while there is no store. */
  latestNumber(): Promise<number | undefined>;
  /** Makes the store; of several that do so at once one is told true. Rejects with NOTICE_INVALID. */
  create(first: FirstDraft): Promise<boolean>;
  /** Opens the store that is there, for commands. */
  open(): Promise<NoticeStore>;
  /** Watches the store, also while it cannot be read. */
  watch(): Promise<NoticeWatcher>;
  /** Looks at everything that ops depend on in the store; does not reject. */
  inspect(): Promise<DiagnosticResult[]>;
  /** Copies the store into a new file, consistent while others write; rejects with FILE_EXISTS. */
  backUp(target: string): Promise<{ number: number; bytes: number }>;
  /** The latest revision in such a copy. */
  readCopy(source: string): Promise<Revision>;
  /**
   * Puts a copy in the place of a store that is missing or broken, whose files are kept. The copy's notice is published
   * again until its number is beyond `after`. Gives the number of the latest revision.
   */
  replaceByCopy(source: string, after: number, author: string): Promise<number>;
}

/** One thing that was looked at by `notice check`. */
export interface DiagnosticResult {
  subject: string;
  state: "ok" | "warning" | "failure";
  /** What was found, and for a failure what to do. */
  detail: string;
}
