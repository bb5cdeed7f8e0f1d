import { execFileSync } from "node:child_process";
import { chownSync } from "node:fs";
import { join } from "node:path";
import { expect, inject, it, onTestFinished, vi } from "vitest";
import { serialize } from "../../schema/notice/notice.ts";
import { sumOf } from "../../schema/notice/sum.ts";
import { notice } from "../support/command/command.ts";
import { newFolder, temporaryFolder } from "../support/folder.ts";
import { sql } from "../support/postgres/admin.ts";
import { type Cluster, ordinary, runCluster, startCluster } from "../support/postgres/cluster.ts";
import { startNode } from "../support/postgres/node.ts";
import { watched } from "../support/postgres/watched.ts";
import { noticeWith } from "../support/texts/notices.ts";

const { binaries } = inject("postgres");

/** A server that copies another, and can take its place. */
async function startStandby({ port }: Cluster): Promise<Cluster> {
  const { path, remove } = newFolder();
  if (ordinary.uid !== undefined) chownSync(path, ordinary.uid, ordinary.uid);
  const args = [
    "-D",
    join(path, "data"),
    "-h",
    "127.0.0.1",
    "-p",
    String(port),
    "-U",
    "postgres",
    "-R",
    "-X",
    "stream",
  ];
  execFileSync(join(binaries, "pg_basebackup"), [...args, "--checkpoint=fast", "--no-sync"], {
    ...ordinary,
    cwd: path,
    stdio: "ignore",
  });
  return runCluster(binaries, path, ["fsync=off"], remove);
}

/** A primary, a standby that has lost sight of it, and a node that has shown two revisions more than the standby has. */
async function startLagging() {
  const primary = await startCluster(binaries, ["fsync=off"]);
  onTestFinished(() => primary.remove());
  const standby = await startStandby(primary);
  onTestFinished(() => standby.remove());
  // The standby is asked first, and never taken before it is the primary.
  const DATABASE = `postgres://postgres@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres`;
  const env = { ...process.env, DATABASE, STATE_DIR: temporaryFolder(), NOTICE_AUTHOR: "anna" };
  const run = (...args: string[]) => notice(env, args);
  expect(await run("init")).toMatchObject({ code: 0, stderr: "" });
  const node = await startNode(DATABASE);
  const titles = ["Known", "Under Maintenance", "Two", "Three", "Four", "Another four", "After"];
  const visitors = watched(node, titles);
  await run("set", "--title", "Two", "--wait", "1m");
  const count = "SELECT count(*)::int AS count FROM backsoon.revision";
  await vi.waitFor(async () => expect(await sql(standby.port, count)).toEqual([{ count: 2 }]), {
    timeout: 30_000,
  });
  await sql(standby.port, "ALTER SYSTEM SET primary_conninfo = ''");
  await sql(standby.port, "SELECT pg_reload_conf()");
  await vi.waitFor(
    async () => expect(await sql(primary.port, "SELECT pid FROM pg_stat_replication")).toEqual([]),
    { timeout: 30_000 },
  );
  for (const title of ["Three", "Four"])
    expect((await run("set", "--title", title, "--wait", "1m")).stdout).toContain("on 1 of 1 node.");
  await visitors.untilShown("Four");
  expect((await run("check")).stdout).toContain(
    `ok      hosts: 127.0.0.1:${standby.port}: it is a standby, not the primary; 127.0.0.1:${primary.port}: it takes writes\n`,
  );
  const before = node.told();
  const promote = async () => {
    await primary.kill();
    await visitors.until("down");
    await sql(standby.port, "SELECT pg_promote()");
  };
  return { run, node, before, visitors, standby, promote };
}

it("a failover to a standby that lags takes no visitor back, and commands go on when a person says so", async ({
  annotate,
}) => {
  const { run, node, before, visitors, promote } = await startLagging();
  await promote();
  await expect
    .poll(async () => (await run("nodes")).stdout)
    .toMatch(/^a {2}revision 4, which the store does not have {2}running/);
  expect(await run("set", "--title", "After")).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("is at revision 2, but visitors have seen revision 4"),
  });
  await visitors.untilShown("Four");
  const after = await run("set", "--title", "After", "--after-failover", "--wait", "1m");
  expect(after.stdout).toContain("Revision 5 is live on 1 of 1 node.");
  expect(after.stdout).toContain("Revisions 3 to 4, which visitors have seen, are gone.");
  const up = await visitors.until("up");
  await visitors.untilShown("After");
  await expect.poll(() => node.told()).toEqual({ down: before.down + 1, up: before.up + 1 });
  const seen = { ...(await visitors.end()), ...(await node.pauses()) };
  await annotate(`up again ${up} ms after the change; ${JSON.stringify(seen)}`);
});

it("a number that is given out twice with another text is shown", async () => {
  const { run, visitors, standby, promote } = await startLagging();
  await promote();
  const another = noticeWith({ title: "Another four" });
  // Somebody was faster than every node.
  await sql(
    standby.port,
    `INSERT INTO backsoon.revision VALUES
      (4, '${serialize(another)}', '${sumOf(another)}', 'eve', '2026-11-21T10:00:00.000Z', 'another')`,
  );
  await visitors.untilShown("Another four");
  await visitors.until("up");
  expect((await run("set", "--title", "After", "--wait", "1m")).stdout).toContain(
    "Revision 5 is live on 1 of 1 node.",
  );
  await visitors.untilShown("After");
});
