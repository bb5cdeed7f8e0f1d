import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readLastKnownGood, writeLastKnownGood } from "../../data/cache/last-known-good.ts";
import { createNoticeCache, type NoticeCache } from "../../data/cache/notice-cache.ts";
import { createStore } from "../../data/create.ts";
import { faultsOfNodes } from "../../data/nodes.ts";
import { publish } from "../../data/publish.ts";
import { counts, type Node, type NoticeStore, type Revision, type StoreBackend } from "../../data/store.ts";
import { assertFollows, numberAfter, type WholeRow } from "../../data/stored-row.ts";
import { isNoticeError, NoticeError } from "../../schema/errors/notice-error.ts";
import { hashOf, sha256 } from "../../schema/notice/hash.ts";
import { serialize } from "../../schema/notice/notice.ts";
import { readInstallation } from "../../schema/settings/settings.ts";
import { temporaryFolder } from "../support/folder.ts";
import { noticeWith } from "../support/texts/notices.ts";

/** To try more by hand: HISTORIES=2000. */
const numRuns = Number(process.env.HISTORIES ?? 60);

/** A database with one store, and what nodes report to it. */
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

const events = [
  ...(["publish", "publish", "publish", "poll", "poll", "restart", "forgetful", "cut", "heal"] as const),
  ...(["sync", "failover", "empty", "create", "backup", "restore", "move"] as const),
];
/** An event, and a number that chooses its node. */
type Step = [(typeof events)[number], number];

/** A node and the revision that its visitors see. `known` is the file of its last known good notice. */
interface ModelNode {
  label: string;
  known: () => string;
  isCut: boolean;
  cache: NoticeCache;
  shown: Revision;
}

const nothing = (): Revision => ({ number: 0, notice: noticeWith(), author: "", createdAt: "" });
const missing = () => new NoticeError("STORE_MISSING", { file: "model" });
const latestOf = ({ storeId, revisions }: Database) => ({ ...(revisions.at(-1) as Revision), storeId });

function storeOn(db: Database): Omit<NoticeStore, "find" | "repeated"> {
  const highestReported = () => {
    const numbers = [...db.reports.values()].map(({ number }) => number);
    return Math.max(0, ...numbers.filter((number) => counts(number, db.revisions.at(-1)?.number ?? 0)));
  };
  return {
    storeId: db.storeId,
    latestNumber: async () => latestOf(db).number,
    latest: async () => latestOf(db),
    history: async ({ limit, before = Number.POSITIVE_INFINITY }) => {
      const older = db.revisions.filter(({ number }) => number < before);
      return older.toReversed().slice(0, limit);
    },
    nodes: async () => [...db.reports.values()],
    settle: async () => undefined,
    async append(change) {
      const latest = latestOf(db);
      const body = serialize(latest.notice);
      assertFollows(change, { revision: latest.number, body, sha256: sha256(body) } as WholeRow);
      const { notice, author } = change;
      const number = numberAfter(latest.number, change.after, highestReported());
      const revision = { number, notice, author, createdAt: new Date().toISOString() };
      db.revisions.push(revision);
      return { ...revision, storeId: db.storeId };
    },
    close: async () => {},
  };
}

