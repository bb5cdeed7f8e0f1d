import { describe, inject, it } from "vitest";
import { sharedCluster } from "../../support/postgres/cluster.ts";
import { newSchema } from "../../support/postgres/schema.ts";
import { followWhileHeld, holds } from "../../support/postgres/watching.ts";
import { draftWith } from "../../support/texts/notices.ts";

const { binaries } = inject("postgres");
const cluster = sharedCluster({ binaries });

async function newStore() {
  const place = newSchema(cluster.port);
  await place.backend.create({ ...draftWith(), number: 1 });
  return place;
}

describe("an open transaction", () => {
  it.each(holds)("that holds %s stops nobody from following", async (_name, hold) => {
    await followWhileHeld(cluster.port, await newStore(), hold);
  });
});
