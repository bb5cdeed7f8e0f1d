import { afterAll, beforeAll, describe, inject } from "vitest";
import { postgresBackend } from "../../../data/postgres/backend.ts";
import { sharedCluster } from "../../support/postgres/cluster.ts";
import { loginAt, newSchema, newSchemaUrl } from "../../support/postgres/schema.ts";
import { describeAccessContract } from "../../support/store/access-contract.ts";
import { describeStoreContract } from "../../support/store/store-contract.ts";
import { startBouncer } from "./support/bouncer.ts";

const { binaries, bouncer: program } = inject("postgres");

const cluster = sharedCluster({ binaries });
let bouncer: Awaited<ReturnType<typeof startBouncer>>;
beforeAll(async () => {
  bouncer = await startBouncer(program, cluster.port);
});
afterAll(() => bouncer.remove());

describe("the contract of every store is kept through PgBouncer, which pools transactions:", () => {
  describeStoreContract(async () => postgresBackend(loginAt(newSchemaUrl(bouncer.port))));
  describeAccessContract(async () => newSchema(bouncer.port));
});
