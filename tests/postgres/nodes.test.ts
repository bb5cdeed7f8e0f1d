import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Client } from "pg";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { deadlineIn } from "../../data/deadline.ts";
import { postgresBackend } from "../../data/postgres/backend.ts";
import { connect, createLink } from "../../data/postgres/connect.ts";
import { createReporting } from "../../data/postgres/watch/loop.ts";
import { maxRevisionNumber, type NoticeStore } from "../../data/store.ts";
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
    async opened(): Promise<NoticeStore> {
      const store = await asWriter.open();
      onTestFinished(() => store.close());
      return store;
    },
  };
}

describe("the number of a change", () => {
  it("is after what any node reports, as far as that counts", async () => {
    const { report, alter, opened } = await newStore();
    const store = await opened();
    const next = async () => (await store.append(draftWith())).number;
    await report(randomUUID(), 7);
    expect(await next()).toBe(8);
    await report(randomUUID(), 12, `'${randomUUID()}'`);
    expect(await next()).toBe(13);
    // Ten thousand ahead counts, and nothing beyond.
    await report(randomUUID(), 10_013);
    expect(await next()).toBe(10_014);
    for (const number of [20_015, maxRevisionNumber - 1, maxRevisionNumber])
      await report(randomUUID(), number);
    expect(await next()).toBe(10_015);
    await expect(report(randomUUID(), maxRevisionNumber + 1)).rejects.toThrow(/check constraint/);
    await alter("DELETE FROM instance");
    expect(await next()).toBe(10_016);
    // Near the limit, what would leave no number is ignored.
    await alter(
      `INSERT INTO revision SELECT ${maxRevisionNumber - 5}, body, sha256, author, created_at, 'near' FROM revision WHERE revision = 1`,
    );
    await report(randomUUID(), maxRevisionNumber);
    expect(await next()).toBe(maxRevisionNumber - 4);
  });

  it("is given once when several take it at the same time", async () => {
    const { opened } = await newStore();
    const stores = await Promise.all([1, 2, 3, 4].map(opened));
    const made = await Promise.all(stores.map((store) => store.append(draftWith())));
    expect(made.map(({ number }) => number).sort()).toEqual([2, 3, 4, 5]);
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

describe("a lock that somebody holds", () => {
  it.each(["revision", "store"])("is said to be that: on the table %s", async (table) => {
    const { schema, backend } = await newStore();
    const holder = new Client(`postgres://postgres@127.0.0.1:${cluster.port}/postgres`);
    await holder.connect();
    onTestFinished(() => holder.end());
    await holder.query(`BEGIN; LOCK TABLE ${schema}.${table} IN ACCESS EXCLUSIVE MODE`);
    for (const use of [backend.read, backend.open]) {
      const latest = async () => (await use(deadlineIn(2000))).latest();
      await expect(latest()).rejects.toMatchObject({ code: "STORE_BUSY" });
    }
  });
});

describe("a process that shows the notice", () => {
  it("takes its earlier runs off the list, which its node remembers", async () => {
    const { url, alter, report } = await newStore();
    const [killed, other] = [randomUUID(), randomUUID()];
    await report(killed, 7);
    await report(other, 1);
    const file = join(temporaryFolder(), "state.node.json");
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
      return reporting.report(session);
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
});
