import { chmodSync, existsSync, mkdirSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkBackup } from "../../data/backup.ts";
import { sqliteBackend } from "../../data/sqlite/backend.ts";
import { openSqliteStore } from "../../data/sqlite/store.ts";
import { openConnection } from "../../data/sqlite-file/open.ts";
import { temporaryFolder } from "../support/folder.ts";
import { describeAccessContract, tokenWith } from "../support/store/access-contract.ts";
import { alter, first, newStore, opened, read, watched } from "../support/store/sqlite-file.ts";
import { describeStoreContract } from "../support/store/store-contract.ts";
import { describeUsageContract } from "../support/store/usage-contract.ts";
import { draftWith } from "../support/texts/notices.ts";

describe("the SQLite store keeps the contract of every store:", () => {
  describeStoreContract(async () => sqliteBackend(join(temporaryFolder(), "notice.db")));
});

describe("what the SQLite store keeps of those who use the editor keeps the contract of every store:", () => {
  describeAccessContract(async () => {
    const file = join(temporaryFolder(), "notice.db");
    return { backend: sqliteBackend(file), alter: (sql) => alter(file, sql) };
  });
});

describe("the counter of the SQLite store keeps the contract of every store:", () => {
  describeUsageContract(async () => {
    const file = join(temporaryFolder(), "notice.db");
    return { backend: sqliteBackend(file), alter: (sql) => alter(file, sql) };
  });
});

describe("the group of a folder", () => {
  it.each([
    ["may write to a store in it where it may write to the folder", 0o775, 0o022, 0o664],
    ["may not where it may not", 0o755, 0o022, 0o644],
    ["may not where each may remove only what is his own", 0o1777, 0o022, 0o644],
    ["may not where the umask keeps it out", 0o775, 0o077, 0o600],
  ])("%s", async (_, folderMode, umask, mode) => {
    const folder = temporaryFolder();
    chmodSync(folder, folderMode);
    const before = process.umask(umask);
    onTestFinished(() => void process.umask(before));
    const file = join(folder, "notice.db");
    const backend = sqliteBackend(file);
    await backend.create(first);
    const store = await backend.open();
    onTestFinished(() => store.close());
    await store.append(draftWith());
    const modes = () => ["", "-wal"].map((part) => statSync(file + part).mode & 0o777);
    expect(modes()).toEqual([mode, mode]);
    const backup = join(temporaryFolder(), "backup.db");
    await backend.backUp(backup);
    await backend.repairFromBackup?.(await checkBackup(backup), () => undefined, "anna");
    expect(statSync(file).mode & 0o777).toBe(mode);
  });
});

describe("a file that is no store of ours is left as it is:", () => {
  it("none at all", async () => {
    const file = join(temporaryFolder(), "notice.db");
    expect(() => openSqliteStore(file)).toThrow(
      `There is no notice store at ${file}: create it with \`notice init\``,
    );
    expect(existsSync(file)).toBe(false);
  });

  it("a text", () => {
    const file = join(temporaryFolder(), "notice.db");
    writeFileSync(file, "hello ".repeat(1000));
    expect(() => openSqliteStore(file)).toThrow(/is not a notice store \(it is not a SQLite file\)/);
  });

  it("another program's database", async () => {
    const file = join(temporaryFolder(), "notice.db");
    alter(file, "CREATE TABLE users (name TEXT)");
    expect(() => openSqliteStore(file)).toThrow(/is not a notice store \(it is another program's database\)/);
    await expect(sqliteBackend(file).create(first)).rejects.toThrow(/another program's database/);
    expect(read(file, "PRAGMA journal_mode")).toBe("delete");
    expect(read(file, "SELECT count(*) FROM sqlite_schema")).toBe(1);
  });

  it("an empty file, which is no store yet", async () => {
    const file = join(temporaryFolder(), "notice.db");
    writeFileSync(file, "");
    expect(() => openSqliteStore(file)).toThrow(/There is no notice store at/);
    expect(statSync(file).size).toBe(0);
    expect(await sqliteBackend(file).create(first)).toBe(true);
  });
});

describe("every connection", () => {
  it.each([true, false])("has WAL and synchronous=FULL, readonly: %s", async (readonly) => {
    const db = openConnection(await newStore(), { readonly });
    onTestFinished(() => void db.close());
    expect(db.pragma("journal_mode", { simple: true })).toBe("wal");
    expect(db.pragma("synchronous", { simple: true })).toBe(2);
  });

  it("has a SQLite without the bug that lets two writing processes corrupt the file: 3.51.3 or later", async () => {
    const db = openConnection(await newStore());
    onTestFinished(() => void db.close());
    const version = String(db.prepare("SELECT sqlite_version()").pluck().get());
    const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
    expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(3_051_003);
  });
});

describe("a damaged revision", () => {
  it("is seen by its checksum, and listed as such", async () => {
    const file = await newStore();
    const store = opened(file);
    await store.append(draftWith({ title: "two" }));
    alter(file, "DROP TRIGGER revision_is_kept");
    alter(file, "UPDATE revision SET body = replace(body, 'two', 'twx') WHERE revision = 2");
    const damage = "its text does not match its checksum";
    await expect(store.latest()).rejects.toThrow(`Revision 2 in the store is damaged (${damage})`);
    expect(() => watched(file).poll()).toThrow(damage);
    expect(await store.latestNumber()).toBe(2);
    expect(await store.history({ limit: 10 })).toMatchObject([{ number: 2, damage }, { number: 1 }]);
  });
});

describe("a store that another process has locked", () => {
  it("is waited for until the deadline, and then nothing is stored", async () => {
    const file = await newStore();
    const lock = new Database(file);
    onTestFinished(() => void lock.close());
    lock.exec("BEGIN IMMEDIATE");
    const deadline = { timeLeftMs: () => leftMs };
    let leftMs = 60;
    const backend = sqliteBackend(file);
    const store = await backend.open(deadline);
    const access = await backend.openAccess(deadline);
    let attempts = 0;
    const change = async () => {
      attempts += 1;
      if (attempts === 3) leftMs = 0;
    };
    await expect(store.append(draftWith(), change)).rejects.toMatchObject({ code: "STORE_BUSY" });
    await expect(access.addToken(tokenWith())).rejects.toMatchObject({ code: "STORE_BUSY" });
    lock.exec("ROLLBACK");
    expect([attempts, await store.latestNumber(), await access.tokens()]).toEqual([3, 1, []]);
    await store.close();
  });

  it("leaves open what became of a change that cannot be read back", async () => {
    const file = await newStore();
    let isCommitted = false;
    // The clock is asked when the change has been committed.
    const now = () => {
      if (!isCommitted) {
        isCommitted = true;
        renameSync(file, `${file}.away`);
        mkdirSync(file);
      }
      return 0;
    };
    const store = openSqliteStore(file, { now, sleep: async () => {} });
    onTestFinished(() => store.close());
    await expect(store.append(draftWith())).rejects.toMatchObject({ code: "STORE_UNCONFIRMED" });
  });
});

describe("a writer", () => {
  it("does not acknowledge a change of a file that was replaced under it", async () => {
    const file = await newStore();
    const store = opened(file);
    const other = await newStore();
    for (const suffix of ["", "-wal", "-shm"]) rmSync(file + suffix, { force: true });
    renameSync(other, file);
    await expect(store.append(draftWith())).rejects.toThrow(
      /was removed or replaced meanwhile: .*repeat the change/,
    );
  });
});
