import { describe, inject } from "vitest";
import { describeAccessContract } from "../../data/contract/access.ts";
import { describeStoreContract } from "../../data/contract/store.ts";
import { sharedCluster } from "../../support/postgres/cluster.ts";
import { newSchema } from "../../support/postgres/schema.ts";
import { shared } from "../../support/shared.ts";
import { startBouncer } from "./support/bouncer.ts";

const cluster = sharedCluster({ binaries: inject("postgres").binaries });
const port = shared((onFinished) => startBouncer(cluster().port, [], onFinished));

describe("The PostgreSQL store behind PgBouncer", () => {
  describeStoreContract(async () => newSchema(port()).backend);
  describeAccessContract(async () => newSchema(port()));
});
