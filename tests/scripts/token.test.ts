import { readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { sqliteBackend } from "../../data/sqlite/backend.ts";
import type { AccessStore } from "../../data/store.ts";
import { sha256 } from "../../schema/notice/hash.ts";
import { isToken } from "../../schema/token/token.ts";
import { refusal } from "../support/command/command.ts";
import { type Prepared, prepared } from "../support/command/prepared.ts";
import { temporaryFolder } from "../support/folder.ts";
import { read } from "../support/store/sqlite-file.ts";
import { tokenWith } from "../support/store/tokens.ts";

async function accessOf<T>({ database }: Prepared, work: (access: AccessStore) => Promise<T>) {
  const access = await sqliteBackend(database).openAccess();
  return work(access).finally(() => access.close());
}
const stored = (at: Prepared) => accessOf(at, (access) => access.tokens());

const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/;
const [past, future] = ["2001-01-01T00:00:00.000Z", "2901-01-01T00:00:00.000Z"];
const hoursBetween = (start = "", end = "") => (Date.parse(end) - Date.parse(start)) / 3_600_000;

describe("notice token", () => {
  it("makes a writing token for 90 days, prints it once and stores only its hash", async () => {
    const at = await prepared();
    const { code, stdout, stderr } = await at.run("token", "create", "anna");
    const token = stdout.trimEnd();
    expect([code, isToken(token)]).toEqual([0, true]);
    expect(stderr.replace(time, "TIME")).toBe(
      "This is shown only now. It may read and publish as anna until TIME; `npx notice token revoke anna` ends it earlier.\n",
    );
    const ending = token.slice(-4);
    const kept = await stored(at);
    expect(kept).toMatchObject([{ name: "anna", scope: "write", sha256: sha256(token), ending }]);
    expect(hoursBetween(kept[0]?.createdAt, kept[0]?.expiresAt)).toBe(90 * 24);
    const folder = dirname(at.database);
    for (const file of readdirSync(folder))
      expect(readFileSync(join(folder, file)).includes(token)).toBe(false);
    for (const more of [[], ["--json"]])
      expect((await at.run("token", "list", ...more)).stdout).not.toContain(token.slice(4, 40));
  });

  it("makes a token with the given scope and lifetime", async () => {
    const { run } = await prepared();
    const create = (...args: string[]) => run("token", "create", ...args, "--scope", "read");
    const { token, ...shown } = JSON.parse((await create("Zoë K.", "--expires", "12h", "--json")).stdout);
    const times = { createdAt: expect.stringMatching(time), expiresAt: expect.stringMatching(time) };
    expect(isToken(token)).toBe(true);
    expect(shown).toEqual({ name: "Zoë K.", scope: "read", ending: token.slice(-4), ...times });
    expect(hoursBetween(shown.createdAt, shown.expiresAt)).toBe(12);
    const { stderr } = await create("a b");
    expect(stderr).toMatch(/It may read as a b until .*`npx notice token revoke "a b"`/);
  });

  it("lists tokens, links and sign-ins with their expiry, and reports an empty list", async () => {
    const at = await prepared();
    expect((await at.run("token", "list")).stdout).toContain("There is no token: ");
    expect(JSON.parse((await at.run("token", "list", "--json")).stdout)).toEqual([]);
    await accessOf(at, async (access) => {
      const times = { usedAt: "2026-11-23T10:00:00.000Z", createdAt: "2026-11-22T10:00:01.000Z" };
      for (const token of [
        { name: "bert", scope: "read", expiresAt: past },
        { expiresAt: future },
        { kind: "link", name: "carl", expiresAt: future },
        { kind: "sign-in", expiresAt: future, ...times },
        // Sign-ins and links that have expired are not listed.
        { kind: "sign-in", name: "over", expiresAt: past },
        { kind: "link", name: "over", expiresAt: past },
      ] as const)
        await access.addToken(tokenWith(token));
    });
    expect((await at.run("token", "list")).stdout).toBe(
      `anna  token  write  …a1B2  created 2026-11-22T10:00:00.000Z  expires ${future}
anna  sign-in  write  …a1B2  created 2026-11-22T10:00:01.000Z  used 2026-11-23T10:00:00.000Z  expires ${future}
bert  token  read  …a1B2  created 2026-11-22T10:00:00.000Z  expired ${past}
carl  link  write  …a1B2  created 2026-11-22T10:00:00.000Z  expires ${future}
`,
    );
    expect(JSON.parse((await at.run("token", "list", "--json")).stdout)[2]).toEqual({
      ...{ kind: "token", name: "bert", scope: "read", ending: "a1B2", usedAt: null },
      ...{ createdAt: "2026-11-22T10:00:00.000Z", expiresAt: past, expired: true },
    });
  });

  it("revokes a token, whatever Unicode form its name has", async () => {
    const at = await prepared();
    await accessOf(at, (access) => access.addToken(tokenWith({ name: "zoë" })));
    const { code, stdout } = await at.run("token", "revoke", "zoe\u0308");
    expect([code, stdout]).toEqual([0, "Revoked: zoë  token  write  …a1B2\n"]);
    expect(await stored(at)).toEqual([]);
    await accessOf(at, (access) => access.addToken(tokenWith()));
    const revoked = [{ kind: "token", name: "anna" }];
    expect(JSON.parse((await at.run("token", "revoke", "anna", "--json")).stdout)).toMatchObject({ revoked });
  });

  const name = "It must be 1 to 60 letters, digits, spaces or any of . _ @ + -, and neither begin with - nor";
  it.each([
    [["create", "anna"], "There is already a valid token named anna"],
    [["revoke", "bert"], "There is no token named bert"],
    [["create"], "Missing required argument 'name'"],
    [["create", ""], name],
    [["create", "x".repeat(61)], name],
    [["create", "a\u202eb"], name],
    [["create", "x", "--scope", "admin"], "Allowed choices are read, write"],
    [["create", "x", "--expires", "soon"], "It must be a time such as 10s, 2m, 1h or 1d"],
    [["create", "x", "--expires", "0d"], "--expires must be more than 0"],
    [["crate", "x"], "Unknown command 'crate' (Did you mean create?)"],
  ])("refuses %j in one sentence", async (args, words) => {
    const at = await prepared();
    const anna = tokenWith({ expiresAt: future });
    await accessOf(at, (access) => access.addToken(anna));
    expect(await at.run("token", ...args)).toEqual(refusal(words));
    expect(await stored(at)).toEqual([anna]);
  });
});

describe("A store's tokens", () => {
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
    expect(read(backup, "SELECT (SELECT count(*) FROM token) + (SELECT count(*) FROM usage)")).toBe(0);
    expect(read(backup, "PRAGMA integrity_check")).toBe("ok");
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

  it("are not acknowledged if the store is replaced meanwhile", async () => {
    const [at, other] = [await prepared(), await prepared()];
    await accessOf(at, async (access) => {
      // The token is written at once, and then looked for in the store that is there by then.
      const change = access.addToken(tokenWith());
      for (const suffix of ["-wal", "-shm"]) rmSync(at.database + suffix, { force: true });
      renameSync(other.database, at.database);
      await expect(change).rejects.toMatchObject({ code: "WRITE_LOST" });
    });
  });
});
