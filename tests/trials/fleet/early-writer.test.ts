import { setTimeout as sleep } from "node:timers/promises";
import { expect, inject, it, onTestFinished, vi } from "vitest";
import { notice } from "../../support/command/command.ts";
import { patient } from "../../support/patient.ts";
import { startCluster } from "../../support/postgres/cluster.ts";
import { envFor } from "../../support/postgres/schema.ts";
import { sql } from "../../support/postgres/sql.ts";
import { sendVisitors, startNode } from "./support/node.ts";
import { killAll } from "./support/processes.ts";

const { binaries } = inject("postgres");

// In most cases, the nodes are not connected again yet.
it.each([0, 100, 200, 400, 600, 800, 1100, 1500, 2200, 3000])(
  "A change %i ms after a promotion reaches every node, and no node goes back",
  async (delayMs) => {
    const primary = await startCluster(onTestFinished, { binaries });
    const standby = await startCluster(onTestFinished, { binaries, primary: primary.port });
    const onStandby = (text: string) => sql(standby.port, text);
    // The standby comes first, and is used only once it is promoted.
    const DATABASE = `postgres://postgres@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres`;
    const env = envFor(DATABASE);
    expect(await notice(env, ["init"])).toMatchObject({ code: 0, stderr: "" });
    expect(await notice(env, ["set", "--title", "Two"])).toMatchObject({ code: 0 });
    const nodes = [await startNode(DATABASE), await startNode(DATABASE, { NODE_NAME: "b" })];

    // The standby receives revision 2 and knows both nodes. Then its replication stops.
    const received = async () => {
      for (const table of ["revision", "instance"])
        expect(await onStandby(`SELECT FROM backsoon.${table}`)).toHaveLength(2);
    };
    await vi.waitFor(received, patient);
    await onStandby("ALTER SYSTEM SET primary_conninfo = ''");
    await onStandby("SELECT pg_reload_conf()");
    await expect.poll(() => sql(primary.port, "SELECT FROM pg_stat_replication"), patient).toEqual([]);

    const visitors = nodes.map((node) => sendVisitors(node, ["Known", "Two", "Three", "After"]));
    const three = await notice(env, ["set", "--title", "Three", "--wait", "1m"]);
    expect(three.stdout).toContain("on 2 of 2 nodes.");
    for (const { untilShown } of visitors) await untilShown("Three");
    await killAll(primary);
    await onStandby("SELECT pg_promote()");
    await sleep(delayMs);
    // From a machine without a last known good notice. Repeated while a node does not show the change.
    const other = envFor(DATABASE);
    const publish = async () => expect((await notice(other, ["set", "--title", "After"])).code).toBe(0);
    await vi.waitFor(publish, patient);
    for (const { until, untilShown, end } of visitors) {
      await until("up");
      await untilShown("After");
      await end();
    }
  },
);
