import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { notice } from "../../support/command/command.ts";
import { kinds, newOwned, newOwnedStore } from "../../support/postgres/roles.ts";
import { envFor } from "../../support/postgres/schema.ts";
import { connected, sql } from "../../support/postgres/sql.ts";
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

  it.each(kinds)(
    "a change by a role with %s settings is published once if its query is cancelled while it waits",
    async (kind) => {
      const { port } = cluster();
      const { schema, backendOf } = await newOwnedStore(port, kind);
      const store = await backendOf("writer").open();
      onTestFinished(() => store.close());
      const other = await connected(port, `BEGIN; LOCK TABLE ${schema}.revision IN ACCESS EXCLUSIVE MODE`);
      const appended = store.append(draftWith());
      const waiting = `SELECT pid FROM pg_locks WHERE NOT granted AND relation = '${schema}.revision'::regclass`;
      await expect.poll(() => sql(port, waiting)).toHaveLength(1);
      const [waiter] = await sql<{ pid: number }>(port, waiting);
      await sql(port, `SELECT pg_cancel_backend(${waiter?.pid})`);
      await other.query("COMMIT");
      expect(await appended).toMatchObject({ number: 2 });
      expect(await store.latestNumber()).toBe(2);
    },
  );

  it.each([
    ["a role that pg_hba.conf rejects", "refused", {}, "it does not let the role in"],
    [
      "a role with a wrong password",
      "guarded",
      { DATABASE_PASSWORD: "wrong" },
      "it refuses the role or its password",
    ],
    ["a role without a free connection", "crowded", {}, "it has no free connection"],
    ["an unknown role", "nobody", {}, "it does not let the role in"],
  ])("a command names the cause for %s", async (_what, user, more, reason) => {
    const url = `postgres://${user}@127.0.0.1:${cluster().port}/postgres`;
    expect(await notice(envFor(url, more), ["show"])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringContaining(`(${reason})`),
    });
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
});
