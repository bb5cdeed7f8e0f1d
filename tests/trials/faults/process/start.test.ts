import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { watchProbed } from "../../../../data/cache/boot.ts";
import { sqliteBackend } from "../../../../data/sqlite/backend.ts";
import { NoticeError } from "../../../../schema/errors/notice-error.ts";
import { makeKnownStore } from "../../../support/command/known-store.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { pageAt } from "../../../support/network/http.ts";
import { patient } from "../../../support/patient.ts";
import { readiness, startService } from "../../../support/service/service.ts";
import { canMount, mounted, run, smallDisk } from "../../../support/store/mount.ts";
import { fillDisk } from "../../../support/store/store-faults.ts";
import { draftWith } from "../../../support/texts/notices.ts";
import { losses, newDatabase, startWithBroken } from "./broken-start.ts";

describe("a start with a store", () => {
  it("that a process keeps for itself shows the last known good notice", async () => {
    const DATABASE = newDatabase();
    await makeKnownStore(DATABASE);
    const db = new Database(DATABASE);
    db.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT");
    onTestFinished(() => void db.close());
    const service = await startService({ DATABASE }, { isBroken: true });
    expect(await pageAt(service.url)).toContain(">Known</h1>");
    expect(await readiness(service)).toMatchObject({ store: "down" });
    db.close();
    await expect.poll(() => readiness(service), patient).toMatchObject({ store: "up", revision: 2 });
    expect(await losses(service)).toEqual([
      expect.stringContaining("took longer than 3 s: check whether another process"),
    ]);
  });

  // Only root may make a full disk of its own.
  it.skipIf(!canMount())(
    "that kills whoever opens it comes up, because another process tries it first",
    async () => {
      const folder = smallDisk();
      const DATABASE = newDatabase(folder);
      await makeKnownStore(DATABASE);
      // While somebody has the store open, the shared memory is taken as it is: holes that the full disk cannot fill.
      const db = new Database(DATABASE);
      db.prepare("SELECT * FROM revision").all();
      onTestFinished(() => void db.close());
      run("fallocate", "--punch-hole", "--offset", "0", "--length", "32768", `${DATABASE}-shm`);
      const free = fillDisk(folder);
      const command = spawn(process.execPath, ["scripts/bin.mjs", "show"], {
        env: { ...process.env, DATABASE },
        stdio: "ignore",
      });
      expect(await once(command, "exit")).toEqual([null, "SIGBUS"]);

      const service = await startWithBroken(DATABASE, false);
      expect(await pageAt(service.url)).toContain(">Known</h1>");
      expect(await readiness(service)).toMatchObject({ store: "down" });
      free();
      await expect.poll(() => readiness(service), patient).toMatchObject({ store: "up", revision: 2 });
      expect(await losses(service)).toEqual([
        expect.stringContaining("killed the process that tried it (SIGBUS)"),
      ]);
    },
  );

  // Only root may freeze a disk of its own.
  it.skipIf(!canMount())(
    "on a disk that hangs comes up, and does not wait for a process that cannot be killed",
    async () => {
      const image = join(temporaryFolder(), "disk.img");
      run("truncate", "--size", "24M", image);
      run("mkfs.ext4", "-q", image);
      const disk = mounted("-o", "loop", image);
      const DATABASE = newDatabase(disk);
      await makeKnownStore(DATABASE);
      for (const part of ["-wal", "-shm"]) rmSync(DATABASE + part, { force: true });
      let isFrozen = true;
      const thaw = () => {
        if (isFrozen) run("fsfreeze", "--unfreeze", disk);
        isFrozen = false;
      };
      run("fsfreeze", "--freeze", disk);
      onTestFinished(thaw);

      const service = await startService({ DATABASE }, { isBroken: true });
      expect(await pageAt(service.url)).toContain(">Known</h1>");
      expect(await readiness(service)).toMatchObject({ store: "down" });
      thaw();
      // Without its log, it has lost what is shown.
      await expect.poll(() => readiness(service), patient).toMatchObject({ reason: "behind", revision: 2 });
      expect(await losses(service)).toEqual([
        expect.stringContaining("took longer than 3 s: check whether another process"),
      ]);
    },
  );
});

describe("a process that probes the store", () => {
  it("and dies when the store has been read meanwhile leaves no failure behind", async () => {
    const backend = sqliteBackend(newDatabase());
    const probes = [
      () => Promise.reject(new NoticeError("STORE_UNREADY", { reason: "not yet" })),
      async () => {
        await backend.create({ ...draftWith(), number: 1 });
        expect(watcher.poll()).toMatchObject({ number: 1 });
        throw new NoticeError("STORE_PROBE_FAILED", {
          outcome: "killed the process that tried it (SIGKILL)",
        });
      },
    ];
    const watcher = await watchProbed(backend, () => probes.shift()?.() ?? Promise.resolve());
    onTestFinished(() => watcher.close());
    expect(() => watcher.poll()).toThrow("not yet");
    await watcher.retry();
    expect(probes).toEqual([]);
    expect(watcher.poll()).toBeUndefined();
  });
});
