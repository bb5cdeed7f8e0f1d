import { randomUUID } from "node:crypto";
import { isNoticeError, NoticeError } from "../schema/errors/notice-error.ts";
import { checkNotice } from "../schema/notice/change.ts";
import { type Change, difference } from "../schema/notice/difference.ts";
import { type Notice, serialize } from "../schema/notice/notice.ts";
import type { Verdict } from "../schema/words/typed-return.ts";
import { keepLatest } from "./cache/last-known-good.ts";
import { type Deadline, deadlineIn, inTime } from "./deadline.ts";
import { type NodesSeen, waitForNodes } from "./nodes.ts";
import {
  type Precondition,
  type Predecessor,
  readPredecessorOf,
  readStanding,
  type Standing,
  whatever,
} from "./predecessor.ts";
import { type NoticeReader, noneIf, type Revision, type StoreBackend } from "./store.ts";

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

/** The outcome of a change. */
export interface Publication {
  /** The number of the latest revision. */
  number: number;
  notice: Notice;
  changes: Change[];
  /** Whether it is, or would be, a new revision. */
  isNew: boolean;
  /** What was found doubtful in the document. */
  doubts?: string[] | undefined;
  /** What it follows, or would follow: what is shown, as far as it is known here. */
  predecessor: Predecessor & Partial<Pick<Standing, "own" | "from" | "missed">>;
  /** The new revision; absent when nothing was published. */
  published?: Revision;
  /** The nodes that show it; absent if they were not waited for. */
  nodes?: NodesSeen | "unknown" | undefined;
}

/** The store to publish to. */
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
): Promise<Publication> {
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
  const whoShows = async (revision: Revision): Promise<Publication["nodes"]> =>
    waitMs === 0 ? undefined : waitForNodes(store, revision, deadline).catch(() => "unknown");
  /** Repeats the outcome of an earlier attempt. No node shows it any more if others have followed. */
  const tellAgain = async (done: Revision): Promise<Publication> => {
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
): Promise<Publication> {
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
