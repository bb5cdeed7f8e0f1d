import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { postgresBackend } from "../../data/postgres/backend.ts";
import { connect } from "../../data/postgres/connection/connect.ts";
import { createLink } from "../../data/postgres/connection/link.ts";
import { createReporting } from "../../data/postgres/watch/reporting.ts";
import { restore } from "../../data/restore.ts";
import type { NodeFilter, NoticeStore } from "../../data/store.ts";
import { deadlineIn } from "../../data/time/deadline.ts";
import { temporaryFolder } from "../support/folder.ts";
import { patient } from "../support/patient.ts";
import { sharedCluster } from "../support/postgres/cluster.ts";
import { loginAt, newSchema } from "../support/postgres/schema.ts";
import { watching } from "../support/postgres/watching.ts";
import { draftWith } from "../support/texts/notices.ts";

const cluster = sharedCluster();

/** A store whose roles have the rights that docs/fleet.md names on these tables, and no other. */
async function newStore() {
  const place = newSchema(cluster.port);
  await place.backend.create({ ...draftWith(), number: 1 });
  const { schema, alter } = place;
  const [server, writer] = [`server_${schema}`, `writer_${schema}`];
  await alter(`CREATE ROLE ${server} LOGIN; CREATE ROLE ${writer} LOGIN;
    GRANT USAGE ON SCHEMA ${schema} TO ${server}, ${writer};
    GRANT SELECT ON store, revision, instance TO ${server}, ${writer};
    GRANT INSERT ON revision TO ${writer}; GRANT DELETE ON instance TO ${writer};
    GRANT INSERT, UPDATE, DELETE ON instance TO ${server}`);
  const asServer = (text: string) => alter(`SET LOCAL ROLE ${server}; ${text}`);
  const asWriter = postgresBackend(loginAt(place.url.replace("postgres@", `${writer}@`)));
  return {
    ...place,
    /** What a node says with its own rights. */
    report: (id: string, revision: number, store = "(SELECT id FROM store)") =>
      asServer(`INSERT INTO instance (id, label, store, revision, sha256, seen_at)
        VALUES ('${id}', 'web-${revision}', ${store}, ${revision}, '', clock_timestamp())
        ON CONFLICT (id) DO UPDATE SET store = excluded.store, revision = excluded.revision, seen_at = excluded.seen_at`),
    asServer,
    /** As after a promotion: whoever has reported or published did so on another timeline. */
    promote: () =>
      alter(`ALTER TABLE instance DISABLE TRIGGER USER; UPDATE instance SET timeline = '00000000';
        ALTER TABLE instance ENABLE TRIGGER USER; UPDATE store SET timeline = '00000000'`),
    forget: (filter: NodeFilter) => asWriter.fleet?.forget(filter),
    async opened(): Promise<NoticeStore> {
      const store = await asWriter.open();
      onTestFinished(() => store.close());
      return store;
    },
    /** Resolves when a change asks again and again who is there, and holds no transaction open. */
    untilItWaits: () =>
      vi.waitFor(
        async () =>
          expect(
            await alter(`SELECT FROM pg_stat_activity WHERE state = 'idle'
              AND query LIKE '%${schema}%AS unheard%'`),
          ).toHaveLength(1),
        patient,
      ),
  };
}

describe("the highest number that visitors have seen", () => {
  it("is what was ever reported of this store, whoever is forgotten, with no right that a fleet does not have", async () => {
    const { report, asServer, opened } = await newStore();
    const store = await opened();
    expect(await store.mark?.()).toBe(0);
    await report(randomUUID(), 7);
    await report(randomUUID(), 4);
    await report(randomUUID(), 50, `'${randomUUID()}'`);
    await report(randomUUID(), 60, "NULL");
    await asServer("DELETE FROM instance");
    expect(await store.mark?.()).toBe(7);
    await expect(store.append(draftWith())).rejects.toMatchObject({ code: "STORE_FELL_BEHIND" });
    expect(await store.append({ ...draftWith(), afterFailover: true })).toMatchObject({ number: 8 });
    for (const text of [
      "DELETE FROM mark",
      `CREATE TEMP TABLE own (store uuid, revision bigint);
        CREATE TRIGGER raises AFTER INSERT ON own FOR EACH ROW EXECUTE FUNCTION instance_raises()`,
    ])
      await expect(asServer(text)).rejects.toThrow(/permission denied/);
  });
});

