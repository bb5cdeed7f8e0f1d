import { Client } from "pg";
import { beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { postgresBackend } from "../../../data/postgres/backend.ts";
import { notice } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { kinds, newOwned } from "../../support/postgres/roles.ts";
import { loginAt } from "../../support/postgres/schema.ts";
import { sql, sqlEach } from "../../support/postgres/sql.ts";
import { describeAccessContract } from "../../support/store/access-contract.ts";
import { describeStoreContract } from "../../support/store/store-contract.ts";
import { draftWith } from "../../support/texts/notices.ts";
import { startBouncer } from "./support/bouncer.ts";
import { describeOnServers } from "./support/languages.ts";

const access = ["host all refused 127.0.0.1/32 reject", "host all guarded 127.0.0.1/32 scram-sha-256"];

describeOnServers(access, (cluster) => {
  beforeAll(async () => {
    await sql(cluster().port, "CREATE ROLE refused LOGIN");
    await sql(cluster().port, "CREATE ROLE guarded LOGIN PASSWORD 'right'");
    await sql(cluster().port, "CREATE ROLE crowded LOGIN CONNECTION LIMIT 0");
  });

  const run = (DATABASE: string, args: string[], more: Record<string, string> = {}) =>
    notice({ ...process.env, DATABASE, STATE_DIR: temporaryFolder(), NOTICE_AUTHOR: "anna", ...more }, args);

  describe.each(kinds)("roles with %s settings", (kind) => {
    const newStore = async (number = 1) => {
      const place = await newOwned(cluster().port, kind);
      await postgresBackend(loginAt(place.urlOf("owner"))).create({ ...draftWith(), number });
      await place.grant();
      return place;
    };

    it("publish once what was cancelled while it waited for somebody else", async () => {
      const { schema, urlOf } = await newStore();
      const store = await postgresBackend(loginAt(urlOf("writer"))).open();
      onTestFinished(() => store.close());
      const other = new Client({
        host: "127.0.0.1",
        port: cluster().port,
        user: "postgres",
        database: "postgres",
      });
      await other.connect();
      onTestFinished(() => other.end());
      await other.query(`BEGIN; LOCK TABLE ${schema}.revision IN ACCESS EXCLUSIVE MODE`);
      const appended = store.append(draftWith());
      const waiting = `SELECT pid FROM pg_locks WHERE NOT granted AND relation = '${schema}.revision'::regclass`;
      await expect.poll(() => sql(cluster().port, waiting)).toHaveLength(1);
      const [waiter] = await sql<{ pid: number }>(cluster().port, waiting);
      await sql(cluster().port, `SELECT pg_cancel_backend(${waiter?.pid})`);
      await other.query("COMMIT");
      expect(await appended).toMatchObject({ number: 2 });
      expect(await store.latestNumber()).toBe(2);
    });
  });

  it.each([
    ["a role that is not let in", "refused", {}, "it does not let the role in"],
    [
      "a role whose password is wrong",
      "guarded",
      { DATABASE_PASSWORD: "wrong" },
      "it refuses the role or its password",
    ],
    ["a role that has no connection left", "crowded", {}, "it has no free connection"],
    ["a role that is none", "nobody", {}, "it does not let the role in"],
  ])("says of %s why", async (_what, user, more, reason) => {
    const url = `postgres://${user}@127.0.0.1:${cluster().port}/postgres`;
    expect(await run(url, ["show"], more)).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining(`(${reason})`),
    });
  });

  it("says of a pool that lets nobody else in that the pool does not", async () => {
    const pool = await startBouncer(inject("postgres").bouncer, cluster().port, ["max_client_conn = 1"]);
    onTestFinished(() => pool.remove());
    const other = new Client({ host: "127.0.0.1", port: pool.port, user: "postgres", database: "postgres" });
    await other.connect();
    onTestFinished(() => other.end());
    expect((await run(`postgres://postgres@127.0.0.1:${pool.port}/postgres`, ["show"])).stderr).toContain(
      "(the connection pool in front of it refuses, or does not reach it: see the pool's log)",
    );
  });

  describe("with the unusual settings, the contract of every store is kept:", () => {
    const newSchema = async () => {
      const { schema, urlOf } = await newOwned(cluster().port, "unusual");
      const alter = (text: string) => sqlEach(cluster().port, `SET search_path = ${schema}; ${text}`);
      return { backend: postgresBackend(loginAt(urlOf("owner"))), alter };
    };
    describeStoreContract(async () => (await newSchema()).backend);
    describeAccessContract(newSchema);
  });
});
