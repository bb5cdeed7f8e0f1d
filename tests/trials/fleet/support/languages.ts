import { afterAll, beforeAll, describe, expect, inject } from "vitest";
import { type Cluster, type Language, startCluster } from "../../../support/postgres/cluster.ts";
import { createNamesakes, createRoles } from "../../../support/postgres/roles.ts";
import { sql } from "../../../support/postgres/sql.ts";

/** Describes what is so on a server that speaks English and on one that does not, each with the roles of `createRoles`. */
export function describeOnServers(access: string[], describeIt: (cluster: () => Cluster) => void): void {
  const { binaries, locales } = inject("postgres");
  const languages: [name: string, error: string, language: Language | undefined][] = [
    ["English", "ERROR", undefined],
    ["German", "FEHLER", { locale: "de_DE.UTF-8", locales }],
  ];
  describe.each(languages)("on a server that speaks %s", (_name, error, language) => {
    let cluster: Cluster;
    beforeAll(async () => {
      cluster = await startCluster(binaries, ["fsync=off"], access, language);
      await expect(sql(cluster.port, "SELECT 1 / 0")).rejects.toMatchObject({ severity: error });
      await createRoles(cluster.port);
      await createNamesakes(cluster.port);
    });
    afterAll(() => cluster.remove());
    describeIt(() => cluster);
  });
}