describe("making a store", () => {
  it("tells of what is held, although the time is over in the middle of the last attempt", async () => {
    const { url } = newSchema(cluster.port);
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

  it("gives up in time where an open transaction makes it, and leaves nothing that others wait behind", async () => {
    const { backend, schema, alter } = newSchema(cluster.port);
    const holder = new Client(`postgres://postgres@127.0.0.1:${cluster.port}/postgres`);
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query("BEGIN");
    await holder.query("SELECT pg_advisory_xact_lock(x'426b536e'::int, hashtext($1))", [schema]);
    const first = { ...draftWith(), number: 1 };
    await expect(backend.create(first, deadlineIn(3000))).rejects.toMatchObject({ code: "STORE_BUSY" });
    expect(await alter("SELECT FROM pg_locks WHERE NOT granted")).toEqual([]);
    await holder.query("COMMIT");
    expect(await backend.create(first)).toBe(true);
  });
});

describe("the first change after a promotion", () => {
  it("waits without a transaction until all who were there have said what visitors see, and is then refused or made", async () => {
    const { report, promote, opened, untilItWaits } = await newStore();
    const [a, b] = [randomUUID(), randomUUID()];
    await report(a, 1);
    await report(b, 1);
    await promote();
    const store = await opened();
    const refused = store.append(draftWith()).catch((error) => error);
    await untilItWaits();
    await report(a, 1);
    await untilItWaits();
    await report(b, 5);
    expect(await refused).toMatchObject({ code: "STORE_FELL_BEHIND" });
    expect(await store.append({ ...draftWith(), afterFailover: true })).toMatchObject({ number: 6 });
  });

  it("is the only one that waits", async () => {
    const { alter, report, promote, opened, untilItWaits } = await newStore();
    const [a, gone] = [randomUUID(), randomUUID()];
    await report(a, 1);
    await report(gone, 1);
    await promote();
    const store = await opened();
    const first = store.append(draftWith());
    await untilItWaits();
    await report(a, 1);
    await report(gone, 1);
    expect(await first).toMatchObject({ number: 2 });
    // One that comes from the old timeline now could only have been unknown there.
    await alter(`ALTER TABLE instance DISABLE TRIGGER USER; UPDATE instance SET timeline = NULL WHERE id = '${gone}';
      ALTER TABLE instance ENABLE TRIGGER USER`);
    // Nobody reports any more: a wait would end with a refusal.
    expect(await store.append(draftWith())).toMatchObject({ number: 3 });
  });

  it("does not wait where the database does not say its timeline", async () => {
    const { alter, report, promote, opened } = await newStore();
    await report(randomUUID(), 1);
    await promote();
    await alter(
      `CREATE OR REPLACE FUNCTION timeline() RETURNS text LANGUAGE sql STABLE AS 'SELECT NULL::text'`,
    );
    const store = await opened();
    expect(await store.append(draftWith())).toMatchObject({ number: 2 });
  });
});

describe("restoring a backup after a promotion", () => {
  it("goes on with --after-failover without those that have been waited for in vain", async () => {
    const { backend, report, promote, untilItWaits } = await newStore();
    const folder = temporaryFolder();
    const backup = join(folder, "backup.db");
    await backend.backUp(backup);
    await report(randomUUID(), 6);
    await promote();
    const target = { backend, lastKnownGood: join(folder, "last-known-good.json") };
    const restored = restore(target, backup, { author: "anna", afterFailover: true });
    await untilItWaits();
    // As if the time that it waits were over.
    const now = performance.now.bind(performance);
    const clock = vi.spyOn(performance, "now").mockImplementation(() => now() + 5000);
    onTestFinished(() => clock.mockRestore());
    expect(await restored).toMatchObject({ replaced: { isFilled: true, done: { number: 7 } } });
  });
});

describe("forgetting a node after a promotion", () => {
  it("waits until it has said what visitors see, and leaves it there then", async () => {
    const { alter, report, promote, forget, untilItWaits, opened } = await newStore();
    const [a, other] = [randomUUID(), randomUUID()];
    await report(a, 1);
    await report(other, 2);
    await alter("UPDATE instance SET seen_at = now() - interval '1 minute', label = 'web'");
    await alter(`UPDATE instance SET label = 'other' WHERE id = '${other}'`);
    await promote();
    const forgotten = forget({ label: "web" });
    await untilItWaits();
    await report(a, 5);
    expect(await forgotten).toMatchObject({ gone: [], running: [{ label: "web", number: 5 }] });
    expect(await (await opened()).mark?.()).toBe(5);
  });
});

describe("a process that shows the notice", () => {
  it("takes its earlier runs off the list, which its node remembers, and nothing that they showed is forgotten", async () => {
    const { url, alter, report, backend } = await newStore();
    const [killed, other] = [randomUUID(), randomUUID()];
    await report(killed, 7);
    await report(other, 1);
    const file = join(temporaryFolder(), "state.worker-1.json");
    writeFileSync(file, JSON.stringify({ runs: [randomUUID(), killed, "'); DROP TABLE instance; --", 7] }));
    const { until } = await watching(url, {}, file);
    await until(1);
    const rows = () => alter("SELECT id FROM instance") as Promise<{ id: string }[]>;
    const [found, ...others] = (await rows()).filter((row) => row.id !== other);
    expect(others).toEqual([]);
    await vi.waitFor(
      () => expect(JSON.parse(readFileSync(file, "utf8"))).toEqual({ runs: [found?.id] }),
      patient,
    );
    const store = await backend.read();
    expect(await store.mark?.().finally(() => store.close())).toBe(7);
  });

  it("does not forget its earlier runs before they are off the list, on each connection", async () => {
    const { url, alter, schema, report } = await newStore();
    const killed = randomUUID();
    await report(killed, 1);
    const told: string[] = [];
    const login = loginAt(url);
    const data = { login, instance: randomUUID(), earlier: [killed], shown: { number: 1, sum: "" } };
    const reporting = createReporting(data, ({ kind }) => told.push(kind), 3000);
    const session = await connect(login, { connectMs: 3000, queryMs: 3000 });
    onTestFinished(() => session.close());
    const again = () => {
      reporting.show({ number: 1, sum: "" });
      return reporting.beforeRead(session);
    };
    const holder = new Client(`postgres://postgres@127.0.0.1:${cluster.port}/postgres`);
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query(`BEGIN; SELECT FROM ${schema}.instance FOR UPDATE`);
    reporting.begin();
    await again();
    expect(told).toEqual([]);
    await holder.query("COMMIT");
    await again();
    expect(told).toEqual(["succeeded"]);
    await again();
    expect(told).toEqual(["succeeded"]);
    // As a standby knows it that had not received its end.
    await report(killed, 1);
    reporting.begin();
    await again();
    expect(await alter("SELECT id FROM instance")).toEqual([{ id: data.instance }]);
  });

  it("says what it showed when it stops before it could report to the database that it has found", async () => {
    const { url, schema, report, promote, backend, alter } = await newStore();
    const instance = randomUUID();
    await report(instance, 1);
    await promote();
    const store = await backend.read();
    onTestFinished(() => store.close());
    const login = loginAt(url);
    const session = await connect(login, { connectMs: 3000, queryMs: 3000 });
    onTestFinished(() => session.close());
    const shown = { number: 5, sum: "", storeId: store.storeId };
    const reporting = createReporting({ login: login, instance, earlier: [], shown }, () => {}, 3000);
    reporting.begin();
    await reporting.end(session);
    expect(await alter(`SELECT FROM ${schema}.instance`)).toEqual([]);
    expect(await store.mark?.()).toBe(5);
  });
});
