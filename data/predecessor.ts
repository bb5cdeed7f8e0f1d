import { isNoticeError, NoticeError } from "../schema/errors/notice-error.ts";
import type { DocumentVersion } from "../schema/notice/entity-tag.ts";
import type { Notice } from "../schema/notice/notice.ts";
import { sumOf } from "../schema/notice/sum.ts";
import { maxMissedSeconds } from "../schema/words/node-in-words.ts";
import { fileFor, knownOf, readLastKnownGood } from "./cache/last-known-good.ts";
import type { Deadline } from "./deadline.ts";
import {
  counts,
  type Node,
  type NoticeReader,
  type Revision,
  type StoreBackend,
  type Version,
  whileOpen,
} from "./store.ts";
import { conflict } from "./stored-row.ts";

/** The revision that a change follows; its number is 0 if it follows none. */
export interface Predecessor {
  number: number;
  /** Absent if it is damaged, or not known here. */
  notice?: Notice;
  /** The notice; throws an error that says why there is none. */
  current(): Notice;
}

/** What the next change of a store starts from, and what decides its number. */
export interface Standing extends Predecessor {
  /** The store's own latest revision. */
  own: Version;
  /** What is shown: the store's latest revision, or the last known good one; absent if it is damaged or not known. */
  shown?: Revision;
  /** The file of the last known good revision, if that is shown because the store does not have it. */
  from?: string;
  /** The last known number of the store; 0 if there is none. */
  known: number;
  /** A node whose visitors have seen a later revision, which is not known here. */
  missed?: Node;
}

/** What a change starts from, where the last known good notice is kept in `file`. */
export async function readStanding(store: NoticeReader, file: string): Promise<Standing> {
  // Read before the store: a store that has lost nothing contains everything that is known by now.
  const nodes = (await store.nodes?.()) ?? [];
  const kept = knownOf(file, store);
  const latest = await readLatest(store);
  const own = { number: latest.number, sum: latest.notice && sumOf(latest.notice) };
  const isLater = ({ number }: { number: number }) => number > own.number && counts(number, own.number);
  const isUnwritten = latest.shown?.isAutomatic === true;
  const written = isUnwritten ? readLastKnownGood(file) : undefined;
  const lost = kept && isLater(kept) ? kept : written?.isAutomatic ? undefined : written;
  const number = lost?.number ?? own.number;
  const later = nodes.filter(
    (node) => node.storeId === store.storeId && isLater(node) && node.number > number,
  );
  const [missed] = later.toSorted((one, other) => other.number - one.number);
  const standing = { own, known: kept?.number ?? 0, ...(missed && { missed }) };
  if (lost) return { ...standing, ...predecessor(lost), shown: lost, from: fileFor(file, lost) };
  const elsewhere = nodes.filter(
    (node) => node.storeId !== store.storeId && node.number > 0 && node.silentSeconds < maxMissedSeconds,
  );
  const [first] = isUnwritten ? elsewhere : [];
  if (!first) return { ...standing, ...latest };
  const names = elsewhere.map(({ label }) => label).join(", ");
  const error = new NoticeError("NOTICE_ELSEWHERE", { names, number: first.number });
  return { ...standing, number, current: throwing(error), missed: first };
}

/** What is shown: a store's latest revision, or the last known good one with its file. @throws NoticeError STORE_… */
export function shownIn(
  { backend, lastKnownGood }: { backend: Pick<StoreBackend, "read">; lastKnownGood: string },
  deadline?: Deadline,
): Promise<Revision & Pick<Standing, "from">> {
  return whileOpen(backend.read(deadline), async (store) => {
    const { shown, from } = await readStanding(store, lastKnownGood);
    return { ...(shown ?? (await store.latest())), ...(from !== undefined && { from }) };
  });
}

async function readLatest(store: NoticeReader): Promise<Predecessor & { shown?: Revision }> {
  try {
    const shown = await store.latest();
    return { ...predecessor(shown), shown };
  } catch (damage) {
    if (!isNoticeError(damage, "STORE_DAMAGED")) throw damage;
    return { number: await store.latestNumber(), current: throwing(damage) };
  }
}

/** The predecessor of a revision. */
export async function readPredecessorOf(store: NoticeReader, number: number): Promise<Predecessor> {
  const [entry] = await store.history({ limit: 1, before: number });
  if (!entry) return damagedPredecessor(0, "it is missing");
  return "damage" in entry ? damagedPredecessor(entry.number, entry.damage) : predecessor(entry);
}

/** What the first change of a store that is replaced starts from. */
export function nothingStanding(): Standing {
  const nothing = damagedPredecessor(0, "the store is to be replaced");
  return { ...nothing, own: { number: 0, sum: undefined }, known: 0 };
}

function predecessor({ number, notice }: Revision): Predecessor {
  return { number, notice, current: () => notice };
}

function damagedPredecessor(number: number, reason: string): Predecessor {
  return { number, current: throwing(new NoticeError("STORE_DAMAGED", { revision: number, reason })) };
}

function throwing(error: NoticeError): () => never {
  return () => {
    throw error;
  };
}

/**
 * Throws an error if a change must not follow the latest revision. It is called again each time that somebody else has
 * published in between; `first` is what it would have followed at the first call.
 */
export type Precondition = (latest: Standing, first: Standing) => void;

/** Lets a change follow any revision. */
export const whatever: Precondition = () => {};

/**
 * Lets a change follow only the store's revision with this number or, with a hash, only what is shown.
 * @throws NoticeError REVISION_CONFLICT
 */
export function atRevision(expected: DocumentVersion): Precondition {
  return ({ own, number, notice }) => {
    const { sum } = expected;
    const current = sum === undefined ? own : { number, sum: notice && sumOf(notice) };
    if (current.number !== expected.number || (sum !== undefined && !current.sum?.startsWith(sum)))
      throw conflict({ sum: undefined, ...expected }, sum === undefined ? { ...own, sum } : current);
  };
}
