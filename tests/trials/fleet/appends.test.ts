import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { checkBackup } from "../../../data/backup.ts";
import { postgresBackend } from "../../../data/postgres/backend.ts";
import type { NoticeStore } from "../../../data/store.ts";
import { languageTags } from "../../../schema/languages/tags.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { type Cluster, startCluster } from "../../support/postgres/cluster.ts";
import { isCommit, startDatabaseProxy } from "../../support/postgres/database-proxy.ts";
import { loginAt, newSchemaUrl } from "../../support/postgres/schema.ts";
import { sql } from "../../support/postgres/sql.ts";
import { draftWith, maxMessage, maxReturn, maxTitle, versionWith } from "../../support/texts/notices.ts";

const { binaries } = inject("postgres");
const first = { ...draftWith(), number: 1 };

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(binaries);
});
afterAll(() => cluster.remove());

async function opened(url: string): Promise<NoticeStore> {
  const store = await postgresBackend(loginAt(url)).open();
  onTestFinished(() => store.close());
  return store;
}

/** A store, and a way to it that can be cut. */
async function newStore() {
  const url = newSchemaUrl(cluster.port);
  const proxy = await startDatabaseProxy(cluster.port);
  onTestFinished(() => proxy.close());
  await postgresBackend(loginAt(url)).create(first);
  const schema = new URL(url).searchParams.get("schema") ?? "";
  return {
    url,
    proxy,
    schema,
    cut: url.replace(String(cluster.port), String(proxy.port)),
    requests: async () =>
      (
        await sql<{ request_id: string }>(
          cluster.port,
          `SELECT request_id FROM ${schema}.revision ORDER BY revision`,
        )
      )
        .map(({ request_id: id }) => id)
        .slice(1),
  };
}

describe("changes", () => {
  it("are not begun twice by two of whom one stops in the middle of it", async () => {
    const url = newSchemaUrl(cluster.port);
    const proxy = await startDatabaseProxy(cluster.port);
    onTestFinished(() => proxy.close());
    let release = (): void => {};
    const released = new Promise<"pass">((resolve) => {
      release = () => resolve("pass");
    });
    let reach = (): void => {};
    const isReached = new Promise<void>((resolve) => {
      reach = resolve;
    });
    // It has looked whether there is a store by then, and there is none.
    proxy.decide((sent) => {
      if (!sent.includes("CREATE SCHEMA")) return "pass";
      reach();
      return released;
    });
    const slow = postgresBackend(loginAt(url.replace(String(cluster.port), String(proxy.port)))).create(
      first,
    );
    await isReached;
    let isDone = false;
    const quick = postgresBackend(loginAt(url))
      .create({ ...first, requestId: randomUUID() })
      .finally(() => {
        isDone = true;
      });
    const waiting = "SELECT pid FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
    await expect.poll(async () => isDone || (await sql(cluster.port, waiting)).length > 0).toBe(true);
    release();
    expect(await Promise.all([slow, quick])).toEqual([true, false]);
  });

  it.each([
    ["before it arrives", "lose"],
    ["after it has arrived", "lose-answer"],
  ] as const)("whose COMMIT is cut %s are stored once, 50 times of 50", async (_name, delivery) => {
    const { cut, proxy, requests } = await newStore();
    const store = await opened(cut);
    const sent: string[] = [];
    let cuts = 0;
    for (let round = 0; round < 50; round += 1) {
      let isCut = false;
      proxy.decide((bytes) => {
        if (isCut || !isCommit(bytes)) return "pass";
        isCut = true;
        cuts += 1;
        return delivery;
      });
      const draft = draftWith({}, { requestId: randomUUID(), follows: versionWith({}, round + 1) });
      expect((await store.append(draft)).number).toBe(round + 2);
      sent.push(draft.requestId);
    }
    expect(cuts).toBe(50);
    expect(await requests()).toEqual(sent);
  });

  it.each(["ORDER BY r.revision DESC", "request_id = "])(
    "whose COMMIT is over only while they are sent again are stored once: when that asks for %s",
    async (question) => {
      const { cut, proxy, requests } = await newStore();
      const slow = ["commit_delay = 100000", "commit_siblings = 0"];
      for (const setting of slow) await sql(cluster.port, `ALTER ROLE postgres SET ${setting}`);
      onTestFinished(async () => {
        for (const setting of slow) {
          await sql(cluster.port, `ALTER ROLE postgres RESET ${setting.split(" ")[0]}`);
        }
      });
      const store = await opened(cut);
      let sent: "once" | "again" | "waited" = "once";
      proxy.decide((bytes) => {
        if (sent === "once" && isCommit(bytes)) {
          sent = "again";
          return "lose-answer";
        }
        if (sent === "again" && bytes.includes(question)) {
          sent = "waited";
          // Nobody but the database goes on meanwhile.
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
        }
        return "pass";
      });
      const draft = draftWith({}, { follows: versionWith() });
      expect((await store.append(draft)).number).toBe(2);
      expect(sent).toBe("waited");
      expect(await requests()).toEqual([draft.requestId]);
    },
  );
});

it("the largest documents come back whole, however many of them are asked for", async () => {
  const texts = {
    title: "🛠".repeat(maxTitle),
    message: "🛠".repeat(maxMessage),
    expectedReturn: "🛠".repeat(maxReturn),
  };
  const translations = Object.fromEntries(
    languageTags.filter((tag) => tag !== "en").map((tag) => [tag, texts]),
  );
  const large = { ...texts, language: "en", translations };
  const { url } = await newStore();
  const store = await opened(url);
  for (let count = 0; count < 60; count += 1) await store.append(draftWith(large));
  const backend = postgresBackend(loginAt(url));
  const backup = join(temporaryFolder(), "backup.db");
  const { bytes } = await backend.backUp(backup);
  expect(bytes).toBeGreaterThan(16 * 1024 * 1024);
  const restored = postgresBackend(loginAt(newSchemaUrl(cluster.port)));
  await restored.fillFromBackup(await checkBackup(backup), 0, "anna");
  expect(await restored.latestNumber()).toBe(61);
});

describe("a role with synchronous_commit=off", () => {
  it("loses nothing that was acknowledged when the whole cluster is killed under load", async ({
    annotate,
  }) => {
    const { url, requests } = await newStore();
    await sql(cluster.port, "ALTER ROLE postgres SET synchronous_commit = 'off'");
    onTestFinished(
      async () => void (await sql(cluster.port, "ALTER ROLE postgres RESET synchronous_commit")),
    );
    const acknowledged: string[] = [];
    for (let round = 0; round < 5; round += 1) {
      const store = await postgresBackend(loginAt(url)).open();
      let isKilled = false;
      const writing = (async () => {
        while (!isKilled) {
          const draft = draftWith();
          const appended = await store.append(draft).catch(() => undefined);
          if (appended) acknowledged.push(draft.requestId);
        }
      })();
      const target = acknowledged.length + 20;
      await expect.poll(() => acknowledged.length).toBeGreaterThan(target);
      // All of its processes at once, so that none of them writes what is left.
      await cluster.kill();
      isKilled = true;
      await cluster.start();
      await writing;
      await store.close();
    }
    const stored = new Set(await requests());
    const lost = acknowledged.filter((id) => !stored.has(id));
    await annotate(`kill -9 of the cluster: ${acknowledged.length} acknowledged, ${lost.length} lost`);
    expect(lost).toEqual([]);
  });
});
