import { readFileSync } from "node:fs";
import { postgresBackend } from "../../../data/postgres/backend.ts";
import { draftWith } from "../texts/notices.ts";
import { loginAt, newSchema } from "./schema.ts";
import { sql } from "./sql.ts";

/** Settings of a role that change its messages or the meaning of its queries. */
const unusualSettings = [
  "client_min_messages = error",
  "search_path = shadow, pg_catalog",
  "DateStyle = 'SQL, DMY'",
  "IntervalStyle = sql_standard",
  "TimeZone = 'Asia/Kathmandu'",
  "bytea_output = escape",
  "default_transaction_isolation = serializable",
  "default_transaction_deferrable = on",
  "synchronous_commit = off",
  "extra_float_digits = -15",
  "standard_conforming_strings = off",
  "array_nulls = off",
  "transform_null_equals = on",
  "quote_all_identifiers = on",
];

/** Roles with the default settings, and with unusual ones. */
export const kinds = ["ordinary", "unusual"] as const;
type Kind = (typeof kinds)[number];

/** Creates the three roles of docs/fleet.md of both kinds. */
export async function createRoles(port: number): Promise<void> {
  const statements = ["owner", "writer", "server"].flatMap((role) => [
    ...kinds.map((kind) => `CREATE ROLE ${kind}_${role} LOGIN`),
    ...unusualSettings.map((setting) => `ALTER ROLE unusual_${role} SET ${setting}`),
  ]);
  await sql(port, statements.join("; "));
}

type Role = "owner" | "writer" | "server";

/** A schema for a store of these roles. `grant` gives them their rights once the store is created. */
export async function newOwned(port: number, kind: Kind = "ordinary") {
  const { schema, alter } = newSchema(port);
  const [create = "", grant = ""] = [
    ...readFileSync("docs/fleet.md", "utf8").matchAll(/```sql\n([\s\S]*?)```/g),
  ].map(([, text = ""]) =>
    text
      .replaceAll(/^CREATE ROLE.*$/gm, "")
      .replaceAll("backsoon.", `${schema}.`)
      .replaceAll("SCHEMA backsoon ", `SCHEMA ${schema} `)
      .replaceAll("backsoon_", `${kind}_`),
  );
  await sql(port, create);
  const urlOf = (role: Role) => `postgres://${kind}_${role}@127.0.0.1:${port}/postgres?schema=${schema}`;
  return {
    schema,
    alter,
    urlOf,
    backendOf: (role: Role) => postgresBackend(loginAt(urlOf(role))),
    grant: async () => void (await sql(port, grant)),
  };
}

/** A store of these roles with one revision. */
export async function newOwnedStore(port: number, kind?: Kind) {
  const place = await newOwned(port, kind);
  await place.backendOf("owner").create({ ...draftWith(), number: 1 });
  await place.grant();
  return place;
}
