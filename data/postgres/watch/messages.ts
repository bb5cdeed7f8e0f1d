import type { FirstRevision, Latest, Shown } from "../../store.ts";
import type { DatabaseLogin } from "../connection/connect.ts";

/** What the thread that watches a store is started with. */
export interface ThreadData {
  login: DatabaseLogin;
  /** The id of this process among those that report. */
  instance: string;
  /** The ids of its earlier runs, which it takes off the list. */
  earlier: string[];
  /** What visitors see before the store has been read. */
  shown: Shown;
  /** What a store that does not exist begins with; absent if it is not to be created. */
  first?: FirstRevision | undefined;
}

/** A message from the thread. Each kind comes at most a few dozen times a second, whatever the peer does. */
export type FromThread =
  /** It runs; sent whatever the database does. */
  | { kind: "beat" }
  /** The latest revision, or the highest number that visitors have seen, is not the one last told of. */
  | { kind: "revision"; revision: Latest }
  /** The latest revision was read, and is the one last told of. */
  | { kind: "unchanged" }
  /** The store cannot be read. */
  | { kind: "failed"; message: string }
  /**
   * The store is read, but this process cannot report: the role may not, or an open transaction holds the report up;
   * told once, until a report succeeds.
   */
  | { kind: "unreported"; message: string }
  /** This process is on the list, and its earlier runs are off it; told of once on each connection. */
  | { kind: "succeeded" }
  /** The thread has taken this process off the list, and ends. */
  | { kind: "closed" };

/** What the thread is told. */
export type ToThread = { kind: "shown"; shown: Shown } | { kind: "close" };