/** Plays a history, and fails if a node goes back to an older revision. */
async function live(steps: Step[]) {
  let primary: Database | undefined;
  let replica: Database | undefined;
  let backup: Revision[] = [];
  let host = 0;
  let titles = 0;
  const opened = async () => {
    if (!primary) throw missing();
    return storeOn(primary);
  };
  const create: StoreBackend["create"] = async ({ requestId: _, wasShown: __, ...first }) => {
    const revision = { ...first, createdAt: new Date().toISOString() };
    primary = { storeId: randomUUID(), revisions: [revision], reports: new Map() };
    return true;
  };
  const latestNumber = async () => primary && latestOf(primary).number;
  const backend = { open: opened, read: opened, latestNumber, create } as unknown as StoreBackend;

  const folders = Array.from({ length: 3 }, () => temporaryFolder());
  const knownIn = (index: number) => () =>
    readInstallation({ DATABASE: `postgres://anna@db${host}/app`, STATE_DIR: folders[index] }).lastKnownGood;
  const cacheOf = (node: Pick<ModelNode, "known" | "isCut">): NoticeCache => {
    let now = 0;
    let told: Revision | undefined;
    const poll = () => {
      if (node.isCut || !primary) throw missing();
      const next = latestOf(primary);
      const isSame =
        told && told.storeId === next.storeId && told.number === next.number && told.notice === next.notice;
      told = next;
      return isSame ? undefined : next;
    };
    const fallback = readLastKnownGood(node.known()) ?? nothing();
    return createNoticeCache({ poll, close: () => {} }, fallback, {}, { now: () => (now += 1) });
  };
  const nodes = folders.map((_, index): ModelNode => {
    const node = { label: `web-${index}`, known: knownIn(index), isCut: false };
    const cache = cacheOf(node);
    return Object.assign(node, { cache, shown: cache.current() });
  });

  const report = ({ label, isCut, shown: { storeId, number, notice } }: ModelNode) => {
    if (isCut || !primary || number === 0) return;
    const told = { id: label, label, storeId, number, hash: hashOf(notice), silentSeconds: 20 };
    // The standby knows the node from its first report, but not what it shows later.
    if (replica?.storeId === primary.storeId && !replica.reports.has(label)) replica.reports.set(label, told);
    primary.reports.set(label, told);
  };
  const poll = async (node: ModelNode) => {
    report(node);
    const [before, after] = [node.shown, node.cache.current()];
    if (after.storeId === before.storeId) expect(after.number).toBeGreaterThanOrEqual(before.number);
    else if (before.number > 0 && after.isAutomatic) expect(before.isAutomatic).toBe(true);
    node.shown = after;
    if (after !== before) await writeLastKnownGood(node.known(), after);
    report(node);
  };
  /** Publishes on the machine of a node. Returns the exit code, or undefined without a store. */
  const publishOn = async (index: number, title: string, isWhole: boolean): Promise<number | undefined> => {
    const target = { backend, lastKnownGood: knownIn(index)() };
    const request = { author: "anna", waitMs: 1, deadline: { timeLeftMs: () => 0 } };
    try {
      const { nodes, number, published } = await publish(target, request, (current) =>
        isWhole ? noticeWith({ title }) : { ...current(), title },
      );
      return published && faultsOfNodes(nodes, number).fault ? 1 : 0;
    } catch (error) {
      if (isNoticeError(error, "STORE_MISSING")) return undefined;
      if (isNoticeError(error, "NOTICE_ELSEWHERE")) return 1;
      throw error;
    }
  };
  const createOn = (index: number, author: string) =>
    createStore(backend, { lastKnownGood: knownIn(index)(), firstNotice: "data/notice.json" }, author);

  for (const [event, choice] of steps) {
    const index = choice % nodes.length;
    const node = nodes[index] as ModelNode;
    if (event === "publish") await publishOn(index, `Title ${++titles}`, choice % 2 === 0);
    else if (event === "poll") await poll(node);
    else if (event === "restart" || event === "forgetful") {
      // A node that lost its folder may show what the database has.
      if (event === "forgetful") {
        folders[index] = temporaryFolder();
        node.shown = nothing();
      }
      node.cache = cacheOf(node);
      await poll(node);
    } else if (event === "cut") node.isCut = true;
    else if (event === "heal") node.isCut = false;
    else if (event === "sync") replica = primary && copyOf(primary);
    else if (event === "failover") primary = replica && copyOf(replica);
    else if (event === "empty") primary = undefined;
    else if (event === "create") await createOn(index, "backsoon");
    else if (event === "backup") backup = primary ? [...primary.revisions] : backup;
    else if (event === "restore" && backup.length > 0) {
      const revisions = backup.map(({ isAutomatic: _, ...revision }) => revision);
      primary ??= { storeId: randomUUID(), revisions, reports: new Map() };
    } else if (event === "move") host += 1;
  }

  // At the end, all nodes are back. The same command, repeated until it succeeds, must reach all of them.
  for (const node of nodes) node.isCut = false;
  await createOn(0, "anna");
  for (const node of nodes) await poll(node);
  let code: number | undefined = 1;
  for (let attempt = 0; attempt < 3 && code !== 0; attempt += 1) {
    code = await publishOn((steps.at(-1)?.[1] ?? 0) % nodes.length, "The last", true);
    for (const node of nodes) await poll(node);
  }
  return [code, ...nodes.map(({ shown }) => shown.notice.title)];
}

it("A fleet never shows an older revision in any random history, and all nodes show the last change", async () => {
  const polls = [0, 1, 2].map((node): Step => ["poll", node]);
  const start: Step[] = [["create", 0], ...polls, ["sync", 0]];
  const step = fc.tuple(fc.constantFrom(...events), fc.nat(5));
  const histories = fc.array(step, { minLength: 20, maxLength: 60, size: "max" });
  const property = fc.asyncProperty(histories, async (steps) => {
    expect(await live([...start, ...steps])).toEqual([0, "The last", "The last", "The last"]);
  });
  await fc.assert(property, { numRuns });
}, 600_000);
