import type { Installation } from "../schema/installation.ts";
import { type Board, type BoardEvents, createBoard } from "./board.ts";
import { readFirstNotice } from "./create.ts";
import { keepLastKnownGood, readLastKnownGood } from "./last-known-good.ts";
import { followProven, type Prove } from "./proven-feed.ts";
import type { NoticePlace, Revision } from "./store.ts";

/** What the server tells of the store, besides what the board does. */
export interface StoreEvents extends Pick<BoardEvents, "lost" | "found"> {
  /** The last known good notice could not be kept. */
  notKept(error: unknown): void;
}

interface BootParts {
  place: NoticePlace;
  installation: Installation;
  prove: Prove;
  events: StoreEvents;
}

/**
 * The notice in memory at the start of the server, whatever the store does: the last known good notice, which is
 * kept from then on, stands in for a store that cannot be read, and the document of a new installation for that.
 * @throws NoticeError FIRST_NOTICE_INVALID when there is nothing to show
 */
export async function bootBoard({ place, installation, prove, events }: BootParts): Promise<Board> {
  const { lastKnownGood, firstNotice } = installation;
  const feed = await followProven(place, prove);
  const adopted = keepLastKnownGood(lastKnownGood, events.notKept);
  const boardOn = (fallback?: Revision): Board => createBoard(feed, fallback, { ...events, adopted });
  try {
    return boardOn(readLastKnownGood(lastKnownGood));
  } catch {
    // The store was never seen, and the board tells why. Every revision in a store is newer than this one.
    const createdAt = new Date().toISOString();
    return boardOn({ revision: 0, notice: readFirstNotice(firstNotice), author: "backsoon", createdAt });
  }
}
