import { describe } from "vitest";
import { sharedCluster } from "../support/postgres/cluster.ts";
import { newSchema } from "../support/postgres/schema.ts";
import { describeAccessContract } from "../support/store/access-contract.ts";
import { describeStoreContract } from "../support/store/store-contract.ts";
import { describeUsageContract } from "../support/store/usage-contract.ts";

const cluster = sharedCluster();

const emptyStore = async () => newSchema(cluster().port);

describe("The PostgreSQL store", () => describeStoreContract(async () => (await emptyStore()).backend));
describe("The PostgreSQL store's access", () => describeAccessContract(emptyStore));
describe("The PostgreSQL store's counter of model requests", () => describeUsageContract(emptyStore));
