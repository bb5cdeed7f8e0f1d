import type { Notice } from "../schema/notice/notice.ts";

/** One entry of the append-only history. */
export interface Revision {
  /** Goes up by one with each change. */
  readonly number: number;
  readonly notice: Notice;
  readonly author: string;
  /** RFC 3339 in UTC, to the millisecond. */
  readonly createdAt: string;
}

/** A revision whose notice can no longer be trusted, and why. */
export type DamagedRevision = Omit<Revision, "notice"> & { readonly damage: string };

/** A change that is to become the next revision. */
export interface Draft {
  readonly notice: Notice;
  readonly author: string;
  /** Compare-and-set: append only if this is the number of the latest revision. */
  readonly ifRevision?: number | undefined;
  /** A UUID; a draft that is sent again with the same one is stored only once. */
  readonly requestId: string;
}

/** The first revision of a store; its number continues where a lost store ended. */
export type FirstDraft = Omit<Draft, "ifRevision"> & { readonly number: number };

/** Which part of the history: at most `limit` revisions, all of them before `before`. */
export interface HistoryRange {
  readonly limit: number;
  readonly before?: number | undefined;
}

/**
 * The store as commands use it. Every store keeps this contract (`tests/support/store/store-contract.ts`): revisions are
 * immutable, numbered without gaps and, once `append` has resolved, durable and visible to every watcher. Every method
 * rejects with a NoticeError whose code begins with STORE_, or is named in its comment.
 */
export interface NoticeStore {
  /** The number of the latest revision, even if that revision is damaged. */
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

/** Watches the latest revision for the server. */
export interface NoticeWatcher {
  /**
   * The latest revision if it may differ from the one returned last, otherwise undefined. It is called again and again
   * while visitors are answered, even while the store is lost: it takes microseconds and never waits. For a store in a
   * file, it looks at the file, so that it returns an acknowledged change at once; for a store across a network, it
   * returns what a listener in the background has received.
   * @throws NoticeError STORE_… while the store cannot be read
   */
  poll(): Revision | undefined;
  close(): void;
}

/** Manages one store, whether or not it exists yet. Each method rejects with STORE_…. */
export interface StoreBackend {
  /** The number of the latest revision, or undefined while there is no store. */
  latestNumber(): Promise<number | undefined>;
  /** Creates the store; of several callers at once, only one gets true. Rejects with NOTICE_INVALID. */
  create(first: FirstDraft): Promise<boolean>;
  /** Opens the existing store, for commands. */
  open(): Promise<NoticeStore>;
  /** Watches the store, even while it cannot be read. */
  watch(): Promise<NoticeWatcher>;
  /** Checks everything about the store that ops depend on; never rejects. */
  inspect(): Promise<DiagnosticResult[]>;
  /** Copies the store into a new file, consistently even while others write; rejects with FILE_EXISTS. */
  backUp(target: string): Promise<{ number: number; bytes: number }>;
  /** The latest revision in such a copy. */
  readCopy(source: string): Promise<Revision>;
  /**
   * Replaces a missing or broken store, whose files are kept, with a copy. The copy's notice is republished until its
   * number exceeds `after`. Returns the number of the latest revision.
   */
  replaceByCopy(source: string, after: number, author: string): Promise<number>;
}

/** What `notice check` found out about one thing. */
export interface DiagnosticResult {
  subject: string;
  state: "ok" | "warning" | "failure";
  /** What was found and, for a failure, what to do about it. */
  detail: string;
}
