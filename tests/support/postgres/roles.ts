import { readFileSync } from "node:fs";
import { newSchemaName } from "./schema.ts";
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

/** A new schema for a store of these roles. `grant` gives them their rights once the store is created. */
export async function newOwned(
  port: number,
  kind: Kind,
): Promise<{ schema: string; urlOf(role: "owner" | "writer" | "server"): string; grant(): Promise<void> }> {
  const schema = newSchemaName();
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
  return {
    schema,
    urlOf: (role) => `postgres://${kind}_${role}@127.0.0.1:${port}/postgres?schema=${schema}`,
    grant: async () => void (await sql(port, grant)),
  };
}
