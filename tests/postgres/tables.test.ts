import { join } from "node:path";
import { describe, expect, it, vi } from "vitest";
import { checkBackup } from "../../data/backup.ts";
import { postgresBackend } from "../../data/postgres/backend.ts";
import { sqliteBackend } from "../../data/sqlite/backend.ts";
import { notice, refusal } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { patient } from "../support/patient.ts";
import { sharedCluster } from "../support/postgres/cluster.ts";
import { isCommit, startDatabaseProxy } from "../support/postgres/database-proxy.ts";
import { loginAt, newStore as newPlace, newSchema, opened } from "../support/postgres/schema.ts";
import { connected, sql } from "../support/postgres/sql.ts";
import { readiness } from "../support/service/service.ts";
import { serveHere } from "../support/service/service-here.ts";
import { tokenWith } from "../support/store/tokens.ts";
import { draftWith } from "../support/texts/notices.ts";

const cluster = sharedCluster();

const newStore = () => newPlace(cluster().port);

describe("A store in PostgreSQL", () => {
  it("refuses wrong, changed and deleted rows from any program", async () => {
    const { alter, backend } = await newStore();
    const insert = (number: number, body: string) =>
      `INSERT INTO revision SELECT ${number}, ${body}, sha256, author, created_at, 'request' FROM revision`;
    for (const [text, message] of [
      [insert(2, `'{"isEnabled":null}'`), /check constraint/],
      [insert(1, "body"), /a revision follows the latest one/],
      ["UPDATE revision SET author = 'eve'", /never changed or deleted/],
      ["DELETE FROM revision", /never changed or deleted/],
      ["TRUNCATE revision", /never changed or deleted/],
      ["INSERT INTO store (is_only, format) VALUES (true, 1)", /duplicate key/],
    ] as const)
      await expect(alter(text)).rejects.toThrow(message);
    expect(await backend.latestNumber()).toBe(1);
  });

  it("of a newer format is refused by every command and every node, and left unchanged", async () => {
    const sentence = "has format 8, but this version supports formats only up to 7: start the newer version";
    const { backend, url, alter, env } = await newStore();
    const backup = join(temporaryFolder(), "backup.db");
    await backend.backUp(backup);
    const [store, early] = [await opened(backend.open()), await opened(backend.watch())];
    await vi.waitFor(() => expect(early.poll()?.number).toBe(1), patient);
    // A newer version may have other tables.
    const rename = ["instance", "token", "usage"].map((name) => `ALTER TABLE ${name} RENAME TO a_${name}`);
    await alter(`UPDATE store SET format = 8; ${rename.join("; ")}`);

    for (const command of ["init", "show", "set --title x", "backup -", `restore ${backup}`, "nodes"])
      expect([command, await notice(env, command.split(" "))]).toEqual([command, refusal(sentence, 1)]);
    const { code, stdout } = await notice(env, ["check", "--no-service"]);
    expect([code, stdout]).toEqual([1, expect.stringMatching(`FAILURE store: .*${sentence}`)]);
    const uses = [() => store.append(draftWith()), () => backend.openAccess(), () => backend.openUsage()];
    for (const use of uses) await expect(use()).rejects.toMatchObject({ code: "STORE_NEWER" });
    for (const watcher of [early, await opened(backend.watch())])
      await vi.waitFor(() => expect(() => watcher.poll()).toThrow(sentence), patient);
    const node = await serveHere({ DATABASE: url, STATE_DIR: temporaryFolder() });
    expect(await readiness(node)).toMatchObject({ store: "down", revision: 0 });
    expect(await alter("SELECT count(*)::int FROM revision")).toEqual([{ count: 1 }]);
    // A store from before 0.1.0 is refused in the same place.
    await alter("UPDATE store SET format = 6");
    expect((await notice(env, ["show"])).stderr).toContain("not a notice store (it is from before 0.1.0)");
  });

  it.each([
    ["the table revision is missing", "DROP TABLE revision CASCADE"],
    ["the table store is missing", "DROP TABLE store"],
    ["the table usage is missing", "DROP TABLE usage"],
    ["it has no revision", "ALTER TABLE revision DISABLE TRIGGER USER; DELETE FROM revision"],
  ])(
    "is called corrupt by all commands if %s, and can be restored after a rename",
    async (reason, damage) => {
      const { alter, schema, env, backend } = await newStore();
      const backup = join(temporaryFolder(), "backup.db");
      await backend.backUp(backup);
      await alter(damage);
      const sentence = `is corrupt (${reason}): rename its schema with \`ALTER SCHEMA "${schema}"`;
      for (const command of ["show", "init", "set --title x", "history", `restore ${backup}`])
        expect([command, await notice(env, command.split(" "))]).toEqual([command, refusal(sentence, 1)]);
      await alter(`ALTER SCHEMA ${schema} RENAME TO ${schema}_broken`);
      expect(await notice(env, ["restore", backup])).toMatchObject({ code: 0, stderr: "" });
      expect(await notice(env, ["show"])).toMatchObject({ code: 0 });
    },
  );

  it("notifies its nodes of each revision, and not of tokens", async () => {
    const { backend, schema, alter } = await newStore();
    const listener = await connected(cluster().port);
    const told: (string | undefined)[] = [];
    listener.on("notification", ({ payload = "" }) => payload.startsWith(schema) && told.push(payload));
    await listener.query("LISTEN backsoon");
    const access = await opened(backend.openAccess());
    await access.addToken(tokenWith());
    await access.revoke("anna", new Date().toISOString());
    await (await opened(backend.open())).append(draftWith());
    await alter(`NOTIFY backsoon, '${schema} is over'`);
    await expect.poll(() => told.at(-1)).toBe(`${schema} is over`);
    expect(told).toEqual([schema, `${schema} is over`]);
  });

  it("is backed up with a damaged revision, which the backup lists as damaged", async () => {
    const { backend, alter } = await newStore();
    await (await opened(backend.open())).append(draftWith({ title: "two" }));
    await alter(
      `ALTER TABLE revision DISABLE TRIGGER USER; ALTER TABLE revision DROP CONSTRAINT revision_body_check;
       UPDATE revision SET body = '{' WHERE revision = 1`,
    );
    const backup = join(temporaryFolder(), "backup.db");
    expect(await backend.backUp(backup)).toMatchObject({ number: 2 });
    const history = await (await opened(sqliteBackend(backup).read())).history({ limit: 9 });
    expect(history).toMatchObject([{ number: 2 }, { number: 1, damage: expect.any(String) }]);
  });

  it("ignores and names a number that no store can have reached, if a node reports it", async () => {
    const { backend, alter, env } = await newStore();
    await alter("INSERT INTO instance SELECT gen_random_uuid(), 'a', id, 10000000, '', now() FROM store");
    expect(await notice(env, ["set", "--title", "x", "--no-wait"])).toMatchObject({ code: 0, stderr: "" });
    expect(await backend.latestNumber()).toBe(2);
    const { code, stdout } = await notice(env, ["check", "--no-service"]);
    const line = /^FAILURE nodes: 1 running; a: revision 10000000, which is ignored$/m;
    expect([code, stdout]).toEqual([1, expect.stringMatching(line)]);
    expect((await notice(env, ["nodes"])).stdout).toMatch(/^a {2}revision 10000000, which is ignored {2}/);
  });

  it("gets 53 lost revisions back from a backup, in several pages", async () => {
    const { backend, alter, env } = await newStore();
    const store = await opened(backend.open());
    for (let number = 2; number <= 60; number += 1) await store.append(draftWith({ title: `${number}` }));
    const backup = join(temporaryFolder(), "backup.db");
    await backend.backUp(backup);
    await alter(`ALTER TABLE revision DISABLE TRIGGER USER; DELETE FROM revision WHERE revision > 7;
      ALTER TABLE revision ENABLE TRIGGER USER`);
    const { code, stdout } = await notice(env, ["restore", backup]);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/^Revision 60 is .* has the whole history/)]);
    const numbers = (await store.history({ limit: 100 })).map(({ number }) => number);
    expect(numbers).toEqual(Array.from({ length: 60 }, (_, index) => 60 - index));
    expect((await notice(env, ["restore", backup])).stdout).toContain("revision 60 already says this");
  });

  it.each([
    ["is missing", 0, 2],
    ["has only its first revision, and visitors have seen more", 7, 8],
  ])("is restored once if it %s, although the reply to the COMMIT is lost", async (_name, seen, number) => {
    const { backend } = await newStore();
    await (await opened(backend.open())).append(draftWith());
    const backup = join(temporaryFolder(), "backup.db");
    await backend.backUp(backup);
    const proxy = await startDatabaseProxy(cluster().port);
    const through = newSchema(proxy.port);
    if (seen > 0) await through.backend.create({ ...draftWith(), number: 1 });
    let lost = 0;
    proxy.decide((sent) => (isCommit(sent) && lost++ === 0 ? "lose-answer" : "pass"));
    const filled = await through.backend.fillFromBackup(await checkBackup(backup), seen, "anna");
    expect(filled).toMatchObject({ number });
    expect(lost).toBeGreaterThan(0);
    const history = await (await opened(through.backend.read())).history({ limit: 9 });
    expect(history.map((revision) => revision.number)).toEqual(seen > 0 ? [number, 2, 1] : [2, 1]);
  });

  it("reports a full disk of the database", async () => {
    const { backend, alter, env } = await newStore();
    await alter(
      `CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RAISE disk_full; END';
       CREATE TRIGGER full_disk BEFORE INSERT ON revision FOR EACH ROW EXECUTE FUNCTION full_disk()`,
    );
    const { code, stderr } = await notice(env, ["set", "--title", "x"]);
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^The disk of the database at \S+ is full\./)]);
    expect(await backend.latestNumber()).toBe(1);
  });

  it("cannot be opened in another encoding, beside other tables, or by a role that may not write or connect", async () => {
    const { port } = cluster();
    await sql(port, "CREATE DATABASE latin ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0");
    await sql(port, "CREATE ROLE careful LOGIN; ALTER ROLE careful SET default_transaction_read_only = on");
    await sql(port, "CREATE DATABASE closed");
    await sql(port, "REVOKE CONNECT ON DATABASE closed FROM PUBLIC");
    const { url, urlFor, schema, backend } = newSchema(port);
    const openAt = (other: string) => postgresBackend(loginAt(other)).latestNumber();
    await expect(openAt(url.replace("/postgres?", "/latin?"))).rejects.toThrow(/the encoding LATIN1/);
    await expect(openAt(urlFor("careful"))).rejects.toThrow(/\(it is read-only\)/);
    const outside = urlFor("careful").replace("/postgres?", "/closed?");
    await expect(openAt(outside)).rejects.toThrow(/\(it does not let the role in\)/);
    await sql(port, `CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.store (name text)`);
    await expect(backend.open()).rejects.toMatchObject({ code: "STORE_FOREIGN" });
  });
});
