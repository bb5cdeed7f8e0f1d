import { chmodSync, existsSync, mkdirSync, renameSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { checkBackup } from "../../data/backup.ts";
import { sqliteBackend } from "../../data/sqlite/backend.ts";
import { openSqliteStore } from "../../data/sqlite/store.ts";
import { openConnection, translateErrors } from "../../data/sqlite-file/open.ts";
import type { NoticeError } from "../../schema/errors/notice-error.ts";
import { serialize } from "../../schema/notice/notice.ts";
import { temporaryFolder } from "../support/folder.ts";
import { closing } from "../support/shared.ts";
import { alter, first, locked, newStore, opened, read, removeStore } from "../support/store/sqlite-file.ts";
import { tokenWith } from "../support/store/tokens.ts";
import { draftWith, noticeWith } from "../support/texts/notices.ts";
import { describeAccessContract } from "./contract/access.ts";
import { describeStoreContract } from "./contract/store.ts";
import { describeUsageContract } from "./contract/usage.ts";

const emptyStore = async () => {
  const file = join(temporaryFolder(), "notice.db");
  return { backend: sqliteBackend(file), alter: (sql: string) => alter(file, sql) };
};

describe("The SQLite store", () => describeStoreContract(async () => (await emptyStore()).backend));
describe("The SQLite store's access", () => describeAccessContract(emptyStore));
describe("The SQLite store's counter of model requests", () => describeUsageContract(emptyStore));

describe("A new SQLite file", () => {
  it.each([
    ["may be written by a group that may write to the folder", 0o775, 0o022, 0o664],
    ["may not be written by a group that may not write to the folder", 0o755, 0o022, 0o644],
    ["may not be written by the group of a sticky folder such as /tmp", 0o1777, 0o022, 0o644],
    ["may not be read by the group if the umask forbids it", 0o775, 0o077, 0o600],
  ])("%s", async (_, folderMode, umask, mode) => {
    const folder = temporaryFolder();
    chmodSync(folder, folderMode);
    const before = process.umask(umask);
    onTestFinished(() => void process.umask(before));
    const file = join(folder, "notice.db");
    const backend = sqliteBackend(file);
    await backend.create(first);
    const store = closing(await backend.open());
    await store.append(draftWith());
    const modes = () => ["", "-wal"].map((part) => statSync(file + part).mode & 0o777);
    expect(modes()).toEqual([mode, mode]);
    const backup = join(temporaryFolder(), "backup.db");
    await backend.backUp(backup);
    await backend.repairFromBackup?.(await checkBackup(backup), () => undefined, "anna");
    expect(statSync(file).mode & 0o777).toBe(mode);
  });
});

describe("Opening a store", () => {
  const refused = (file: string) => {
    try {
      return openSqliteStore(file);
    } catch (error) {
      const { code, message } = error as NoticeError;
      return [code, /\(([^)]+)\)/.exec(message)?.[1]];
    }
  };

  it("refuses a missing or empty file, and leaves it unchanged", async () => {
    const file = join(temporaryFolder(), "notice.db");
    expect(refused(file)).toEqual(["STORE_MISSING", undefined]);
    expect(existsSync(file)).toBe(false);
    writeFileSync(file, "");
    expect(refused(file)).toEqual(["STORE_MISSING", undefined]);
    expect(statSync(file).size).toBe(0);
    expect(await sqliteBackend(file).create(first)).toBe(true);
  });

  it("refuses a text file and another program's database, and leaves that unchanged", async () => {
    const file = join(temporaryFolder(), "notice.db");
    const text = join(temporaryFolder(), "notice.db");
    writeFileSync(text, "hello ".repeat(1000));
    expect(refused(text)).toEqual(["STORE_FOREIGN", "it is not a SQLite file"]);
    alter(file, "CREATE TABLE users (name TEXT)");
    expect(refused(file)).toEqual(["STORE_FOREIGN", "it is another program's database"]);
    await expect(sqliteBackend(file).create(first)).rejects.toMatchObject({ code: "STORE_FOREIGN" });
    expect(read(file, "PRAGMA journal_mode")).toBe("delete");
    expect(read(file, "SELECT count(*) FROM sqlite_schema")).toBe(1);
  });

  it.each([
    ["SQLITE_UNLOADABLE", "The module was compiled against another Node.js", "ERR_DLOPEN_FAILED"],
    ["SQLITE_UNLOADABLE", "Could not locate the bindings file. Tried:\n → /srv/better_sqlite3.node", ""],
    ["STORE_HIDDEN", "EACCES: permission denied, stat '/nowhere/notice.db'", "EACCES"],
  ])("reports %s for the error %j, and not a broken or missing store", (code, message, cause) => {
    const load = () =>
      translateErrors("/nowhere/notice.db", () => {
        throw Object.assign(new Error(message), cause && { code: cause });
      });
    expect(load).toThrow(expect.objectContaining({ code }));
  });
});

