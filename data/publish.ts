import { randomUUID } from "node:crypto";
import { maxMissedSeconds } from "../schema/advice/advice.ts";
import type { Verdict } from "../schema/advice/typed-return.ts";
import { isNoticeError, NoticeError } from "../schema/errors/notice-error.ts";
import { checkNotice } from "../schema/notice/change.ts";
import { type Change, changedFields, difference } from "../schema/notice/difference.ts";
import { hashOf } from "../schema/notice/hash.ts";
import { type Notice, serialize } from "../schema/notice/notice.ts";
import type { DocumentVersion } from "../schema/notice/protocol.ts";
import { fileFor, keepLatest, knownOf, readLastKnownGood } from "./cache/last-known-good.ts";
import { type Deadline, deadlineIn, inTime } from "./deadline.ts";
import { type NodesSeen, nodeInJson, waitForNodes } from "./nodes.ts";
import {
  counts,
  type Node,
  type NoticeReader,
  noneIf,
  type Revision,
  type StoreBackend,
  type Version,
  whileOpen,
} from "./store.ts";
import { conflict } from "./stored-row.ts";

/** The revision that a change follows; its number is 0 if it follows none. */
interface Predecessor {
  number: number;
  /** Absent if it is damaged, or not known here. */
  notice?: Notice;
  /** The notice; throws an error that says why there is none. */
  current(): Notice;
}

interface Standing extends Predecessor {
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
  const own = { number: latest.number, hash: latest.notice && hashOf(latest.notice) };
  const isLater = ({ number }: { number: number }) => number > own.number && counts(number, own.number);
  const isUnwritten = latest.shown?.isAutomatic === true;
  const written = isUnwritten ? readLastKnownGood(file) : undefined;
  const unsaved = written?.isAutomatic ? undefined : written;
  const lost = kept && isLater(kept) ? kept : unsaved;
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

export async function readPredecessorOf(store: NoticeReader, number: number): Promise<Predecessor> {
  const [entry] = await store.history({ limit: 1, before: number });
  if (!entry) return damagedPredecessor(0, "it is missing");
  return "damage" in entry ? damagedPredecessor(entry.number, entry.damage) : predecessor(entry);
}

/** What the first change of a store that is replaced starts from. */
export function nothingStanding(): Standing {
  const nothing = damagedPredecessor(0, "the store is to be replaced");
  return { ...nothing, own: { number: 0, hash: undefined }, known: 0 };
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
    const { hash } = expected;
    const current = hash === undefined ? own : { number, hash: notice && hashOf(notice) };
    if (current.number !== expected.number || (hash !== undefined && !current.hash?.startsWith(hash)))
      throw conflict({ hash: undefined, ...expected }, hash === undefined ? { ...own, hash } : current);
  };
}

/** The least time for saving a change in the last known good file, in ms. */
const keepMs = 1000;

/** Makes the next document from the current one; `current` throws if the latest revision is damaged. */
export type NextNotice = (current: () => Notice, store: NoticeReader) => unknown;

export interface PublishRequest {
  author: string;
  /** A UUID that makes a retry safe: a repeated change is stored once, and gets the same outcome. */
  requestId?: string | undefined;
  /** By default the change may follow any revision. A retry of a change that is stored already does not need to meet it. */
  precondition?: Precondition | undefined;
  /** Awaited right before each attempt to write; what it throws ends the change, and nothing is published. */
  beforeWrite?: ((predecessor: Predecessor, changes: Change[]) => Promise<void>) | undefined;
  /** By when the outcome must be known; by default as late as a command allows. */
  deadline?: Deadline | undefined;
  /** How long to wait until the nodes of a shared store show it, in ms; with 0, they are not asked. */
  waitMs?: number | undefined;
  /** Judges the document, beside the schema: its faults refuse it. */
  judge?: ((document: unknown, standing: Notice | undefined) => Verdict) | undefined;
  /** Find out what would change, without changing anything. */
  dryRun?: boolean | undefined;
}

export interface Outcome {
  number: number;
  notice: Notice;
  changes: Change[];
  /** Whether it is, or would be, a new revision. */
  isNew: boolean;
  doubts?: string[] | undefined;
  /** What it follows, or would follow: what is shown, as far as it is known here. */
  predecessor: Predecessor & Partial<Pick<Standing, "own" | "from" | "missed">>;
  /** The new revision; absent when nothing was published. */
  published?: Revision;
  /** The nodes that show it; absent if they were not waited for. */
  nodes?: NodesSeen | "unknown" | undefined;
}

/** The outcome of a change as JSON, for the command and the API. */
export function outcomeInJson({ number, notice, changes, published, nodes }: Outcome) {
  return {
    published: published !== undefined,
    revision: number,
    author: published?.author,
    createdAt: published?.createdAt,
    changed: changedFields(changes),
    notice,
    nodes:
      nodes === "unknown" || !nodes
        ? undefined
        : {
            live: nodes.live.map(nodeInJson),
            others: nodes.others.map(nodeInJson),
            silent: nodes.silent.map(nodeInJson),
          },
  };
}

