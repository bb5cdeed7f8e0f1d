import { copyFileSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { createStore } from "../../data/create.ts";
import { sqliteBackend } from "../../data/sqlite/backend.ts";
import { watchSqlite } from "../../data/sqlite/watcher.ts";
import { migrate } from "../../data/sqlite-file/migrations.ts";
import { notice } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { asking } from "../support/network/http.ts";
import { serveHere } from "../support/service/service-here.ts";
import { draftWith } from "../support/texts/notices.ts";

/** A store as version 0.1.0 wrote it, which has format 1, with three revisions. */
function oldStore(): { database: string; run: (...args: string[]) => ReturnType<typeof notice> } {
  const database = join(temporaryFolder(), "notice.db");
  copyFileSync("tests/fixtures/0.1.0/store.db", database);
  const env = { ...process.env, DATABASE: database, NOTICE_AUTHOR: "anna" };
  return { database, run: (...args) => notice(env, args) };
}

function formatOf(file: string): unknown {
  const db = new Database(file, { readonly: true });
  try {
    return db.pragma("user_version", { simple: true });
  } finally {
    db.close();
  }
}

const kept = "tests/fixtures/0.1.0/last-known-good.json";

describe("a store of format 1", () => {
  it.each([
    ["show"],
    ["history"],
    ["check"],
    ["token", "list"],
    ["backup", "b.db"],
    ["validate", "data/notice.json"],
    ["init"],
    ["set", "--title", "On", "--dry-run"],
    ["rollback", "1", "--dry-run"],
    ["apply", "data/notice.json", "--dry-run"],
  ])("is read by %s, and keeps its format", async (...args) => {
    const { database, run } = oldStore();
    const [command, file = "", ...rest] = args;
    const target = command === "backup" ? [join(dirname(database), file)] : file === "" ? [] : [file];
    expect(await run(command, ...target, ...rest)).toMatchObject({ code: 0, stderr: "" });
    expect(formatOf(database)).toBe(1);
    if (command === "backup") expect(formatOf(target[0] ?? "")).toBe(1);
  });

  it.each([
    ["set", "--title", "On"],
    ["apply", "data/notice.json"],
    ["rollback", "1"],
    ["token", "create", "anna"],
  ])("is brought to format 6 by %s, with everything in it", async (...args) => {
    const { database, run } = oldStore();
    const before = JSON.parse((await run("history", "--json")).stdout);
    const stdout =
      args[0] === "token" ? /^bsn_/ : /^Revision 4 is published: the service shows it with its next reply\./;
    expect(await run(...args)).toMatchObject({ code: 0, stdout: expect.stringMatching(stdout) });
    expect(formatOf(database)).toBe(6);
    expect(JSON.parse((await run("history", "--before", "4", "--json")).stdout)).toEqual(before);
    expect((await run("check")).code).toBe(0);
  });

  it("keeps its format when the change is refused", async () => {
    const { database, run } = oldStore();
    expect((await run("set", "--title", "On", "--if-revision", "2")).code).toBe(3);
    expect((await run("set", "--title", "")).code).toBe(2);
    expect((await run("token", "revoke", "anna")).code).toBe(2);
    const store = await sqliteBackend(database).open();
    await expect(store.append(draftWith({ title: "" }))).rejects.toThrow(/"title" is empty/);
    await store.close();
    expect(formatOf(database)).toBe(1);
  });

  it("goes on from a last known good notice that is far ahead, with one revision", async () => {
    const { database } = oldStore();
    const known = { ...JSON.parse(readFileSync(kept, "utf8")), revision: 7000 };
    const lastKnownGood = join(dirname(database), "known.json");
    writeFileSync(lastKnownGood, JSON.stringify(known));
    const backend = sqliteBackend(database);
    const created = await createStore(backend, { lastKnownGood, firstNotice: "data/notice.json" }, "anna");
    expect(created).toEqual({ number: 7001, from: lastKnownGood });
    expect(formatOf(database)).toBe(6);
  });

  it("is shown by a server, and so is the very next request after a command has brought it up to date", async () => {
    const { database, run } = oldStore();
    const { url } = await serveHere({ DATABASE: database });
    const ask = asking(url);
    const shown = async () => {
      const { headers, body } = await ask({ url: "/api/notice" });
      return [headers["maintenance-notice"], JSON.parse(body).title];
    };
    const health = async () => (await ask({ url: "/readyz" })).json();
    expect(await shown()).toEqual(["3", "Back at nine"]);
    expect(formatOf(database)).toBe(1);
    expect((await run("set", "--title", "Brought up to date")).code).toBe(0);
    expect(await shown()).toEqual(["4", "Brought up to date"]);
    expect(formatOf(database)).toBe(6);
    expect((await run("set", "--title", "And on")).code).toBe(0);
    expect(await shown()).toEqual(["5", "And on"]);
    expect(await health()).toMatchObject({ store: "up", revision: 5 });
  });
});

describe("a store of format 2", () => {
  it("is read as it is, and brought to format 6 by the first change, whether or not that is in several languages", async () => {
    for (const changes of [{ title: "On" }, { language: "en" }]) {
      const { database, run } = oldStore();
      const db = new Database(database);
      migrate(db, database, 2);
      db.close();
      expect(JSON.parse((await run("show", "--json")).stdout).title).toBe("Back at nine");
      expect(formatOf(database)).toBe(2);
      const store = await sqliteBackend(database).open();
      await store.append(draftWith(changes)).finally(() => store.close());
      expect(formatOf(database)).toBe(6);
      expect((await run("check")).code).toBe(0);
    }
  });
});

describe("a store of format 4", () => {
  it("finds what said the same before once a change has brought it up to date", async () => {
    const { database, run } = oldStore();
    const db = new Database(database);
    migrate(db, database, 4);
    db.close();
    const repeated = async (number: number) => {
      const store = await sqliteBackend(database).read();
      return store.repeated([number]).finally(() => store.close());
    };
    expect((await run("rollback", "1", "--dry-run")).code).toBe(0);
    expect([formatOf(database), await repeated(3)]).toEqual([4, new Map()]);
    await run("rollback", "1");
    expect([formatOf(database), await repeated(4)]).toEqual([6, new Map([[4, 1]])]);
  });
});

describe("a store of format 5", () => {
  it("has counted no request to the models, and is brought up to date by the first that is", async () => {
    const { database, run } = oldStore();
    const db = new Database(database);
    migrate(db, database, 5);
    db.close();
    const usage = await sqliteBackend(database).openUsage();
    expect(await usage.usesToday()).toBe(0);
    expect(formatOf(database)).toBe(5);
    expect(await usage.reserveUse(5)).toEqual({ count: 1, limit: 5 });
    expect(formatOf(database)).toBe(6);
    expect((await run("check")).code).toBe(0);
  });
});

describe("a store of a newer format", () => {
  const raise = (file: string): void => {
    const db = new Database(file);
    db.pragma("user_version = 7");
    db.close();
  };

  it("is refused by every command, whichever reads or writes", async () => {
    const { database, run } = oldStore();
    raise(database);
    for (const args of [
      ["show"],
      ["history"],
      ["set", "--title", "On"],
      ["backup", `${database}.b`],
      ["init"],
    ]) {
      expect(await run(...args)).toMatchObject({
        code: 1,
        stderr: `The notice store ${database} has format 7, but this version supports formats only up to 6: use the newer version that wrote it.\n`,
      });
    }
  });

  it("is refused by a watcher that has it open already, as it might misread it", async () => {
    const { database } = oldStore();
    // In this mode, a commit does not touch the file itself.
    const db = new Database(database);
    db.pragma("journal_mode = WAL");
    onTestFinished(() => void db.close());
    const watcher = watchSqlite(database);
    onTestFinished(() => watcher.close());
    expect(watcher.poll()).toMatchObject({ number: 3 });
    raise(database);
    expect(() => watcher.poll()).toThrow(/has format 7, but this version supports formats only up to 6/);
  });

  it("is refused by a writer that has it open already", async () => {
    const { database } = oldStore();
    const store = await sqliteBackend(database).open();
    onTestFinished(() => store.close());
    raise(database);
    await expect(store.append(draftWith({ title: "On" }))).rejects.toMatchObject({ code: "STORE_NEWER" });
  });
});
