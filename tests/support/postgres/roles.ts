import { readFileSync } from "node:fs";
import { newSchemaName } from "./schema.ts";
import { sql } from "./sql.ts";

/** What a role may say of its own sessions: each of these changes what it is told or what its questions mean. */
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

/** The first schema that these roles look for a name in. */
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
        -- What only the system itself can have has no namesake.
      END;
    END LOOP;
  END $do$;
  GRANT SELECT ON ALL TABLES IN SCHEMA shadow TO PUBLIC`;

/** The settings of a role: those that it comes with, and others. */
export const kinds = ["ordinary", "unusual"] as const;
export type Kind = (typeof kinds)[number];

/**
 * Gives every function and table of the system a namesake where roles with unusual settings look first: one that fails,
 * counts wrongly or is empty. Takes a second.
 */
export async function createNamesakes(port: number): Promise<void> {
  await sql(port, shadow);
}

/** Makes the three roles of docs/fleet.md twice, with settings as they come, and with unusual ones. */
export async function createRoles(port: number): Promise<void> {
  const statements = ["owner", "writer", "server"].flatMap((role) => [
    ...kinds.map((kind) => `CREATE ROLE ${kind}_${role} LOGIN`),
    ...unusualSettings.map((setting) => `ALTER ROLE unusual_${role} SET ${setting}`),
  ]);
  await sql(port, statements.join("; "));
}

/** A new schema for a store of these roles, and what gives them their rights once the store is there. */
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
