import { beforeAll, describe } from "vitest";
import type { StoreBackend } from "../../data/store.ts";
import { describeAccessContract } from "../data/contract/access.ts";
import { describeStoreContract } from "../data/contract/store.ts";
import { describeUsageContract } from "../data/contract/usage.ts";
import { sharedCluster } from "../support/postgres/cluster.ts";
import { createRoles, newOwned } from "../support/postgres/roles.ts";

const cluster = sharedCluster();
beforeAll(() => createRoles(cluster().port));

/** A place for a store, where each role of docs/fleet.md does its part. */
async function emptyStore() {
  const { backendOf, alter, grant } = await newOwned(cluster().port);
  const create: StoreBackend["create"] = async (first) => {
    const isCreated = await backendOf("owner").create(first);
    if (isCreated) await grant();
    return isCreated;
  };
  return { backend: { ...backendOf("writer"), watch: backendOf("server").watch, create }, alter };
}

describe("The PostgreSQL store", () => describeStoreContract(async () => (await emptyStore()).backend));
describe("The PostgreSQL store's access", () => describeAccessContract(emptyStore));
describe("The PostgreSQL store's counter of model requests", () => describeUsageContract(emptyStore));
