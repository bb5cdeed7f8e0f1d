import { defaults } from "../../schema/notice/defaults.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import type { Installation } from "../../schema/settings/installation.ts";
import type { NoticePlace, Revision } from "../store.ts";
import { type Board, type BoardEvents, createBoard } from "./board.ts";
import { readFirstNotice } from "./first-notice.ts";
import { keepLastKnownGood, readLastKnownGood } from "./last-known-good.ts";
import { followProven, type Prove } from "./proven-feed.ts";

/** What the server tells of the store, besides what the board does. */
export interface StoreEvents extends Pick<BoardEvents, "lost" | "found"> {
  /** The last known good notice could not be kept. */
  notKept(error: unknown): void;
  /** There is nothing to show but the defaults. */
  nothingKnown(error: unknown): void;
}

interface BootParts {
  place: NoticePlace;
  installation: Installation;
  prove: Prove;
  events: StoreEvents;
}

/** How often we see to it that the last known good notice is kept while the store is lost, in ms. */
const keepInterval = 1000;

/**
 * The notice in memory at the start of the server, whatever the store does: the last known good notice, which is
 * kept from then on, stands in for a store that cannot be read, the document of a new installation for that, and the
 * defaults for both.
 */
export async function bootBoard({ place, installation, prove, events }: BootParts): Promise<Board> {
  const { lastKnownGood, firstNotice } = installation;
  const feed = await followProven(place, prove);
  const keep = keepLastKnownGood(lastKnownGood, events.notKept);
  const boardOn = (fallback?: Revision): Board => createBoard(feed, fallback, { ...events, adopted: keep });
  let board: Board;
  try {
    board = boardOn(readLastKnownGood(lastKnownGood));
  } catch {
    // The store was never seen, and the board tells why. Every revision in a store is newer than this one.
    const notice = readFirst(firstNotice, events.nothingKnown);
    board = boardOn({ revision: 0, notice, author: "backsoon", createdAt: new Date().toISOString() });
  }
  // Whoever makes a lost store anew goes on from what visitors see, also where the file was lost with the store.
  const keepWhileLost = (): void => {
    if (board.status().store === "up") return;
    const current = board.current();
    const known = readLastKnownGood(lastKnownGood)?.revision ?? 0;
    if (known < current.revision) keep(current);
  };
  const timer = setInterval(keepWhileLost, keepInterval).unref();
  return {
    ...board,
    close() {
      clearInterval(timer);
      board.close();
    },
  };
}

function readFirst(file: string, failed: (error: unknown) => void): Notice {
  try {
    return readFirstNotice(file);
  } catch (error) {
    failed(error);
    return defaults;
  }
}
