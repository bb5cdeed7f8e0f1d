import { beforeAll, describe, expect, inject, it, onTestFinished } from "vitest";
import { describeAccessContract } from "../../data/contract/access.ts";
import { describeStoreContract } from "../../data/contract/store.ts";
import { notice, refusal } from "../../support/command/command.ts";
import { sharedCluster } from "../../support/postgres/cluster.ts";
import { createRoles, newOwned, newOwnedStore } from "../../support/postgres/roles.ts";
import { envFor, opened } from "../../support/postgres/schema.ts";
import { connected, setStandbys, sql } from "../../support/postgres/sql.ts";
import { tokenWith } from "../../support/store/tokens.ts";
import { draftWith } from "../../support/texts/notices.ts";
import { startBouncer } from "./support/bouncer.ts";

/**
 * Creates a schema that roles with unusual settings search first. Each function and table of the system has a namesake
 * there, which fails, counts wrongly or is empty.
 */
const shadow = `
  CREATE SCHEMA shadow;
  GRANT USAGE ON SCHEMA shadow TO PUBLIC;
  DO $do$
  DECLARE
    command text;
  BEGIN
    FOR command IN
      SELECT format('CREATE FUNCTION shadow.%I(%s) RETURNS %s LANGUAGE plpgsql AS $f$ BEGIN RAISE ''shadow.%s''; END $f$',
        proname, pg_get_function_identity_arguments(oid), pg_get_function_result(oid), proname)
      FROM pg_proc WHERE pronamespace = 'pg_catalog'::regnamespace AND prokind = 'f' AND proname !~ '^(binary_upgrade|RI_)'
      UNION ALL
      SELECT format('CREATE AGGREGATE shadow.max(%s) (SFUNC = pg_catalog.%s, STYPE = %s)', type, smaller, type)
      FROM (VALUES ('int8', 'int8smaller'), ('int4', 'int4smaller'), ('float8', 'float8smaller')) AS max(type, smaller)
      UNION ALL
      SELECT 'CREATE AGGREGATE shadow.count(*) (SFUNC = pg_catalog.int8inc, STYPE = int8, INITCOND = 1000)'
      UNION ALL
      SELECT format('CREATE TABLE shadow.%I AS SELECT * FROM pg_catalog.%I WITH NO DATA', relname, relname)
      FROM pg_class WHERE relnamespace = 'pg_catalog'::regnamespace AND relkind IN ('r', 'v')
    LOOP
      BEGIN
        EXECUTE command;
      EXCEPTION WHEN OTHERS THEN
        -- Only the system itself can have some of them.
      END;
    END LOOP;
  END $do$;
  GRANT SELECT ON ALL TABLES IN SCHEMA shadow TO PUBLIC`;

const { binaries, locales } = inject("postgres");
const access = ["host all refused 127.0.0.1/32 reject"];

/** Settings of a role that change its messages or the meaning of its queries. */
const unusualSettings = [
  ...["client_min_messages = error", "search_path = shadow, pg_catalog", "DateStyle = 'SQL, DMY'"],
  ...["IntervalStyle = sql_standard", "TimeZone = 'Asia/Kathmandu'", "bytea_output = escape"],
  ...["default_transaction_isolation = serializable", "default_transaction_deferrable = on"],
  ...["synchronous_commit = off", "extra_float_digits = -15", "standard_conforming_strings = off"],
  ...["array_nulls = off", "transform_null_equals = on", "quote_all_identifiers = on"],
];
const kinds = ["ordinary", "unusual"];

