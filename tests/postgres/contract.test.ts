import { describe } from "vitest";
import { postgresBackend } from "../../data/postgres/backend.ts";
import { sharedCluster } from "../support/postgres/cluster.ts";
import { loginAt, newSchema, newSchemaUrl } from "../support/postgres/schema.ts";
import { describeAccessContract } from "../support/store/access-contract.ts";
import { describeStoreContract } from "../support/store/store-contract.ts";
import { describeUsageContract } from "../support/store/usage-contract.ts";

const cluster = sharedCluster();

describe("the PostgreSQL store keeps the contract of every store:", () => {
  describeStoreContract(async () => postgresBackend(loginAt(newSchemaUrl(cluster.port))));
});

describe("what the PostgreSQL store keeps of those who use the editor keeps the contract of every store:", () => {
  describeAccessContract(async () => newSchema(cluster.port));
});

describe("the counter of the PostgreSQL store keeps the contract of every store:", () => {
  describeUsageContract(async () => newSchema(cluster.port));
});
