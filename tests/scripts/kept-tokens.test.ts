import { readFileSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it } from "vitest";
import { sqliteBackend } from "../../data/sqlite/backend.ts";
import { sha256 } from "../../schema/notice/hash.ts";
import { prepared } from "../support/command/prepared.ts";
import { temporaryFolder } from "../support/folder.ts";
import { tokenWith } from "../support/store/access-contract.ts";
import { accessOf, stored } from "./stored-tokens.ts";

describe("Tokens", () => {
  /** A store with two tokens, a sign-in and a use of a model, and a backup of the store. */
  async function withAccess() {
    const at = await prepared();
    await accessOf(at, async (access) => {
      for (const name of ["user 1", "user 2", "user 3"])
        await access.addToken(tokenWith({ name, sha256: sha256(name) }));
      await access.addToken(tokenWith({ kind: "sign-in", name: "signed in" }));
      await access.revoke("user 2", new Date().toISOString());
    });
    const usage = await sqliteBackend(at.database).openUsage();
    await usage.reserveUse(5).finally(usage.close);
    const backup = join(temporaryFolder(), "backup.db");
    expect((await at.run("backup", backup)).code).toBe(0);
    return { at, backup };
  }

  it("are in no byte of a backup", async () => {
    const { at, backup } = await withAccess();
    const bytes = readFileSync(backup);
    for (const text of ["user ", sha256("user 1"), sha256("user 2"), "signed in"])
      expect([text, bytes.includes(text)]).toEqual([text, false]);
    const db = new Database(backup, { readonly: true });
    const count = "(SELECT count(*) FROM token) + (SELECT count(*) FROM usage)";
    expect(db.prepare(`SELECT ${count}`).pluck().get()).toBe(0);
    expect(db.pragma("integrity_check", { simple: true })).toBe("ok");
    db.close();
    expect(await stored(at)).toHaveLength(3);
  });

  it("survive a restored notice, but a restored history ends all sign-ins", async () => {
    const { at, backup } = await withAccess();
    expect((await at.run("restore", backup)).stdout).toContain("All sign-ins have ended.");
    expect((await stored(at)).map(({ kind }) => kind)).toEqual(["token", "token"]);
    await accessOf(at, (access) => access.addToken(tokenWith({ kind: "sign-in" })));
    const before = await stored(at);
    await at.run("set", "--title", "Bad");
    expect((await at.run("restore", backup)).stdout).toContain("Revision 3 is published.");
    expect(await stored(at)).toEqual(before);
  });
});
