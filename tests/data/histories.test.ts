import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readLastKnownGood, writeLastKnownGood } from "../../data/cache/last-known-good.ts";
import { createNoticeCache, type NoticeCache } from "../../data/cache/notice-cache.ts";
import { createStore } from "../../data/create.ts";
import { faultsOfNodes } from "../../data/nodes.ts";
import { type NextNotice, publish } from "../../data/publish.ts";
import {
  counts,
  type FirstRevision,
  type Node,
  type NoticeStore,
  type Revision,
  type StoreBackend,
} from "../../data/store.ts";
import { assertFollows, numberAfter, type WholeRow } from "../../data/stored-row.ts";
import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { hashOf, sha256 } from "../../schema/notice/hash.ts";
import type { Notice } from "../../schema/notice/notice.ts";
import { serialize } from "../../schema/notice/notice.ts";
import { readInstallation } from "../../schema/settings/settings.ts";
import { temporaryFolder } from "../support/folder.ts";
import { noticeWith } from "../support/texts/notices.ts";

/** To try thousands by hand: HISTORIES=2000. */
const numRuns = Number(process.env.HISTORIES ?? 60);

/** A database with one store. */
interface Database {
  storeId: string;
  revisions: Revision[];
  reports: Map<string, Node>;
}

const copyOf = ({ storeId, revisions, reports }: Database): Database => ({
  storeId,
  revisions: [...revisions],
  reports: new Map(reports),
});

/** An event, and a number that chooses its node or machine. */
type Step = [
  (
    | "publish"
    | "poll"
    | "restart"
    | "forgetful"
    | "cut"
    | "heal"
    | "sync"
    | "failover"
    | "empty"
    | "create"
    | "backup"
    | "restore"
    | "move"
  ),
  number,
];

/** A node and the revision that its visitors see. `known` is the file of its last known good notice. */
interface ModelNode {
  label: string;
  known: () => string;
  isCut: boolean;
  cache: NoticeCache;
  shown: Revision;
}

