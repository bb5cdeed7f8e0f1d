import type { Notice } from "../schema/notice/notice.ts";
import type { AccessStore } from "./access-store.ts";
import type { DiagnosticResult } from "./diagnostic.ts";
import type { Deadline } from "./time/deadline.ts";
import type { UsageStore } from "./usage/usage-store.ts";

/** No real store gets beyond this number: that would take a change every second for four months. */
export const maxRevisionNumber = 10_000_000;

/** One entry of the append-only history. */
export interface Revision {
  /** Rises with each change, by more than one where a store continues from a lost one. */
  readonly number: number;
  readonly notice: Notice;
  readonly author: string;
  /** RFC 3339 in UTC, to the millisecond. */
  readonly createdAt: string;
  /** The store that it was read from, for whoever shows or keeps it; absent for a kind of store without ids. */
  readonly storeId?: string | undefined;
}

/** Whether a revision, or what reads a store, is of a store that several nodes share: no other kind has an id. */
export function isShared({ storeId }: Pick<Revision, "storeId">): boolean {
  return storeId !== undefined;
}

/** The latest revision, as whoever watches a store reads it. */
export interface Latest extends Revision {
  /** The highest number that visitors have seen anywhere, if the store has lost it. */
  readonly seen?: number | undefined;
}

/** A revision whose notice can no longer be trusted, and why. */
export type DamagedRevision = Omit<Revision, "notice"> & { readonly damage: string };

/** A change that is to become the next revision. */
export interface NewRevision {
  readonly notice: Notice;
  readonly author: string;
  /** Compare-and-set: the number of the revision that it follows; it is refused once that is not the latest any more. */
  readonly follows?: number | undefined;
  /** A number that visitors have seen: the next revision gets the one after it, unless the store is already beyond. */
  readonly after?: number | undefined;
  /**
   * Go on even if the database has lost what visitors have seen, or nodes do not say what they show: the next revision
   * gets the number after the highest that they ever reported.
   */
  readonly afterFailover?: boolean | undefined;
  /** A UUID; a change that is sent again with the same one is stored only once. */
  readonly requestId: string;
  /** Visitors have seen this notice before, and a lost store is to show it again: limits that came later do not hold. */
  readonly wasShown?: boolean;
}

/** A revision that a change has become. */
export interface Appended extends Revision {
  /** Set if somebody else had already sent a change with the same id; its notice may be another. */
  readonly wasThere?: true;
}

/** The first revision of a store; its number continues where a lost store ended. */
export type FirstRevision = Omit<NewRevision, "follows" | "after" | "afterFailover"> & {
  readonly number: number;
};

/** Which part of the history: at most `limit` revisions, all of them before `before`. */
export interface HistoryRange {
  readonly limit: number;
  readonly before?: number | undefined;
}

/**
 * The store as commands read it. Every store keeps this contract (`tests/support/store/store-contract.ts`): revisions are
 * immutable, their numbers only go up, and once `append` has resolved, they are durable and visible to every watcher.
 * Every method rejects with a NoticeError whose code begins with STORE_, or is named in its comment.
 */
export interface NoticeReader {
  /** The number of the latest revision, even if that revision is damaged. */
  latestNumber(): Promise<number>;
  latest(): Promise<Revision>;
  /** One revision; rejects with REVISION_UNKNOWN. */
  find(number: number): Promise<Revision>;
  /** A part of the history, newest first. */
  history(range: HistoryRange): Promise<(Revision | DamagedRevision)[]>;
  /** For each of these numbers whose document an earlier revision has as well, the latest such revision. */
  repeated(numbers: number[]): Promise<Map<number, number>>;
  close(): Promise<void>;
  /** Which store it is, where several processes on several machines share one. */
  readonly storeId?: string | undefined;
  /** Those processes, as they last reported. */
  nodes?(): Promise<Node[]>;
  /** The highest number of this store that any of them has ever reported; 0 if none has. */
  mark?(): Promise<number>;
}

/** The store as commands change it. */
export interface NoticeStore extends NoticeReader {
  /**
   * Appends and reads back before it resolves; rejects with NOTICE_INVALID, REVISION_CONFLICT, WRITE_LOST. `beforeWrite`
   * is awaited right before each attempt to write, and what it throws ends the change.
   */
  append(change: NewRevision, beforeWrite?: () => Promise<void>): Promise<Appended>;
  /** The revision that a change with this id has become, as safe as `append` leaves it; undefined if it became none. */
  settle(requestId: string): Promise<Revision | undefined>;
}

/** What visitors see. */
export interface Shown {
  /** Absent for a kind of store without ids, and before anything of it has been read. */
  readonly storeId?: string | undefined;
  readonly number: number;
  /** The sum of the document; empty for none. */
  readonly sum: string;
}

/** A process that shows visitors the notice of a shared store. */
export interface Node extends Shown {
  /** One for each process. */
  readonly id: string;
  /** What people call it; several processes may have the same. */
  readonly label: string;
  /** How long ago it last said so, in seconds, by the database's clock. */
  readonly silentSeconds: number;
}

/** Which nodes are to be forgotten: by their label, by how long they have been silent, or both. */
export interface NodeFilter {
  readonly label?: string | undefined;
  readonly silentSeconds?: number | undefined;
}

