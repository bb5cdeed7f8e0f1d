import type { FirstRevision, Revision, Shown } from "../../store.ts";
import type { DatabaseLogin } from "../connect.ts";

export interface ThreadData {
  login: DatabaseLogin;
  /** The id of this process among those that report. */
  instance: string;
  /** The ids of its earlier runs, which it removes from the list. */
  earlier: string[];
  /** What visitors see before the store has been read. */
  shown: Shown;
  /** The first revision of a store that does not exist; absent if it must not be created. */
  first?: FirstRevision | undefined;
}

/** A message from the thread. Each kind comes at most a few dozen times a second, whatever the server does. */
export type FromThread =
  /** The thread runs; sent whatever the database does. */
  | { kind: "beat" }
  /** The latest revision has changed since the last message. */
  | { kind: "revision"; revision: Revision }
  /** The latest revision was read, and has not changed. */
  | { kind: "unchanged" }
  /** The store cannot be read. */
  | { kind: "failed"; message: string }
  /**
   * The store is read, but this process cannot report: the role may not, or an open transaction holds the report up;
   * told once, until a report succeeds.
   */
  | { kind: "unreported"; message: string }
  /** This process is on the list, and its earlier runs are not; sent once on each connection. */
  | { kind: "succeeded" };

export type ToThread = { kind: "shown"; shown: Shown } | { kind: "close" };
