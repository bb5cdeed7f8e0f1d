import { spawn } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, inject, it } from "vitest";
import { sqliteBackend } from "../../../data/sqlite/backend.ts";
import type { Revision } from "../../../data/store.ts";
import { findProgram } from "../../../scripts/bench/harness.ts";
import { noticeProcess } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { pageAt } from "../../support/network/http.ts";
import { startService } from "../../support/service/service.ts";
import { canMount, fillDisk, mountImage, newImage, smallDisk, unmount } from "../../support/store/mount.ts";
import { draftWith } from "../../support/texts/notices.ts";

declare module "vitest" {
  interface ProvidedContext {
    /** How often the power is lost in a trial. */
    powerLosses?: number;
  }
}

const losses = inject("powerLosses") ?? 3;
const isRoot = canMount();

async function latest(database: string): Promise<Revision> {
  const store = await sqliteBackend(database).open();
  return store.latest().finally(() => store.close());
}

describe("An acknowledged change", () => {
  // The image has only what has reached the disk, not what the file system keeps in memory.
  it.skipIf(!isRoot)(`survives ${losses} power losses`, async () => {
    const image = newImage();
    const backend = sqliteBackend(join(mountImage(image), "notice.db"));
    await backend.create({ ...draftWith(), number: 1 });
    // Closing the store would bring its write-ahead log to the disk.
    const store = await backend.open();
    for (let round = 1; round <= losses; round += 1) {
      const title = `Round ${round}`;
      await store.append(draftWith({ title }));
      const copy = `${image}.copy`;
      copyFileSync(image, copy);
      const found = mountImage(copy);
      expect(await latest(join(found, "notice.db"))).toMatchObject({ number: round + 1, notice: { title } });
      unmount(found);
    }
    await store.close();
  });

  const strace = findProgram("strace");
  it.skipIf(!strace)(
    "is synced to the disk after its last write and before the command says so",
    async () => {
      const service = await startService();
      const trace = join(temporaryFolder(), "trace");
      const calls = "trace=write,pwrite64,fdatasync,fsync,rename";
      const args = ["-f", "-y", "-e", calls, "-o", trace, process.execPath, "scripts/bin.mjs"];
      const child = spawn(strace ?? "", [...args, "set", "--title", "Synced"], { env: service.env });
      expect(await new Promise((resolve) => child.on("exit", resolve))).toBe(0);
      const lines = readFileSync(trace, "utf8").split("\n");
      const last = (pattern: RegExp) => lines.findLastIndex((line) => pattern.test(line));
      const written = last(/ pwrite64\(\d+<[^>]*notice\.db-wal>/);
      const synced = last(/ f(data)?sync\(\d+<[^>]*notice\.db-wal>/);
      const acknowledged = last(/ write\(1<.*is published/);
      expect(written).toBeGreaterThan(0);
      expect(synced).toBeGreaterThan(written);
      expect(acknowledged).toBeGreaterThan(synced);
      // The last known good notice is renamed into place only once it is on the disk.
      const named = last(/ rename\(.*last-known-good\.json"\)/);
      const kept = last(/ fsync\(\d+<[^>]*last-known-good\.json\.[^>]*\.tmp>/);
      expect(kept).toBeGreaterThan(0);
      expect(named).toBeGreaterThan(kept);
    },
  );
});

it.skipIf(!isRoot)(
  "A command on a full disk changes nothing, says so, and succeeds once there is space",
  async () => {
    const folder = join(smallDisk(), "var");
    mkdirSync(folder);
    const service = await startService({ DATABASE: join(folder, "notice.db") });
    const free = fillDisk(dirname(folder));
    const message = "x".repeat(1000);
    const refused = await noticeProcess(service.env, ["set", "--message", message]);
    expect(refused).toMatchObject({ code: 1, stdout: "" });
    expect(refused.stderr).toMatch(/^The notice store at .+ \(its disk is full, or nearly\)\. .+\n$/);
    expect(await latest(service.database)).toMatchObject({ number: 1 });
    expect((await fetch(service.url)).status).toBe(503);
    free();
    expect((await noticeProcess(service.env, ["set", "--message", message])).code).toBe(0);
    expect(await pageAt(service.url)).toContain(message);
  },
);