/** What became of those that were to be forgotten. */
export interface Forgotten {
  gone: Node[];
  /** Those that reported a moment ago, and stay. */
  running: Node[];
}

/** The nodes that share a store. Every method rejects with STORE_…. */
export interface Fleet {
  /** The nodes, as they last said of themselves. */
  list(deadline?: Deadline): Promise<Node[]>;
  /** Takes nodes off the list that are silent; the highest number that any of them reported is remembered. */
  forget(filter: NodeFilter): Promise<Forgotten>;
}

/** How a store is watched. A store in a file needs none of it. */
export interface WatchOptions {
  /** What visitors see until the store has been read. */
  shown?: Shown;
  /** What a store that does not exist begins with; absent if it is not to be created. */
  first?: FirstRevision | undefined;
  /** Called when `poll` has something new to give. */
  changed?: () => void;
  /** Called when the store can be read, but this process cannot say so to the others. */
  unreported?: (error: unknown) => void;
}

/** Watches the latest revision for the server. */
export interface NoticeWatcher {
  /**
   * The latest revision if it may differ from the one returned last, otherwise undefined. It is called again and again
   * while visitors are answered, even while the store is lost: it takes microseconds and never waits. For a store in a
   * file, it looks at the file, so that it returns an acknowledged change at once; for a store across a network, it
   * returns what a listener in the background has received, which for a moment is nothing.
   * @throws NoticeError STORE_… while the store cannot be read
   */
  poll(): Latest | undefined;
  /** Tells the others what visitors see now. */
  show?(shown: Shown): void;
  close(): void | Promise<void>;
}

/**
 * Manages one store, whether or not it exists yet. Each method rejects with STORE_…. A deadline also holds for all
 * later work on what was opened; without one, each step has as long as a command may take.
 */
export interface StoreBackend {
  /** The number of the latest revision, or undefined while there is no store. */
  latestNumber(deadline?: Deadline): Promise<number | undefined>;
  /** Creates the store; of several callers at once, only one gets true. Rejects with NOTICE_INVALID. */
  create(first: FirstRevision, deadline?: Deadline): Promise<boolean>;
  /** Opens the existing store to read it, which changes nothing about it. */
  read(deadline?: Deadline): Promise<NoticeReader>;
  /** Opens the existing store to change it. */
  open(deadline?: Deadline): Promise<NoticeStore>;
  /** Opens what the existing store keeps of those who may use the editor. */
  openAccess(deadline?: Deadline): Promise<AccessStore>;
  /** Opens the existing store's counter of requests to the models. */
  openUsage(deadline?: Deadline): Promise<UsageStore>;
  /** Watches the store, even while it cannot be read. */
  watch(options?: WatchOptions): Promise<NoticeWatcher>;
  /** What can be done with a store that several nodes share; absent for a store in a file. */
  readonly fleet?: Fleet;
  /** Checks everything about the store that ops depend on, for who runs the command under this name; never rejects. */
  inspect(command: string): Promise<DiagnosticResult[]>;
  /** Makes a backup in a new file, consistently even while others write; rejects with FILE_EXISTS. */
  backUp(target: string): Promise<{ number: number; bytes: number }>;
  /** Whether there is a store and nothing is wrong with it, or with writing to it unless it is only to be read. */
  isSound(readonly?: boolean): Promise<boolean>;
  /** Whether the store holds nothing but what it was created with, so that a whole history can take its place. */
  isFresh(): Promise<boolean>;
  /**
   * Gives such a store the revisions of a backup; a database makes its tables where there are none. Unless the backup's
   * latest number exceeds `after`, its notice is republished with the number after that. Rejects with
   * BACKUP_UNREADABLE, and with REVISION_CONFLICT if the store holds more by then. `afterFailover` goes on as that of a
   * change does.
   */
  fillFromBackup(
    source: string,
    after: number,
    author: string,
    afterFailover?: boolean,
  ): Promise<Replacement>;
  /**
   * Puts a new store in the place of a missing or broken one, whose files are kept: with whatever can be read of that, and
   * the revisions of a backup that it lacks. Resolves with undefined if nothing is wrong with the store by then. Rejects
   * with BACKUP_UNREADABLE, and with what `assertMay` throws; absent where there are no files to put aside.
   */
  repairFromBackup?(source: string, request: RepairRequest): Promise<Replacement | undefined>;
}

/** How a broken store is repaired. */
export interface RepairRequest {
  author: string;
  /** The highest number that visitors have seen; asked while nobody else can publish. */
  seen(): number;
  /** Throws if a store whose latest number is this one, or 0 if it has none, is not to be replaced. */
  assertMay(current: number): void;
}

/** A store that a backup has become. */
export interface Replacement {
  /** The number of the latest revision. */
  number: number;
  /** How many revisions were left out because they were damaged. */
  leftOut: number;
  /** The id of the store now, where stores have ids. */
  storeId?: string | undefined;
  /** Whether the replaced store may have had tokens that could not be read. */
  tokensLost?: boolean;
}

/** Does work with what is opened, and closes it whatever comes of that. */
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

/** The latest revision of a store, which is opened for that alone. @throws NoticeError STORE_… */
export function latestIn(backend: Pick<StoreBackend, "read">, deadline?: Deadline): Promise<Revision> {
  return whileOpen(backend.read(deadline), (store) => store.latest());
}
