import { beforeAll, describe, expect, inject } from "vitest";
import { type Cluster, type Language, sharedCluster } from "../../../support/postgres/cluster.ts";
import { createRoles } from "../../../support/postgres/roles.ts";
import { sql } from "../../../support/postgres/sql.ts";

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

/** Runs tests on an English and on a German server, each with the roles of `createRoles`. */
export function describeOnServers(access: string[], describeIt: (cluster: () => Cluster) => void): void {
  const { binaries, locales } = inject("postgres");
  const languages: [name: string, error: string, language: Language | undefined][] = [
    ["English", "ERROR", undefined],
    ["German", "FEHLER", { locale: "de_DE.UTF-8", locales }],
  ];
  describe.each(languages)("On a server that speaks %s,", (_name, error, language) => {
    const cluster = sharedCluster({ binaries, access, language });
    beforeAll(async () => {
      const { port } = cluster();
      await expect(sql(port, "SELECT 1 / 0")).rejects.toMatchObject({ severity: error });
      await createRoles(port);
      await sql(port, shadow);
    });
    describeIt(cluster);
  });
}
