import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { notice } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { canMount, run, smallDisk } from "../support/mount.ts";
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
    name: "a folder that may not be written",
    says: /cannot be used \(.+ may not be written by this user\)/,
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
    says: /is not a notice store \(it is no SQLite file\): set DATABASE/,
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
  const lines = service
    .output()
    .stdout.trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  return lines.filter(({ msg }) => /The store is down/.test(msg)).map(({ err }) => err.message);
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
      expect((await notice(service.env, ["set", "--title", "Changed"])).code).toBe(0);
      expect(await (await fetch(service.url)).text()).toContain(">Changed</h1>");
      expect(await losses(service)).toEqual([expect.stringMatching(says)]);
    },
  );
});

describe("a start with a store", () => {
  it("that a process keeps for itself shows the last known good notice", async () => {
    const DATABASE = newDatabase();
    const first = await startService({ DATABASE });
    await notice(first.env, ["set", "--title", "Known"]);
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
      expect.stringContaining("took longer than 3 s: see which process"),
    ]);
  });

  // Only root may make a full disk of its own.
  it.skipIf(!canMount())(
    "that kills whoever opens it comes up, because another process tries it first",
    async () => {
      const folder = smallDisk();
      const DATABASE = newDatabase(folder);
      const first = await startService({ DATABASE });
      await notice(first.env, ["set", "--title", "Known"]);
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
        expect.stringContaining("killed the process that tried (SIGBUS)"),
      ]);
    },
  );
});
