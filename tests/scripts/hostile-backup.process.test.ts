import { existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { defaults } from "../../schema/notice/defaults.ts";
import { backedUp, removeStore } from "../support/command/backed-up.ts";
import { notice } from "../support/command/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { forge } from "../support/store/forged-backup.ts";
import { forged, hostileBackups, row, sql } from "../support/store/hostile-backups.ts";

describe("notice restore refuses in one sentence, and changes nothing, for a backup with", () => {
  it("whatever is wrong with it", async () => {
    const { env, run, backup, document } = await backedUp();
    for (const [name, make, reason] of hostileBackups) {
      const file = make(backup);
      const missing = join(temporaryFolder(), "notice.db");
      const expectRefusal = async (DATABASE: string | undefined, ...options: string[]) => {
        const { code, stdout, stderr } = await notice({ ...env, DATABASE }, ["restore", file, ...options]);
        expect([name, code, stdout]).toEqual([name, 2, ""]);
        expect(stderr).toContain(`${file} is not a backup this version can restore (`);
        expect(stderr).toContain(reason);
        expect(stderr.trimEnd()).toMatch(/^[^\n]*\): give the path of a file made by `npx notice backup`\.$/);
      };
      // A store that is intact takes no more than the latest revision, and does not look at the others.
      if (/^(the number 0|a negative number|an earlier|a request that our)/.test(name))
        expect((await run("restore", file, "--dry-run")).code).toBe(0);
      else await expectRefusal(env.DATABASE);
      await expectRefusal(missing);
      // What only our own table refuses is not known before. Whatever else is refused is looked for in the same way.
      if (name.startsWith("a number")) await expectRefusal(missing, "--dry-run");
      expect(readdirSync(dirname(missing)).filter((left) => left !== "notice.db.lock")).toEqual([]);
    }
    expect(await document()).toEqual({ ...defaults, title: "Good" });
  });
});

describe("notice restore, for a missing store,", () => {
  it("takes nothing from a backup but its revisions, each with its number, author and time", async () => {
    const { run, backup, database } = await backedUp();
    const before = JSON.parse((await run("history", "--json")).stdout);
    const file = forge(backup, row({ revision: 41 }));
    removeStore(database);
    expect((await run("restore", file)).stdout).toContain("Revision 41 is published");
    const after = JSON.parse((await run("history", "--json")).stdout);
    expect(after.slice(1)).toEqual(before);
    expect(after[0]).toMatchObject({ revision: 41, author: "eve", createdAt: "2026-11-21T10:00:00.000Z" });
    const db = new Database(database, { readonly: true });
    expect(db.prepare("SELECT request_id FROM revision WHERE revision = 41").pluck().get()).toBe("request");
    expect(db.prepare("SELECT count(*) FROM sqlite_schema").pluck().get()).toBe(14);
    expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
    db.close();
    expect((await run("check")).code).toBe(0);
  });

  it("takes a backup without our triggers", async () => {
    const { run, backup, database } = await backedUp();
    const file = forged(backup, (path) => {
      const db = new Database(path);
      for (const name of ["follows", "is_new", "is_kept", "stays"]) db.exec(`DROP TRIGGER revision_${name}`);
      db.close();
    });
    removeStore(database);
    expect((await run("restore", file)).stdout).toContain("is published");
    const db = new Database(database, { readonly: true });
    const triggers = db.prepare("SELECT count(*) FROM sqlite_schema WHERE type = 'trigger'").pluck().get();
    expect(triggers).toBe(4);
    db.close();
  });

  it("leaves out an earlier revision that is damaged, and says so", async () => {
    const { run, backup, database } = await backedUp();
    const file = forge(
      backup,
      sql("UPDATE revision SET body = replace(body, 'Under', 'Undxr') WHERE revision = 1"),
    );
    removeStore(database);
    expect((await run("restore", file)).stdout).toMatch(
      /^Revision 3 is published: .*\nDamaged revisions that were left out: 1\.\n$/,
    );
    const history = JSON.parse((await run("history", "--json")).stdout);
    expect(history.map(({ revision }: { revision: number }) => revision)).toEqual([3, 2]);
    expect((await run("check")).code).toBe(0);
    removeStore(database);
    expect(JSON.parse((await run("restore", file, "--json")).stdout)).toMatchObject({ leftOut: 1 });
  });

  it("goes on beyond what visitors have seen with one revision, however far that is", async () => {
    const { run, backup, database } = await backedUp();
    const known = `${database}.last-known-good.json`;
    const kept = JSON.parse(readFileSync(known, "utf8"));
    writeFileSync(known, JSON.stringify({ ...kept, revision: 9_999_999 }));
    removeStore(database);
    expect((await run("restore", backup)).stdout).toContain("Revision 10000000 is published");
    const history = JSON.parse((await run("history", "--json")).stdout);
    expect(history.map(({ revision }: { revision: number }) => revision)).toEqual([10_000_000, 2, 1]);
  });
});

describe("notice restore, for a store that is missing or broken,", () => {
  it.each([
    ["missing", removeStore],
    [
      "broken",
      (database: string) => {
        removeStore(database);
        writeFileSync(database, "x".repeat(10_000));
      },
    ],
  ])(
    "says in JSON what it would do, and holds --if-revision against revision 0: %s",
    async (_name, breakStore) => {
      const { run, backup, database } = await backedUp();
      breakStore(database);
      const title = { ...defaults, title: "Good" };
      const dryRun = await run("restore", backup, "--dry-run", "--json");
      expect([dryRun.code, JSON.parse(dryRun.stdout)]).toEqual([
        0,
        { published: false, revision: 0, notice: title },
      ]);
      for (const more of [[], ["--dry-run"], ["--json"]]) {
        expect(await run("restore", backup, "--if-revision", "2", ...more)).toEqual({
          code: 3,
          stdout: "",
          stderr:
            "The store is missing or broken, which counts as revision 0, not 2: look at it with `npx notice check` and try again with --if-revision 0.\n",
        });
      }
      expect(existsSync(database)).toBe(_name === "broken");
      const done = await run("restore", backup, "--if-revision", "0", "--json");
      const tokensLost = _name === "broken" ? { tokensLost: true } : {};
      expect([done.code, JSON.parse(done.stdout)]).toEqual([
        0,
        { published: true, revision: 3, notice: title, ...tokensLost },
      ]);
      // By now there is a store.
      expect((await run("restore", backup, "--if-revision", "0")).code).toBe(3);
    },
  );
});
