import {
  chmodSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, vi } from "vitest";
import { freePort } from "../../../scripts/bench/harness.ts";
import { notice, noticeProcess } from "../../support/command/command.ts";
import { makeKnownStore } from "../../support/command/prepared.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { pageAt } from "../../support/network/http.ts";
import { patient } from "../../support/patient.ts";
import {
  readiness,
  readMetrics,
  type Service,
  startService,
  storeIsUp,
  timesTold,
} from "../../support/service/service.ts";
import type { OnFinished } from "../../support/shared.ts";
import { canMount, fillDisk, smallDisk } from "../../support/store/mount.ts";
import { removeStore } from "../../support/store/sqlite-file.ts";

/** Breaks a store. Returns what repairs it. */
type Break = (database: string) => () => void;

const filesOf = (database: string) => ["", "-wal", "-shm"].map((part) => database + part);

/** Damages the files of a store. The repair puts them back. */
const damaged =
  (damage: (database: string) => void): Break =>
  (database) => {
    const left = filesOf(database).filter(existsSync);
    const saved = left.map((file) => [file, readFileSync(file)] as const);
    damage(database);
    return () => {
      removeStore(database);
      for (const [file, bytes] of saved) writeFileSync(file, bytes);
    };
  };
const empty = damaged((database) => {
  for (const file of filesOf(database).slice(0, 2)) if (existsSync(file)) truncateSync(file, 0);
});
const garble = damaged((database) => writeFileSync(database, readFileSync(database).fill(0xaa, 0, 100)));
const truncateMemory: Break = (database) => {
  truncateSync(`${database}-shm`, 0);
  return () => {};
};
const lock: Break = (database) => {
  const db = new Database(database);
  db.exec("BEGIN EXCLUSIVE");
  return () => void db.exec("ROLLBACK").close();
};
const hide: Break = (database) => {
  chmodSync(dirname(database), 0);
  return () => chmodSync(dirname(database), 0o755);
};
const moveFolder: Break = (database) => {
  const folder = dirname(database);
  renameSync(folder, `${folder}.away`);
  return () => {
    // The service may be writing to the folder that took its place.
    for (let isBack = false; !isBack; ) {
      try {
        rmSync(folder, { recursive: true, force: true });
        renameSync(`${folder}.away`, folder);
        isBack = true;
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== "ENOTEMPTY") throw error;
      }
    }
  };
};

/**
 * How a running service reports the store, how a service that starts finds it, and which revision that shows. Revision 2
 * is the last known good notice, which is lost with the folder. A service that finds no store creates one.
 */
const faults: [string, "up" | "down" | "behind", "up" | "down" | "created", number, Break][] = [
  ["is deleted", "down", "created", 3, damaged(removeStore)],
  ["is truncated to nothing", "down", "created", 3, empty],
  ["has garbage for a header", "down", "down", 2, garble],
  ["has lost its write-ahead log", "behind", "down", 2, damaged((database) => rmSync(`${database}-wal`))],
  ["has its shared memory truncated", "up", "up", 2, truncateMemory],
  ["is locked by a writer", "up", "up", 2, lock],
  ["has lost its folder", "down", "created", 1, moveFolder],
  ["is in an unreadable folder", "down", "down", 0, hide],
];
// Only root may mount a disk.
if (canMount()) faults.push(["is on a full disk", "up", "up", 2, (database) => fillDisk(dirname(database))]);

/** Starts a service that shows revision 2, with the rights of an ordinary user. */
async function knownService(settings: Record<string, string>, onFinished?: OnFinished): Promise<Service> {
  const service = await startService(settings, { ordinary: true, ...(onFinished && { onFinished }) });
  expect((await notice(service.env, ["set", "--title", "Known"])).code).toBe(0);
  await expectPage(service);
  return service;
}

async function expectPage({ url }: Service, title = "Known"): Promise<void> {
  expect(await pageAt(url)).toContain(`>${title}</h1>`);
}

/** Expects the service to recover, and to show the next change. */
async function expectRecovery(service: Service): Promise<void> {
  await storeIsUp(service);
  // The store may kill a process that opens it.
  expect((await noticeProcess(service.env, ["set", "--title", "Next"])).code).toBe(0);
  await expectPage(service, "Next");
}

describe.each(faults)("If the store %s, a service", (name, running, starting, revision, breakStore) => {
  const prepare = (onFinished: OnFinished) => {
    const folder = (name.endsWith("full disk") ? smallDisk : temporaryFolder)(onFinished);
    const DATABASE = join(folder, "var", "notice.db");
    const fail = () => {
      const repairs = [breakStore(DATABASE)];
      const repair = () => repairs.pop()?.();
      onFinished(repair);
      return repair;
    };
    return { DATABASE, fail };
  };

  it.concurrent("that runs shows the last known good notice, logs the fault once, and recovers", async ({
    onTestFinished: onFinished,
  }) => {
    const { DATABASE, fail } = prepare(onFinished);
    const port = await freePort();
    const service = await knownService({ DATABASE, METRICS_PORT: `${port}` }, onFinished);
    const fault = running === "behind" ? "The store has lost revisions" : "The store is down";
    const before = timesTold(service, fault);
    const repair = fail();
    const expectStore = async (store: "up" | "down") => {
      expect(await readiness(service)).toMatchObject({ store });
      expect(await readMetrics(port)).toContain(`\nbacksoon_store_up ${store === "up" ? 1 : 0}\n`);
    };
    await vi.waitFor(() => expectStore(running === "up" ? "up" : "down"), patient);
    for (let request = 0; request < 200; request += 1) await expectPage(service);
    expect(await readiness(service)).toMatchObject({ revision: 2 });
    repair();
    await expectRecovery(service);
    await expectStore("up");
    expect(await service.ended("SIGTERM")).toBe(0);
    expect(timesTold(service, fault) - before).toBe(running === "up" ? 0 : 1);
  });

  it.concurrent("that starts shows the last known good notice if it is left, and recovers", async ({
    onTestFinished: onFinished,
  }) => {
    const { DATABASE, fail } = prepare(onFinished);
    await makeKnownStore(DATABASE);
    const repair = fail();
    const service = await startService({ DATABASE }, { ordinary: true, isBroken: true, onFinished });
    await expectPage(service, revision < 2 ? "Under Maintenance" : "Known");
    if (starting !== "down") await storeIsUp(service);
    const down = starting === "down" && { store: "down" };
    expect(await readiness(service)).toMatchObject({ revision, ...down });
    // The old files would not repair a new store.
    if (starting !== "created") repair();
    await expectRecovery(service);
  });
});

it("A service whose store is a symbolic link follows it if files beside the target are truncated or removed", async () => {
  const target = join(temporaryFolder(), "real.db");
  const DATABASE = join(temporaryFolder(), "notice.db");
  writeFileSync(target, "");
  symlinkSync(target, DATABASE);
  const service = await knownService({ DATABASE });
  truncateSync(`${target}-shm`, 0);
  for (let request = 0; request < 20; request += 1) await expectPage(service);
  await expectRecovery(service);
  for (const part of ["-wal", "-shm"]) rmSync(target + part, { force: true });
  await expect.poll(() => readiness(service), patient).toMatchObject({ store: "down" });
  expect((await noticeProcess(service.env, ["set", "--title", "Again"])).code).toBe(0);
  await expectRecovery(service);
});
