import { randomUUID } from "node:crypto";
import { EventEmitter, once } from "node:events";
import { join } from "node:path";
import { describe, expect, inject, it, onTestFinished } from "vitest";
import { checkBackup } from "../../../data/backup.ts";
import { postgresBackend } from "../../../data/postgres/backend.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { sharedCluster } from "../../support/postgres/cluster.ts";
import { isCommit, startDatabaseProxy } from "../../support/postgres/database-proxy.ts";
import { loginAt, newStore as newPlace, newSchema, opened } from "../../support/postgres/schema.ts";
import { sql } from "../../support/postgres/sql.ts";
import { largest } from "../../support/texts/documents.ts";
import { draftWith, versionWith } from "../../support/texts/notices.ts";

// The disk is waited for.
const cluster = sharedCluster({ binaries: inject("postgres").binaries, settings: [] });

/** A store, and a URL through a proxy. */
async function newStore() {
  const { urlFor, alter, backend } = await newPlace(cluster().port);
  const proxy = await startDatabaseProxy(cluster().port);
  return {
    backend,
    proxy,
    open: () => opened(postgresBackend(loginAt(urlFor("postgres", proxy.port))).open()),
    requests: () => alter("SELECT request_id AS id FROM revision WHERE revision > 1 ORDER BY revision"),
  };
}

describe("A shared store", () => {
  it("is created once although one of two callers pauses in the middle", async () => {
    const { urlFor, backend } = newSchema(cluster().port);
    const proxy = await startDatabaseProxy(cluster().port);
    const events = new EventEmitter();
    const [reached, released] = [once(events, "reached"), once(events, "released")];
    // At this statement the caller has found that there is no store.
    proxy.decide(async (sent) => {
      if (sent.includes("CREATE SCHEMA")) {
        events.emit("reached");
        await released;
      }
      return "pass" as const;
    });
    const through = postgresBackend(loginAt(urlFor("postgres", proxy.port)));
    const first = { ...draftWith(), number: 1 };
    const slow = through.create(first);
    await reached;
    const quick = backend.create(first);
    const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
    await expect.poll(() => sql(cluster().port, waiting)).toHaveLength(1);
    events.emit("released");
    expect(await Promise.all([slow, quick])).toEqual([true, false]);
  });

  it.each([
    ["the COMMIT is lost", "lose"],
    ["the reply to the COMMIT is lost", "lose-answer"],
  ] as const)("stores each of 50 changes once although %s", async (_name, delivery) => {
    const { open, proxy, requests } = await newStore();
    const store = await open();
    const sent: { id: string }[] = [];
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
      sent.push({ id: draft.requestId });
    }
    expect(cuts).toBe(50);
    expect(await requests()).toEqual(sent);
  });

  it.each(["ORDER BY r.revision DESC", "request_id = "])(
    "stores a change once if its COMMIT ends during the retry, at the query with %s",
    async (question) => {
      const { open, proxy, requests } = await newStore();
      const slow = ["commit_delay = 100000", "commit_siblings = 0"];
      for (const setting of slow) await sql(cluster().port, `ALTER ROLE postgres SET ${setting}`);
      onTestFinished(async () => void (await sql(cluster().port, "ALTER ROLE postgres RESET ALL")));
      const store = await open();
      let sent: "once" | "again" | "waited" = "once";
      proxy.decide((bytes) => {
        if (sent === "once" && isCommit(bytes)) {
          sent = "again";
          return "lose-answer";
        }
        if (sent === "again" && bytes.includes(question)) {
          sent = "waited";
          // Blocks this process, so that only the database continues.
          Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 400);
        }
        return "pass";
      });
      const draft = draftWith({}, { follows: versionWith() });
      expect((await store.append(draft)).number).toBe(2);
      expect(sent).toBe("waited");
      expect(await requests()).toEqual([{ id: draft.requestId }]);
    },
  );
});

it("A shared store backs up and restores sixty notices of the largest size", async () => {
  const { backend, open } = await newStore();
  const store = await open();
  for (let count = 0; count < 60; count += 1) await store.append(draftWith(largest));
  const backup = join(temporaryFolder(), "backup.db");
  const { bytes } = await backend.backUp(backup);
  expect(bytes).toBeGreaterThan(16 * 1024 * 1024);
  const restored = newSchema(cluster().port).backend;
  await restored.fillFromBackup(await checkBackup(backup), 0, "anna");
  expect(await restored.latestNumber()).toBe(61);
});