describe("The table of revisions", () => {
  it("refuses wrong, changed and deleted rows from any program", async () => {
    const file = await newStore();
    const insert = (columns: Record<string, unknown>, verb = "INSERT") => {
      const texts = { body: serialize(noticeWith()), sha256: "0".repeat(64), author: "eve" };
      const rest = { created_at: "2026-11-21T10:00:00.000Z", request_id: "request" };
      const row = { revision: 2, ...texts, ...rest, ...columns };
      const values = Object.values(row).map((value) => `'${value}'`);
      return `${verb} INTO revision (${Object.keys(row)}) VALUES (${values})`;
    };
    const request = read(file, "SELECT request_id FROM revision");
    for (const [sql, message] of [
      [insert({ body: '{"isEnabled":false}' }), /CHECK constraint/],
      [insert({ body: "{}" }), /CHECK constraint/],
      [insert({ revision: 1 }), /a revision follows the latest one/],
      [insert({ revision: 1 }, "REPLACE"), /a revision follows the latest one/],
      [insert({ request_id: request }, "REPLACE"), /a request is stored once/],
      ["UPDATE revision SET author = 'eve'", /a revision is never changed/],
      ["DELETE FROM revision", /a revision is never deleted/],
    ] as const)
      expect(() => alter(file, sql), sql).toThrow(message);
    expect((await opened(file).latest()).number).toBe(1);
  });
});

describe("A SQLite connection", () => {
  it.each([true, false])("uses WAL and synchronous=FULL, readonly: %s", async (readonly) => {
    const db = closing(openConnection(await newStore(), { readonly }));
    expect(db.pragma("journal_mode", { simple: true })).toBe("wal");
    expect(db.pragma("synchronous", { simple: true })).toBe(2);
  });

  it("uses SQLite 3.51.3 or later, in which two writers cannot corrupt the file", async () => {
    const db = closing(openConnection(await newStore()));
    const version = String(db.prepare("SELECT sqlite_version()").pluck().get());
    const [major = 0, minor = 0, patch = 0] = version.split(".").map(Number);
    expect(major * 1e6 + minor * 1e3 + patch).toBeGreaterThanOrEqual(3_051_003);
  });
});

describe("A SQLite writer", () => {
  it("waits for a locked store until the deadline, then fails and stores nothing", async () => {
    const file = await newStore();
    const unlock = locked(file);
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
    unlock();
    expect([attempts, await store.latestNumber(), await access.tokens()]).toEqual([3, 1, []]);
    await store.close();
  });

  it("calls a change unconfirmed if it cannot read the change back", async () => {
    const file = await newStore();
    let isCommitted = false;
    // The store reads the clock after the commit.
    const now = () => {
      if (!isCommitted) {
        isCommitted = true;
        renameSync(file, `${file}.away`);
        mkdirSync(file);
      }
      return 0;
    };
    const store = closing(openSqliteStore(file, { now, sleep: async () => {} }));
    await expect(store.append(draftWith())).rejects.toMatchObject({ code: "STORE_UNCONFIRMED" });
  });

  it("does not acknowledge a change to a file that was replaced meanwhile", async () => {
    const file = await newStore();
    const store = opened(file);
    const other = await newStore();
    removeStore(file);
    renameSync(other, file);
    await expect(store.append(draftWith())).rejects.toThrow("was removed or replaced meanwhile");
  });
});
