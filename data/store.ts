import type { Notice } from "../schema/notice.ts";

/** One entry of the append-only history. */
export interface Revision {
  /** Counts up by one with each change. */
  readonly revision: number;
  readonly notice: Notice;
  readonly author: string;
  /** RFC 3339 in UTC, to the millisecond. */
  readonly createdAt: string;
}

/** A change that is to become the next revision. */
export interface Draft {
  readonly notice: Notice;
  readonly author: string;
  /** Compare-and-set: append only if this is the newest revision. */
  readonly ifRevision?: number | undefined;
  /** A UUID; a draft that is sent again under the same one is stored once. */
  readonly requestId: string;
}

/** Which part of the history: at most `limit` revisions, those before `before`, newest first. */
export interface Page {
  readonly limit: number;
  readonly before?: number | undefined;
}

/**
 * Where notices are kept, as commands use it. Any store keeps this contract (`tests/store-contract.ts`):
 * revisions are immutable, numbered without gaps and durable once `append` has resolved.
 * Every verb rejects with a NoticeError whose code begins with STORE_, and those named with it.
 */
export interface NoticeStore {
  /** The number of the newest revision; it also answers when that revision is damaged. */
  newest(): Promise<number>;
  /** The newest revision. */
  latest(): Promise<Revision>;
  /** One revision; rejects with REVISION_UNKNOWN. */
  find(revision: number): Promise<Revision>;
  /** A page of the history, newest first. */
  history(page: Page): Promise<Revision[]>;
  /** Appends a revision and reads it back before it resolves; rejects with REVISION_CONFLICT, WRITE_LOST. */
  append(draft: Draft): Promise<Revision>;
  close(): Promise<void>;
}

/**
 * The newest revision as the server follows it. A store in a file looks at the file; a store behind a
 * network listens in the background and gives what has arrived.
 */
export interface NoticeFeed {
  /**
   * The newest revision if it is not the one given last, else undefined. Called before every answer: it
   * takes microseconds and never waits.
   * @throws NoticeError STORE_… while the store cannot be read
   */
  poll(): Revision | undefined;
  close(): void;
}
