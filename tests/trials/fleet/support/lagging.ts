import { execFileSync } from "node:child_process";
import { chownSync } from "node:fs";
import { join } from "node:path";
import { expect, onTestFinished, vi } from "vitest";
import type { CommandOutcome } from "../../../../scripts/run.ts";
import { notice } from "../../../support/command/command.ts";
import { newFolder, temporaryFolder } from "../../../support/folder.ts";
import { patient } from "../../../support/patient.ts";
import { type Cluster, ordinary, runCluster, startCluster } from "../../../support/postgres/cluster.ts";
import { sql } from "../../../support/postgres/sql.ts";
import type { OnFinished } from "../../../support/service/service.ts";

/** A primary, and a standby that stops receiving when it is told to. */
export interface Lagging {
  /** Names both; the standby is asked first, and never taken before it is the primary. */
  DATABASE: string;
  primary: Cluster;
  standby: Cluster;
  /** Runs a command in an environment of its own. */
  run(...args: string[]): Promise<CommandOutcome>;
  /** Has the standby receive as many revisions, and nothing after that. */
  cutOff(revisions: number): Promise<void>;
  /** Lets the standby take the primary's place. */
  promote(): Promise<void>;
}

/** A server that copies another, and can take its place. */
async function startStandby({ port, binaries }: Cluster): Promise<Cluster> {
  const { path, remove } = newFolder();
  if (ordinary.uid !== undefined) chownSync(path, ordinary.uid, ordinary.uid);
  const from = ["-h", "127.0.0.1", "-p", String(port), "-U", "postgres"];
  const how = ["-R", "-X", "stream", "--checkpoint=fast", "--no-sync"];
  const options = { ...ordinary, cwd: path, stdio: "ignore" } as const;
  execFileSync(join(binaries, "pg_basebackup"), ["-D", join(path, "data"), ...from, ...how], options);
  return runCluster(binaries, path, ["fsync=off"], remove);
}

/** Starts both, with a store; they go when the test ends. */
export async function startLagging(
  binaries: string,
  onFinished: OnFinished = onTestFinished,
): Promise<Lagging> {
  const primary = await startCluster(binaries, ["fsync=off"]);
  onFinished(() => primary.remove());
  const standby = await startStandby(primary);
  onFinished(() => standby.remove());
  const DATABASE = `postgres://postgres@127.0.0.1:${standby.port},127.0.0.1:${primary.port}/postgres`;
  const env = { ...process.env, DATABASE, STATE_DIR: temporaryFolder(), NOTICE_AUTHOR: "anna" };
  const run = (...args: string[]) => notice(env, args);
  expect(await run("init")).toMatchObject({ code: 0, stderr: "" });
  return {
    DATABASE,
    primary,
    standby,
    run,
    async cutOff(revisions) {
      const count = "SELECT count(*)::int AS count FROM backsoon.revision";
      const received = async () => expect(await sql(standby.port, count)).toEqual([{ count: revisions }]);
      await vi.waitFor(received, patient);
      await sql(standby.port, "ALTER SYSTEM SET primary_conninfo = ''");
      await sql(standby.port, "SELECT pg_reload_conf()");
      const senders = async () =>
        expect(await sql(primary.port, "SELECT pid FROM pg_stat_replication")).toEqual([]);
      await vi.waitFor(senders, patient);
    },
    async promote() {
      await sql(standby.port, "SELECT pg_promote()");
    },
  };
}
