import { afterAll, beforeAll, expect, inject, it } from "vitest";
import { type Cluster, startCluster } from "../../support/postgres/cluster.ts";
import { newSchemaUrl } from "../../support/postgres/schema.ts";
import { editHere } from "../../support/service/editor-here.ts";
import { trySameKey } from "../../support/trials/same-key.ts";

const pairs = 120;

let cluster: Cluster;
beforeAll(async () => {
  cluster = await startCluster(inject("postgres").binaries, ["fsync=off"]);
});
afterAll(() => cluster.remove());

/** Two editors of one store. */
async function startTwo() {
  const database = newSchemaUrl(cluster.port);
  const [one, other] = [await editHere({ database }), await editHere({ database })];
  return { urls: [one.url, other.url] as [string, string], token: await one.addToken("trial") };
}

it("one key with two texts through two editors publishes one, and says so of no other", async ({
  annotate,
}) => {
  const { urls, token } = await startTwo();
  const { wrong, refused } = await trySameKey(urls, token, { pairs, isSameText: false });
  await annotate(`${pairs} pairs: ${wrong} told that a text is published which is not`);
  expect({ wrong, refused }).toEqual({ wrong: 0, refused: pairs });
});

it("one key with one text through two editors is one change", async ({ annotate }) => {
  const { urls, token } = await startTwo();
  const { wrong, agreed } = await trySameKey(urls, token, { pairs, isSameText: true });
  await annotate(`${pairs} pairs: ${agreed} were told the same`);
  expect({ wrong, agreed }).toEqual({ wrong: 0, agreed: pairs });
});
