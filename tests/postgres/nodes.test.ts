import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it, onTestFinished, vi } from "vitest";
import { deadlineIn } from "../../data/deadline.ts";
import { connect, createLink } from "../../data/postgres/connect.ts";
import { createReporting } from "../../data/postgres/watch/loop.ts";
import { maxRevisionNumber } from "../../data/store.ts";
import { temporaryFolder } from "../support/folder.ts";
import { patient } from "../support/patient.ts";
import { sharedCluster } from "../support/postgres/cluster.ts";
import { createRoles, newOwnedStore } from "../support/postgres/roles.ts";
import { loginAt, newSchema, opened } from "../support/postgres/schema.ts";
import { connected } from "../support/postgres/sql.ts";
import { watching } from "../support/postgres/watching.ts";
import { draftWith } from "../support/texts/notices.ts";

const cluster = sharedCluster();

beforeAll(() => createRoles(cluster().port));

async function newStore() {
  const place = await newOwnedStore(cluster().port);
  return {
    ...place,
    /** Reports a revision as a node does, with its rights. */
    report: (id: string, revision: number, store = "(SELECT id FROM store)") =>
      place.alter(`SET LOCAL ROLE ordinary_server;
        INSERT INTO instance (id, label, store, revision, sha256, seen_at)
        VALUES ('${id}', 'web-${revision}', ${store}, ${revision}, '', clock_timestamp())
        ON CONFLICT (id) DO UPDATE SET store = excluded.store, revision = excluded.revision, seen_at = excluded.seen_at`),
    open: () => opened(place.backendOf("writer").open()),
  };
}

describe("A change on a shared store", () => {
  it("gets a number above all that nodes report, except for numbers that no store can have reached", async () => {
    const { report, alter, open } = await newStore();
    const store = await open();
    const next = async () => (await store.append(draftWith())).number;
    await report(randomUUID(), 7);
    expect(await next()).toBe(8);
    await report(randomUUID(), 12, `'${randomUUID()}'`);
    expect(await next()).toBe(13);
    // Up to ten thousand ahead counts.
    await report(randomUUID(), 10_013);
    expect(await next()).toBe(10_014);
    for (const number of [20_015, maxRevisionNumber - 1, maxRevisionNumber])
      await report(randomUUID(), number);
    expect(await next()).toBe(10_015);
    await expect(report(randomUUID(), maxRevisionNumber + 1)).rejects.toThrow(/check constraint/);
    await alter("DELETE FROM instance");
    expect(await next()).toBe(10_016);
    // Near the limit, a report that would leave no number is ignored.
    await alter(`INSERT INTO revision SELECT ${maxRevisionNumber - 5}, body, sha256, author, created_at, 'near'
      FROM revision WHERE revision = 1`);
    await report(randomUUID(), maxRevisionNumber);
    expect(await next()).toBe(maxRevisionNumber - 4);
  });

  it("gets its own number while others publish", async () => {
    const { open } = await newStore();
    const stores = await Promise.all([1, 2, 3, 4].map(open));
    const made = await Promise.all(stores.map((store) => store.append(draftWith())));
    expect(made.map(({ number }) => number).sort()).toEqual([2, 3, 4, 5]);
  });
});

describe("A database that is locked", () => {
  it("is reported as busy even if the time ends during the last attempt", async () => {
    const { url } = newSchema(cluster().port);
    let leftMs = 60_000;
    const link = createLink(loginAt(url), { timeLeftMs: () => leftMs });
    onTestFinished(() => link.close());
    const attempts = ["DO $$BEGIN RAISE lock_not_available; END$$", "SELECT pg_sleep(60)"];
    const outcome = link.use((ask) => {
      const text = attempts.shift() ?? "";
      if (attempts.length === 0) leftMs = 1;
      return ask(text);
    });
    await expect(outcome).rejects.toMatchObject({ code: "STORE_BUSY" });
    expect(attempts).toEqual([]);
  });

  it("makes the creation of a store fail in time, and leaves no waiting lock behind", async () => {
    const { backend, schema, alter } = newSchema(cluster().port);
    const holder = await connected(cluster().port, "BEGIN");
    await holder.query("SELECT pg_advisory_xact_lock(x'426b536e'::int, hashtext($1))", [schema]);
    const first = { ...draftWith(), number: 1 };
    await expect(backend.create(first, deadlineIn(3000))).rejects.toMatchObject({ code: "STORE_BUSY" });
    expect(await alter("SELECT FROM pg_locks WHERE NOT granted")).toEqual([]);
    await holder.query("COMMIT");
    expect(await backend.create(first)).toBe(true);
  });

  it.each(["revision", "store"])("is reported as busy if the lock is on the table %s", async (table) => {
    const { schema, backendOf } = await newStore();
    await connected(cluster().port, `BEGIN; LOCK TABLE ${schema}.${table} IN ACCESS EXCLUSIVE MODE`);
    for (const use of [backendOf("server").read, backendOf("writer").open]) {
      const latest = async () => (await use(deadlineIn(2000))).latest();
      await expect(latest()).rejects.toMatchObject({ code: "STORE_BUSY" });
    }
  });
});

describe("A node that starts again", () => {
  it("removes its earlier runs from the list of nodes", async () => {
    const { urlOf, alter, report } = await newStore();
    const [killed, other] = [randomUUID(), randomUUID()];
    await report(killed, 7);
    await report(other, 1);
    const file = join(temporaryFolder(), "state.node.json");
    writeFileSync(file, JSON.stringify({ runs: [randomUUID(), killed, "'); DROP TABLE instance; --", 7] }));
    const { until } = await watching(urlOf("server"), {}, file);
    await until(1);
    const removed = async () => {
      const rows = await alter("SELECT id FROM instance");
      const runs = rows.map(({ id }) => id).filter((id) => id !== other);
      expect([runs.length, runs.includes(killed)]).toEqual([1, false]);
      expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ runs });
    };
    await vi.waitFor(removed, patient);
  });

  it("tries to remove its earlier runs again while their rows are locked, and on each new connection", async () => {
    const { urlOf, alter, schema, report } = await newStore();
    const killed = randomUUID();
    await report(killed, 1);
    const told: string[] = [];
    const login = loginAt(urlOf("server"));
    const data = { login, instance: randomUUID(), earlier: [killed], shown: { number: 1, hash: "" } };
    const reporting = createReporting(data, ({ kind }) => told.push(kind), 3000);
    const session = await opened(connect(login, { connectMs: 3000, queryMs: 3000 }));
    const again = () => {
      reporting.show({ number: 1, hash: "" });
      return reporting.report(session);
    };
    const holder = await connected(cluster().port, `BEGIN; SELECT FROM ${schema}.instance FOR UPDATE`);
    reporting.begin();
    await again();
    expect(told).toEqual([]);
    await holder.query("COMMIT");
    for (let time = 0; time < 2; time += 1) await again();
    expect(told).toEqual(["succeeded"]);
    // A promoted standby may still have the row.
    await report(killed, 1);
    reporting.begin();
    await again();
    expect(await alter("SELECT id FROM instance")).toEqual([{ id: data.instance }]);
  });
});