/** Plays a history, and fails if a node goes back to an older revision. */
async function live(steps: Step[]) {
  let primary: Database | undefined;
  let replica: Database | undefined;
  let backup: Revision[] = [];
  let host = 0;
  let titles = 0;

  const missing = () => new NoticeError("STORE_MISSING", { file: "model" });
  const latestOf = ({ storeId, revisions }: Database): Revision => ({
    ...(revisions.at(-1) as Revision),
    storeId,
  });
  const highest = ({ reports, revisions }: Database): number =>
    Math.max(
      0,
      ...[...reports.values()]
        .filter((node) => counts(node.number, revisions.at(-1)?.number ?? 0))
        .map(({ number }) => number),
    );
  const storeOn = (db: Database): NoticeStore => ({
    storeId: db.storeId,
    latestNumber: async () => latestOf(db).number,
    latest: async () => latestOf(db),
    find: async (number) => db.revisions.find((one) => one.number === number) as Revision,
    history: async ({ limit, before = Number.POSITIVE_INFINITY }) =>
      db.revisions
        .filter(({ number }) => number < before)
        .toReversed()
        .slice(0, limit),
    repeated: async () => new Map(),
    nodes: async () => [...db.reports.values()],
    settle: async () => undefined,
    async append(change) {
      const latest = latestOf(db);
      const body = serialize(latest.notice);
      assertFollows(change, { revision: latest.number, body, sha256: sha256(body) } as WholeRow);
      const { notice, author } = change;
      const number = numberAfter(latest.number, change.after, highest(db));
      const revision = { number, notice, author, createdAt: new Date().toISOString() };
      db.revisions.push(revision);
      return { ...revision, storeId: db.storeId };
    },
    close: async () => {},
  });
  const opened = async () => {
    if (!primary) throw missing();
    return storeOn(primary);
  };
  const backend = {
    open: opened,
    read: opened,
    latestNumber: async () => primary && latestOf(primary).number,
    async create({ number, notice, author, isAutomatic }: FirstRevision) {
      const first = {
        number,
        notice,
        author,
        createdAt: new Date().toISOString(),
        ...(isAutomatic && { isAutomatic }),
      };
      primary = { storeId: randomUUID(), revisions: [first], reports: new Map() };
      return true;
    },
  } as unknown as StoreBackend;

  const folders = Array.from({ length: 3 }, () => temporaryFolder());
  const knownIn = (index: number) => () =>
    readInstallation({ DATABASE: `postgres://anna@db${host}/app`, STATE_DIR: folders[index] }).lastKnownGood;
  const cacheOf = (node: Pick<ModelNode, "known" | "isCut">): NoticeCache => {
    let now = 0;
    let told: Revision | undefined;
    const poll = () => {
      if (node.isCut || !primary) throw missing();
      const next = latestOf(primary);
      if (told && told.storeId === next.storeId && told.number === next.number && told.notice === next.notice)
        return undefined;
      told = next;
      return next;
    };
    const first = { number: 0, notice: noticeWith(), author: "", createdAt: "" };
    const fallback = readLastKnownGood(node.known()) ?? first;
    return createNoticeCache({ poll, close: () => {} }, fallback, {}, { now: () => (now += 1) });
  };
  const nodes = folders.map((_, index): ModelNode => {
    const node = { label: `web-${index}`, known: knownIn(index), isCut: false };
    const cache = cacheOf(node);
    return Object.assign(node, { cache, shown: cache.current() });
  });

  /** Reports what a node shows to the primary, and reads the primary. */
  const poll = async (node: ModelNode) => {
    const report = () => {
      if (node.isCut || !primary || node.shown.number === 0) return;
      const { storeId, number, notice } = node.shown;
      const told = {
        id: node.label,
        label: node.label,
        storeId,
        number,
        hash: hashOf(notice),
        silentSeconds: 20,
      };
      // The standby knows the node from its first report, but not what it shows later.
      if (replica?.storeId === primary.storeId && !replica.reports.has(node.label))
        replica.reports.set(node.label, told);
      primary.reports.set(node.label, told);
    };
    report();
    const [before, after] = [node.shown, node.cache.current()];
    if (after.storeId === before.storeId) expect(after.number).toBeGreaterThanOrEqual(before.number);
    else if (before.number > 0 && after.isAutomatic) expect(before.isAutomatic).toBe(true);
    node.shown = after;
    if (after !== before) await writeLastKnownGood(node.known(), after);
    report();
  };
  /** Publishes on the machine of a node. Returns the exit code, or undefined without a store. */
  const publishOn = async (index: number, title: string, isWhole: boolean): Promise<number | undefined> => {
    const next: NextNotice = (current) => (isWhole ? noticeWith({ title }) : { ...current(), title });
    const target = { backend, lastKnownGood: knownIn(index)() };
    try {
      const published = publish(
        target,
        { author: "anna", waitMs: 1, deadline: { timeLeftMs: () => 0 } },
        next,
      );
      const { nodes: seen, number, published: done } = await published;
      if (!done) return 0;
      const { fault } = faultsOfNodes(seen, number);
      return fault ? 1 : 0;
    } catch (error) {
      if (isNoticeError(error, "STORE_MISSING")) return undefined;
      if (isNoticeError(error, "NOTICE_ELSEWHERE")) return 1;
      throw error;
    }
  };
  const pollAll = async () => {
    for (const node of nodes) await poll(node);
  };

  for (const [what, which] of steps) {
    const node = nodes[which % nodes.length] as ModelNode;
    if (what === "publish") await publishOn(which % nodes.length, `Title ${++titles}`, which % 2 === 0);
    else if (what === "poll") await poll(node);
    else if (what === "restart" || what === "forgetful") {
      // A node that lost its folder may show what the database has.
      if (what === "forgetful") {
        folders[nodes.indexOf(node)] = temporaryFolder();
        node.shown = { number: 0, notice: noticeWith(), author: "", createdAt: "" };
      }
      node.cache = cacheOf(node);
      await poll(node);
    } else if (what === "cut") node.isCut = true;
    else if (what === "heal") node.isCut = false;
    else if (what === "sync") replica = primary && copyOf(primary);
    else if (what === "failover") primary = replica && copyOf(replica);
    else if (what === "empty") primary = undefined;
    else if (what === "create") {
      const files = { lastKnownGood: knownIn(which % nodes.length)(), firstNotice: "data/notice.json" };
      await createStore(backend, files, "backsoon");
    } else if (what === "backup") backup = primary ? [...primary.revisions] : backup;
    else if (what === "restore" && backup.length > 0) {
      const revisions = backup.map(({ isAutomatic: _, ...revision }) => revision);
      primary ??= { storeId: randomUUID(), revisions, reports: new Map() };
    } else if (what === "move") host += 1;
  }

  // At the end, all nodes are back. The same command, repeated until it succeeds, must reach all of them.
  for (const node of nodes) node.isCut = false;
  await createStore(backend, { lastKnownGood: knownIn(0)(), firstNotice: "data/notice.json" }, "anna");
  await pollAll();
  const codes: (number | undefined)[] = [];
  while (codes.at(-1) !== 0 && codes.length < 3) {
    codes.push(await publishOn(which(steps), "The last", true));
    await pollAll();
  }
  return { codes, titles: nodes.map(({ shown }) => (shown.notice as Notice).title) };
}

const which = (steps: Step[]): number => (steps.at(-1)?.[1] ?? 0) % 3;

const step = fc.tuple(
  fc.constantFrom<Step[0]>(
    ...([
      "publish",
      "publish",
      "publish",
      "poll",
      "poll",
      "restart",
      "forgetful",
      "cut",
      "heal",
      "sync",
      "failover",
    ] as const),
    ...(["empty", "create", "backup", "restore", "move"] as const),
  ),
  fc.nat(5),
);

it("A fleet never shows an older revision in any random history, and all nodes show the last change", async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 20, maxLength: 60, size: "max" }), async (steps) => {
      const { codes, titles } = await live([
        ["create", 0],
        ["poll", 0],
        ["poll", 1],
        ["poll", 2],
        ["sync", 0],
        ...steps,
      ]);
      expect([codes.at(-1), titles]).toEqual([0, ["The last", "The last", "The last"]]);
    }),
    { numRuns },
  );
}, 600_000);
