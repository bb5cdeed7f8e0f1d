import { inject } from "vitest";
import { sharedCluster } from "../../support/postgres/cluster.ts";
import { newSchemaUrl } from "../../support/postgres/schema.ts";
import { editHere } from "../../support/service/editor-here.ts";
import { testSameKey } from "../../support/trials/same-key.ts";

const cluster = sharedCluster({ binaries: inject("postgres").binaries });

testSameKey(async () => {
  const database = newSchemaUrl(cluster.port);
  const [one, other] = [await editHere({ database }), await editHere({ database })];
  return { urls: [one.url, other.url], token: await one.addToken("trial") };
});