export interface Target {
  backend: StoreBackend;
  /** Where the last known good notice is kept. */
  lastKnownGood: string;
}

/**
 * Publishes a changed notice. Concurrent changes by others are not overwritten: this change is made again on top of
 * theirs, unless its precondition refuses that.
 * @throws NoticeError NOTICE_INVALID, REQUEST_REUSED, PUBLISH_UNCONFIRMED, STORE_…, WRITE_LOST, what the precondition and
 * the caller's functions throw
 */
export async function publish(
  { backend, lastKnownGood }: Target,
  request: PublishRequest,
  next: NextNotice,
): Promise<Outcome> {
  const { author, precondition = whatever, dryRun = false, waitMs = 0 } = request;
  let until = request.deadline ?? deadlineIn();
  const deadline: Deadline = { timeLeftMs: () => until.timeLeftMs() };
  // A dry run needs no right to write.
  const writer = dryRun ? undefined : await backend.open(deadline);
  const store = writer ?? (await backend.read(deadline));
  const requestId = request.requestId ?? randomUUID();
  /** Called once the outcome is known: the remaining work has its own time. */
  const endDecision = (): void => {
    until = deadlineIn(Math.max(waitMs, keepMs));
  };
  /** Never throws: the change is made, whoever shows it. */
  const whoShows = async (revision: Revision): Promise<Outcome["nodes"]> =>
    waitMs === 0 ? undefined : waitForNodes(store, revision, deadline).catch(() => "unknown");
  /** Repeats the outcome of an earlier attempt. No node shows it any more if others have followed. */
  const tellAgain = async (done: Revision): Promise<Outcome> => {
    const publication = await recall(store, done, next, request.judge);
    endDecision();
    const latest = await store.latestNumber().catch(() => done.number);
    return { ...publication, nodes: latest === done.number ? await whoShows(done) : undefined };
  };
  let first: Standing | undefined;
  try {
    // Another attempt begins whenever somebody else was first.
    for (;;) {
      const predecessor = await readStanding(store, lastKnownGood);
      // Read after the store: an earlier attempt of ours must not count as somebody else's change.
      const done = request.requestId === undefined ? undefined : await writer?.settle(requestId);
      if (done) return await tellAgain(done);
      first ??= predecessor;
      precondition(predecessor, first);
      const { number, own, known: after, from, missed } = predecessor;
      const document = await next(predecessor.current, store);
      const { faults, doubts } = request.judge?.(document, predecessor.notice) ?? {};
      const notice = checkNotice(document, faults);
      const changes = difference(predecessor.notice, notice);
      // What the store has lost is still shown, and only a new revision brings it back or replaces it.
      const isNew = changes.length > 0 || from !== undefined || missed !== undefined;
      if (!isNew || !writer) return { number, predecessor, notice, changes, isNew, doubts };
      const revision = { notice, author, follows: own, after, requestId };
      const published = await writer
        .append(revision, async () => request.beforeWrite?.(predecessor, changes))
        .catch(noneIf("REVISION_CONFLICT"));
      if (!published) continue;
      endDecision();
      // In case no server is running to save it. This may fail: the store has it.
      const kept = keepLatest(lastKnownGood, store, published);
      await inTime(kept, deadline, () => new NoticeError("STORE_LATE", {})).catch(() => {});
      const nodes = await whoShows(published);
      return {
        number: published.number,
        predecessor,
        notice: published.notice,
        changes,
        isNew: true,
        doubts,
        published,
        nodes,
      };
    }
  } finally {
    await store.close();
  }
}

/**
 * Repeats what an earlier attempt at the same change has published.
 * @throws NoticeError REQUEST_REUSED if it was another change, PUBLISH_UNCONFIRMED if the store does not say
 */
async function recall(
  store: NoticeReader,
  published: Revision,
  next: NextNotice,
  judge: PublishRequest["judge"],
): Promise<Outcome> {
  const { number, notice } = published;
  try {
    const predecessor = await readPredecessorOf(store, number);
    const asked = checkNotice(await next(predecessor.current, store));
    if (serialize(asked) !== serialize(notice)) throw new NoticeError("REQUEST_REUSED", {});
    return {
      number,
      predecessor,
      notice,
      changes: difference(predecessor.notice, notice),
      isNew: true,
      doubts: judge?.(asked, predecessor.notice).doubts,
      published,
    };
  } catch (cause) {
    // The stored revision may be this change: to deny that would make somebody publish it twice.
    if (isNoticeError(cause) && cause.status === 503)
      throw new NoticeError("PUBLISH_UNCONFIRMED", {}, { cause });
    throw cause;
  }
}
