import type { Installation } from "../schema/installation.ts";
import { type Board, type BoardEvents, createBoard } from "./board.ts";
import { createStore } from "./create.ts";
import { keepLastKnownGood, readLastKnownGood } from "./last-known-good.ts";
import type { NoticePlace } from "./store.ts";

/** What the server tells of the store, besides what the board does. */
export interface StoreEvents extends Pick<BoardEvents, "lost" | "found"> {
  /** The last known good notice could not be kept. */
  notKept(error: unknown): void;
}

/**
 * The notice in memory at the start of the server: the store is created the first time, and the last known good
 * notice, which is kept from then on, stands in for a store that cannot be read.
 * @throws NoticeError STORE_…, FIRST_NOTICE_INVALID when there is nothing to show
 */
export async function bootBoard(
  place: NoticePlace,
  installation: Installation,
  { notKept, ...events }: StoreEvents,
): Promise<Board> {
  const fallback = readLastKnownGood(installation.lastKnownGood);
  try {
    await createStore(place, installation, "backsoon");
  } catch (error) {
    // With a fallback the board goes on from here, and tells that the store is lost.
    if (!fallback) throw error;
  }
  const adopted = keepLastKnownGood(installation.lastKnownGood, notKept);
  return createBoard(await place.follow(), fallback, { ...events, adopted });
}
