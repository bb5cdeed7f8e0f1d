import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { postgresBackend } from "../../data/postgres/backend.ts";
import { serialize } from "../../schema/notice/notice.ts";
import { sumOf } from "../../schema/notice/sum.ts";
import { sql } from "../support/postgres/admin.ts";
import { type Cluster, embeddedBinaries, startCluster } from "../support/postgres/cluster.ts";
import { newSchemaUrl, placeAt } from "../support/postgres/place.ts";
import { draftWith, noticeWith } from "../support/texts/notices.ts";

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(embeddedBinaries(), ["fsync=off"]);
});
afterAll(() => cluster.remove());

async function newStore() {
  const url = newSchemaUrl(cluster.port);
  const backend = postgresBackend(placeAt(url));
  await backend.create({ ...draftWith(), number: 1 });
  const schema = new URL(url).searchParams.get("schema");
  return { backend, alter: (text: string) => sql(cluster.port, `SET search_path = ${schema}; ${text}`) };
}

const insert = (columns: Record<string, unknown>, more = "") => {
  const row = {
    revision: 2,
    body: serialize(noticeWith()),
    sha256: sumOf(noticeWith()),
    author: "eve",
    created_at: "2026-11-21T10:00:00.000Z",
    request_id: "request",
    ...columns,
  };
  const values = Object.values(row).map((value) => (value === null ? "NULL" : `'${value}'`));
  return `INSERT INTO revision (${Object.keys(row).join(", ")}) VALUES (${values.join(", ")}) ${more}`;
};

describe("the tables in PostgreSQL refuse, whoever writes:", () => {
  it.each([
    ["a notice that is turned off", insert({ body: '{"isEnabled":false}' }), /check constraint/],
    ["a notice that says so in words", insert({ body: '{"isEnabled":"true"}' }), /check constraint/],
    ["a notice that does not say", insert({ body: "{}" }), /check constraint/],
    ["a notice that says null", insert({ body: '{"isEnabled":null}' }), /check constraint/],
    ["a text that is no JSON", insert({ body: "{" }), /invalid input syntax for type json/],
    ["a sum that is none", insert({ sha256: "0" }), /check constraint/],
    ["a number that is taken", insert({ revision: 1 }), /a revision follows the latest one/],
    ["a number below the latest", insert({ revision: 0 }), /a revision follows the latest one/],
    ["no number", insert({ revision: null }), /null value/],
    ["a revision without author", insert({ author: "" }), /check constraint/],
    ["a time in another form", insert({ created_at: "yesterday" }), /check constraint/],
    ["a request without id", insert({ request_id: "" }), /check constraint/],
    [
      "a revision in place of another",
      insert({ revision: 1 }, "ON CONFLICT (revision) DO UPDATE SET author = 'eve'"),
      /a revision follows the latest one/,
    ],
    ["a change", "UPDATE revision SET author = 'eve'", /never changed or deleted/],
    ["a deletion", "DELETE FROM revision", /never changed or deleted/],
    ["all of them gone", "TRUNCATE revision", /never changed or deleted/],
    ["a second store", "INSERT INTO store (is_only, format) VALUES (true, 1)", /duplicate key/],
    ["another second store", "INSERT INTO store (is_only, format) VALUES (false, 1)", /check constraint/],
  ])("%s", async (_name, text, message) => {
    const { backend, alter } = await newStore();
    await expect(alter(text)).rejects.toThrow(message);
    expect(await backend.latestNumber()).toBe(1);
  });

  it("a request that is stored already", async () => {
    const { alter } = await newStore();
    await alter(insert({}));
    await expect(alter(insert({ revision: 3 }))).rejects.toThrow(/duplicate key/);
  });
});

describe("a store in PostgreSQL", () => {
  it("of a newer format is left alone", async () => {
    const { backend, alter } = await newStore();
    await alter("UPDATE store SET format = 99");
    await expect(backend.open()).rejects.toThrow(
      /has format 99, but this version supports formats only up to 1/,
    );
  });

  it("says which revision is damaged, and lists it as such", async () => {
    const { backend, alter } = await newStore();
    await alter(
      "ALTER TABLE revision DISABLE TRIGGER USER; UPDATE revision SET body = replace(body, 'Under', 'Undxr')",
    );
    const store = await backend.open();
    await expect(store.latest()).rejects.toMatchObject({ code: "STORE_DAMAGED" });
    expect(await store.history({ limit: 1 })).toMatchObject([
      { number: 1, damage: expect.stringContaining("checksum") },
    ]);
    expect(await backend.inspect()).toContainEqual(
      expect.objectContaining({
        subject: "revisions",
        state: "failure",
        detail: expect.stringContaining("damaged: 1"),
      }),
    );
    await store.close();
  });

  it("is not one in a database that keeps texts in another encoding", async () => {
    const name = `latin${cluster.port}`;
    await sql(cluster.port, `CREATE DATABASE ${name} ENCODING 'LATIN1' LOCALE 'C' TEMPLATE template0`);
    const url = newSchemaUrl(cluster.port).replace("/postgres?", `/${name}?`);
    await expect(postgresBackend(placeAt(url)).latestNumber()).rejects.toThrow(
      /\(the database keeps texts in LATIN1, and must keep them in UTF8\)/,
    );
  });

  it("is not where another program has its tables", async () => {
    const url = newSchemaUrl(cluster.port);
    const schema = new URL(url).searchParams.get("schema");
    await sql(cluster.port, `CREATE SCHEMA ${schema}; CREATE TABLE ${schema}.store (name text)`);
    await expect(postgresBackend(placeAt(url)).open()).rejects.toMatchObject({ code: "STORE_FOREIGN" });
  });

  it("is not where nothing may be written", async () => {
    await sql(
      cluster.port,
      "CREATE ROLE careful LOGIN; ALTER ROLE careful SET default_transaction_read_only = on",
    );
    const url = newSchemaUrl(cluster.port).replace("postgres@", "careful@");
    await expect(postgresBackend(placeAt(url)).latestNumber()).rejects.toThrow(/\(it takes no writes\)/);
  });
});