describe.each([
  ["English", "ERROR", {}],
  ["German", "FEHLER", { LC_ALL: "de_DE.UTF-8", LOCPATH: locales }],
])("On a server that speaks %s,", (_name, error, language) => {
  const cluster = sharedCluster({ binaries, access, language });
  beforeAll(async () => {
    const { port } = cluster();
    await expect(sql(port, "SELECT 1 / 0")).rejects.toMatchObject({ severity: error });
    await createRoles(port);
    await createRoles(port, "unusual", unusualSettings);
    await sql(port, shadow);
    await sql(port, "CREATE ROLE refused LOGIN; CREATE ROLE crowded LOGIN CONNECTION LIMIT 0");
  });

  it.each(kinds)(
    "a change by a role with %s settings is published once if its query is cancelled while it waits",
    async (kind) => {
      const { port } = cluster();
      const { schema, backendOf } = await newOwnedStore(port, kind);
      const store = await opened(backendOf("writer").open());
      const other = await connected(port, `BEGIN; LOCK TABLE ${schema}.revision IN ACCESS EXCLUSIVE MODE`);
      const appended = store.append(draftWith());
      const waiting = `SELECT pid FROM pg_locks WHERE NOT granted AND relation = '${schema}.revision'::regclass`;
      await expect.poll(() => sql(port, waiting)).toHaveLength(1);
      await sql(port, `SELECT pg_cancel_backend(pid) FROM (${waiting}) AS waiting`);
      await other.query("COMMIT");
      expect(await appended).toMatchObject({ number: 2 });
      expect(await store.latestNumber()).toBe(2);
    },
  );

  it.each([
    ["a role that pg_hba.conf rejects", "refused", "it does not let the role in"],
    ["a role without a free connection", "crowded", "it has no free connection"],
    ["an unknown role", "nobody", "it does not let the role in"],
  ])("a command names the cause for %s", async (_what, user, reason) => {
    const url = `postgres://${user}@127.0.0.1:${cluster().port}/postgres`;
    expect(await notice(envFor(url), ["show"])).toEqual(refusal(`(${reason})`, 1));
  });

  it("a command names the pool as the cause if the pool takes no more clients", async () => {
    const port = await startBouncer(cluster().port, ["max_client_conn = 1"]);
    await connected(port, "SELECT 1");
    const env = envFor(`postgres://postgres@127.0.0.1:${port}/postgres`);
    expect((await notice(env, ["show"])).stderr).toContain("(the connection pool in front of it refuses");
  });

  describe("The store of a role with unusual settings", () => {
    const backend = async () => (await newOwned(cluster().port, "unusual")).backendOf("owner");
    describeStoreContract(backend);
    describeAccessContract(async () => ({ backend: await backend() }));
  });

  it.each(kinds)(
    "a change by a role with %s settings is unconfirmed while a synchronous standby is missing, even if the wait is cancelled",
    async (kind) => {
      const { schema, backendOf } = await newOwnedStore(cluster().port, kind);
      const writer = backendOf("writer");
      const [store, access] = [await opened(writer.open()), await opened(writer.openAccess())];
      const { port } = cluster();
      await setStandbys(port, "gone");
      onTestFinished(() => setStandbys(port, ""));
      const requests = () => sql(port, `SELECT request_id AS id FROM ${schema}.revision WHERE revision > 1`);
      const waiting = `SELECT pid FROM pg_stat_activity WHERE wait_event = 'SyncRep' AND application_name = 'backsoon'`;
      const interrupt = async (how: string) => {
        // The change and the token wait.
        await expect.poll(async () => (await sql(port, waiting)).length).toBe(2);
        await sql(port, `SELECT ${how}(pid) FROM (${waiting}) AS waiting`);
      };

      const draft = draftWith({ title: "unconfirmed" });
      const cancelled = store.append(draft).catch((error) => error);
      const added = access.addToken(tokenWith()).catch((error) => error);
      await interrupt("pg_cancel_backend");
      // The row is visible but not replicated, so each further attempt waits.
      await expect.poll(requests).toEqual([{ id: draft.requestId }]);
      await interrupt("pg_terminate_backend");
      const look = (command: string) => expect.stringContaining(`look with \`notice ${command}\``);
      expect(await cancelled).toMatchObject({ code: "STORE_UNCONFIRMED", message: look("show") });
      expect(await added).toMatchObject({ code: "STORE_UNCONFIRMED", message: look("token list") });
      const again = store.settle(draft.requestId).catch((error) => error);
      const addedAgain = access.addToken(tokenWith());
      await setStandbys(port, "");
      expect(await again).toMatchObject({ number: 2, notice: { title: "unconfirmed" } });
      expect(await requests()).toEqual([{ id: draft.requestId }]);
      await addedAgain;
      expect(await access.tokens()).toEqual([tokenWith()]);
    },
  );
});
