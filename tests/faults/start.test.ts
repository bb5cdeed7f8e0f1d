import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { watchProbed } from "../../data/cache/probed-watcher.ts";
import { sqliteBackend } from "../../data/sqlite/backend.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { noticeProcess } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { canMount, mounted, run, smallDisk } from "../support/mount.ts";
import { draftWith } from "../support/notices.ts";
import { type Service, startService } from "../support/service.ts";
import { fillDisk } from "../support/store-faults.ts";

/** What a store that cannot be used is, what the log says of it, and what makes it usable. */
interface Obstacle {
  name: string;
  says: RegExp;
  put(database: string): void;
  take(database: string): void;
}

const obstacles: Obstacle[] = [
  {
    name: "a folder that cannot be written",
    says: /cannot be used \(.+ cannot be written by this user\)/,
    put: (database) => chmodSync(dirname(database), 0o555),
    take: (database) => chmodSync(dirname(database), 0o755),
  },
  {
    name: "a folder that cannot be made",
    says: /the folder .+ cannot be made: EACCES/,
    put: (database) => {
      rmSync(dirname(database), { recursive: true });
      chmodSync(dirname(dirname(database)), 0o555);
    },
    take: (database) => chmodSync(dirname(dirname(database)), 0o755),
  },
  {
    name: "a file where the folder should be",
    says: /cannot be used/,
    put: (database) => {
      rmSync(dirname(database), { recursive: true });
      writeFileSync(dirname(database), "");
    },
    take: (database) => rmSync(dirname(database)),
  },
  {
    name: "a folder where the store should be",
    says: /cannot be used/,
    put: (database) => mkdirSync(database),
    take: (database) => rmSync(database, { recursive: true }),
  },
  {
    name: "a file that is no store",
    says: /is not a notice store \(it is not a SQLite file\): set DATABASE/,
    put: (database) => writeFileSync(database, "hello ".repeat(1000)),
    take: (database) => {
      expect(readFileSync(database, "utf8")).toBe("hello ".repeat(1000));
      rmSync(database);
    },
  },
];

function newDatabase(folder = temporaryFolder()): string {
  const database = join(folder, "var", "notice.db");
  mkdirSync(dirname(database));
  return database;
}

async function health({ url }: Service): Promise<unknown> {
  return (await fetch(`${url}/readyz`)).json();
}

async function showsTheFirstNotice(service: Service): Promise<void> {
  const response = await fetch(service.url);
  expect([response.status, response.headers.get("maintenance-notice")]).toEqual([503, "0"]);
  expect(await response.text()).toContain(">Under Maintenance</h1>");
  expect(await health(service)).toMatchObject({ status: "ready", store: "down", revision: 0 });
}

async function losses(service: Service): Promise<string[]> {
  await service.ended("SIGTERM");
  return service
    .log()
    .filter(({ msg }) => /The store is down/.test(msg))
    .map(({ err }) => err?.message ?? "");
}

describe("a first start with", () => {
  it.each(obstacles)(
    "$name shows the notice of a new installation, says why, and makes the store within two seconds once it can",
    async ({ says, put, take }) => {
      const DATABASE = newDatabase();
      put(DATABASE);
      const service = await startService({ DATABASE }, { ordinary: true });
      await showsTheFirstNotice(service);
      take(DATABASE);
      await expect.poll(() => health(service), { timeout: 2000 }).toMatchObject({ store: "up", revision: 1 });
      expect((await noticeProcess(service.env, ["set", "--title", "Changed"])).code).toBe(0);
      expect(await (await fetch(service.url)).text()).toContain(">Changed</h1>");
      expect(await losses(service)).toEqual([expect.stringMatching(says)]);
    },
  );
});

describe("a start with a store", () => {
  it("that a process keeps for itself shows the last known good notice", async () => {
    const DATABASE = newDatabase();
    const first = await startService({ DATABASE });
    await noticeProcess(first.env, ["set", "--title", "Known"]);
    await first.ended("SIGTERM");
    const db = new Database(DATABASE);
    db.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE; COMMIT");
    onTestFinished(() => void db.close());
    const second = await startService({ DATABASE });
    expect(await (await fetch(second.url)).text()).toContain(">Known</h1>");
    expect(await health(second)).toMatchObject({ store: "down" });
    db.close();
    await expect.poll(() => health(second), { timeout: 2000 }).toMatchObject({ store: "up", revision: 2 });
    expect(await losses(second)).toEqual([
      expect.stringContaining("took longer than 3 s: check whether another process"),
    ]);
  });

  // Only root may make a full disk of its own.
  it.skipIf(!canMount())(
    "that kills whoever opens it comes up, because another process tries it first",
    async () => {
      const folder = smallDisk();
      const DATABASE = newDatabase(folder);
      const first = await startService({ DATABASE });
      await noticeProcess(first.env, ["set", "--title", "Known"]);
      await first.ended("SIGTERM");
      // While somebody has the store open, the shared memory is taken as it is: holes that the full disk cannot fill.
      const db = new Database(DATABASE);
      db.prepare("SELECT * FROM revision").all();
      onTestFinished(() => void db.close());
      run("fallocate", "--punch-hole", "--offset", "0", "--length", "32768", `${DATABASE}-shm`);
      const free = fillDisk(folder);
      const command = spawn(process.execPath, ["scripts/bin.mjs", "show"], {
        env: first.env,
        stdio: "ignore",
      });
      expect(await once(command, "exit")).toEqual([null, "SIGBUS"]);

      const second = await startService({ DATABASE });
      expect(await (await fetch(second.url)).text()).toContain(">Known</h1>");
      expect(await health(second)).toMatchObject({ store: "down" });
      free();
      await expect.poll(() => health(second), { timeout: 2000 }).toMatchObject({ store: "up", revision: 2 });
      expect(await losses(second)).toEqual([
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
      const first = await startService({ DATABASE });
      await noticeProcess(first.env, ["set", "--title", "Known"]);
      await first.ended("SIGTERM");
      for (const part of ["-wal", "-shm"]) rmSync(DATABASE + part, { force: true });
      let isFrozen = true;
      const thaw = () => {
        if (isFrozen) run("fsfreeze", "--unfreeze", disk);
        isFrozen = false;
      };
      run("fsfreeze", "--freeze", disk);
      onTestFinished(thaw);

      const second = await startService({ DATABASE });
      expect(await (await fetch(second.url)).text()).toContain(">Known</h1>");
      expect(await health(second)).toMatchObject({ store: "down" });
      thaw();
      await expect.poll(() => health(second), { timeout: 3000 }).toMatchObject({ store: "up" });
      expect(await losses(second)).toEqual([
        expect.stringContaining("took longer than 3 s: check whether another process"),
      ]);
    },
  );

  it("of which nothing is known comes up with the defaults when the first notice is broken, too", async () => {
    const root = temporaryFolder();
    cpSync("dist", join(root, "dist"), { recursive: true });
    cpSync("package.json", join(root, "package.json"));
    symlinkSync(resolve("node_modules"), join(root, "node_modules"));
    mkdirSync(join(root, "data"));
    writeFileSync(join(root, "data", "notice.json"), "{");
    const DATABASE = join(root, "notice.db");
    writeFileSync(DATABASE, "hello ".repeat(1000));
    const service = await startService({ DATABASE }, { root });
    await showsTheFirstNotice(service);
    expect(await losses(service)).toHaveLength(1);
    expect(service.output().stdout).toContain("Only the defaults are known");
  });
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
