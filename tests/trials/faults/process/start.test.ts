import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { watchProbed } from "../../../../data/cache/boot.ts";
import { sqliteBackend } from "../../../../data/sqlite/backend.ts";
import { NoticeError } from "../../../../schema/errors/notice-error.ts";
import { makeKnownStore } from "../../../support/command/prepared.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { pageAt } from "../../../support/network/http.ts";
import { patient } from "../../../support/patient.ts";
import { readiness, type Service, startService } from "../../../support/service/service.ts";
import { closing } from "../../../support/shared.ts";
import { canMount, fillDisk, mountImage, newImage, run, smallDisk } from "../../../support/store/mount.ts";
import { draftWith } from "../../../support/texts/notices.ts";

/** Starts a service whose store cannot be used, and expects the last known good notice. */
async function startBroken(DATABASE: string): Promise<Service> {
  const service = await startService({ DATABASE }, { isBroken: true });
  expect(await pageAt(service.url)).toContain(">Known</h1>");
  expect(await readiness(service)).toMatchObject({ store: "down" });
  return service;
}

/** Expects that the service logged once that its store is down, for this reason. */
async function expectLoss(service: Service, reason: string): Promise<void> {
  await service.ended("SIGTERM");
  const losses = service.log().filter(({ msg }) => msg.includes("The store is down"));
  expect(losses).toMatchObject([{ err: { message: expect.stringContaining(reason) } }]);
}

const isSlow = "took longer than 3 s: check whether another process";

describe("A service that starts", () => {
  it("shows the last known good notice while another process locks its store", async () => {
    const database = await makeKnownStore();
    const db = new Database(database);
    db.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT");
    onTestFinished(() => void db.close());
    const service = await startBroken(database);
    db.close();
    await expect.poll(() => readiness(service), patient).toMatchObject({ store: "up", revision: 2 });
    await expectLoss(service, isSlow);
  });

  // Only root may mount a disk.
  it.skipIf(!canMount())("survives a store that kills each process that opens it", async () => {
    const folder = smallDisk();
    const DATABASE = await makeKnownStore(join(folder, "var", "notice.db"));
    // SQLite does not rebuild shared memory that is in use. It has holes, which a full disk cannot fill.
    const db = closing(new Database(DATABASE));
    db.prepare("SELECT * FROM revision").all();
    run("fallocate", "--punch-hole", "--offset", "0", "--length", "32768", `${DATABASE}-shm`);
    const free = fillDisk(folder);
    const env = { ...process.env, DATABASE };
    const command = spawn(process.execPath, ["scripts/bin.mjs", "show"], { env, stdio: "ignore" });
    expect(await once(command, "exit")).toEqual([null, "SIGBUS"]);

    const service = await startBroken(DATABASE);
    free();
    await expect.poll(() => readiness(service), patient).toMatchObject({ store: "up", revision: 2 });
    await expectLoss(service, "killed the process that tried it (SIGBUS)");
  });

  it.skipIf(!canMount())("does not wait for a disk that hangs", async () => {
    const disk = mountImage(newImage());
    const DATABASE = await makeKnownStore(join(disk, "var", "notice.db"));
    for (const part of ["-wal", "-shm"]) rmSync(DATABASE + part, { force: true });
    let isFrozen = true;
    const thaw = () => {
      if (isFrozen) run("fsfreeze", "--unfreeze", disk);
      isFrozen = false;
    };
    run("fsfreeze", "--freeze", disk);
    onTestFinished(thaw);

    const service = await startBroken(DATABASE);
    thaw();
    // Without its log, the store has lost the revision that is shown.
    await expect.poll(() => readiness(service), patient).toMatchObject({ reason: "behind", revision: 2 });
    await expectLoss(service, isSlow);
  });
});

it("A probe that dies after the store was read successfully is not reported as a failure", async () => {
  const backend = sqliteBackend(join(temporaryFolder(), "notice.db"));
  const probes = [
    () => Promise.reject(new NoticeError("STORE_UNREADY", { reason: "not yet" })),
    async () => {
      await backend.create({ ...draftWith(), number: 1 });
      expect(watcher.poll()).toMatchObject({ number: 1 });
      throw new NoticeError("STORE_PROBE_FAILED", { outcome: "killed the process that tried it (SIGKILL)" });
    },
  ];
  const watcher = closing(await watchProbed(backend, () => probes.shift()?.() ?? Promise.resolve()));
  expect(() => watcher.poll()).toThrow("not yet");
  await watcher.retry();
  expect(probes).toEqual([]);
  expect(watcher.poll()).toBeUndefined();
});
