import { describe, expect, inject, it, vi } from "vitest";
import { postgresBackend } from "../../../data/postgres/backend.ts";
import type { Node } from "../../../data/store.ts";
import { notice } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { patient } from "../../support/patient.ts";
import { sharedCluster } from "../../support/postgres/cluster.ts";
import { loginAt, newSchema } from "../../support/postgres/schema.ts";
import { followWhileHeld, holds } from "../../support/postgres/watching.ts";
import { draftWith } from "../../support/texts/notices.ts";
import { type NodeProcess, startNode } from "./support/node.ts";

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

/** A fleet, its nodes by name, and what its commands say. */
async function newFleet() {
  const { url } = await newStore();
  const env = { ...process.env, DATABASE: url, STATE_DIR: temporaryFolder(), NOTICE_AUTHOR: "anna" };
  const nodes = async (): Promise<Node[]> => {
    const store = await postgresBackend(loginAt(url)).read();
    return (await store.nodes?.().finally(() => store.close())) ?? [];
  };
  return {
    url,
    nodes,
    run: (...args: string[]) => notice(env, args),
    /** Resolves when as many report that they show a revision, and nobody else is on the list. */
    until: (count: number, number: number) =>
      vi.waitFor(async () => {
        const numbers = (await nodes()).map((node) => node.number);
        expect(numbers).toEqual(Array.from({ length: count }, () => number));
      }, patient),
  };
}

describe("a node that was killed and is back", () => {
  it("is the same node, ten times", async () => {
    const { url, run, until } = await newFleet();
    const STATE_DIR = temporaryFolder();
    const start = () => startNode(url, { STATE_DIR });
    let node: NodeProcess = await start();
    for (let number = 2; number < 12; number += 1) {
      await until(1, number - 1);
      await node.ended("SIGKILL");
      node = await start();
      await until(1, number - 1);
      const set = await run("set", "--title", `Number ${number}`, "--wait", "1m");
      expect(set).toMatchObject({ code: 0, stderr: "" });
      expect(set.stdout).toContain("on 1 of 1 node");
    }
  });
});
