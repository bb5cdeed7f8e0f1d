import { readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { sha256 } from "../../schema/notice/hash.ts";
import { isToken } from "../../schema/token/token.ts";
import { notice } from "../support/command/command.ts";
import { prepared } from "../support/command/prepared.ts";
import { tokenWith } from "../support/store/access-contract.ts";
import { accessOf, stored } from "./stored-tokens.ts";

const day = 86_400_000;
const time = /\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z/;

describe("notice token", () => {
  it("makes a writing token for 90 days, prints it once and stores only its hash", async () => {
    const at = await prepared();
    const { code, stdout, stderr } = await at.run("token", "create", "anna");
    const token = stdout.trimEnd();
    expect([code, isToken(token)]).toEqual([0, true]);
    expect(stderr.replace(time, "TIME")).toBe(
      "This is shown only now. It may read and publish as anna until TIME; `npx notice token revoke anna` ends it earlier.\n",
    );
    const [kept, ...others] = await stored(at);
    expect(others).toEqual([]);
    expect(kept).toMatchObject({
      name: "anna",
      scope: "write",
      sha256: sha256(token),
      ending: token.slice(-4),
    });
    expect(Date.parse(kept?.expiresAt ?? "") - Date.parse(kept?.createdAt ?? "")).toBe(90 * day);
    for (const file of readdirSync(dirname(at.database)))
      expect(readFileSync(join(dirname(at.database), file)).includes(token)).toBe(false);
    const printed = await Promise.all([at.run("token", "list"), at.run("token", "list", "--json")]);
    expect(printed.map(({ stdout }) => stdout).join("")).not.toContain(token.slice(4, 40));
  });

  it("makes a token with the given scope and lifetime", async () => {
    const at = await prepared();
    const args = ["--scope", "read", "--expires", "12h", "--json"];
    const { stdout } = await at.run("token", "create", "Zoë K.", ...args);
    const { token, ...shown } = JSON.parse(stdout);
    expect(isToken(token)).toBe(true);
    expect(shown).toEqual({
      name: "Zoë K.",
      scope: "read",
      ending: token.slice(-4),
      createdAt: expect.stringMatching(time),
      expiresAt: expect.stringMatching(time),
    });
    expect(Date.parse(shown.expiresAt) - Date.parse(shown.createdAt)).toBe(day / 2);
    const { stderr } = await at.run("token", "create", "a b", "--scope", "read");
    expect(stderr).toContain("It may read as a b until");
    expect(stderr).toContain('`npx notice token revoke "a b"` ends');
  });

  it("lists tokens, links and sign-ins with their expiry, and reports an empty list", async () => {
    const at = await prepared();
    expect((await at.run("token", "list")).stdout).toBe(
      "There is no token: make one with `npx notice token create NAME`.\n",
    );
    expect(JSON.parse((await at.run("token", "list", "--json")).stdout)).toEqual([]);
    const [over, valid] = ["2001-01-01T00:00:00.000Z", "2901-01-01T00:00:00.000Z"];
    await accessOf(at, async (access) => {
      await access.addToken(tokenWith({ name: "bert", scope: "read", expiresAt: over }));
      await access.addToken(tokenWith({ expiresAt: valid }));
      await access.addToken(tokenWith({ kind: "link", name: "carl", expiresAt: valid }));
      const times = { usedAt: "2026-11-23T10:00:00.000Z", createdAt: "2026-11-22T10:00:01.000Z" };
      await access.addToken(tokenWith({ kind: "sign-in", expiresAt: valid, ...times }));
      // What is over is not listed.
      for (const kind of ["sign-in", "link"] as const)
        await access.addToken(tokenWith({ kind, name: "over", expiresAt: over }));
    });
    expect((await at.run("token", "list")).stdout).toBe(
      `anna  token  write  …a1B2  created 2026-11-22T10:00:00.000Z  expires ${valid}\n` +
        `anna  sign-in  write  …a1B2  created 2026-11-22T10:00:01.000Z  used 2026-11-23T10:00:00.000Z  expires ${valid}\n` +
        `bert  token  read  …a1B2  created 2026-11-22T10:00:00.000Z  expired ${over}\n` +
        `carl  link  write  …a1B2  created 2026-11-22T10:00:00.000Z  expires ${valid}\n`,
    );
    expect(JSON.parse((await at.run("token", "list", "--json")).stdout)[2]).toEqual({
      ...{ kind: "token", name: "bert", scope: "read", ending: "a1B2", usedAt: null },
      ...{ createdAt: "2026-11-22T10:00:00.000Z", expiresAt: over, expired: true },
    });
  });

  it("revokes a token, whatever Unicode form its name has", async () => {
    const at = await prepared();
    await accessOf(at, (access) => access.addToken(tokenWith({ name: "zoë" })));
    const { code, stdout } = await at.run("token", "revoke", "zoe\u0308");
    expect([code, stdout]).toEqual([0, "Revoked: zoë  token  write  …a1B2\n"]);
    expect(await stored(at)).toEqual([]);
    await accessOf(at, (access) => access.addToken(tokenWith()));
    expect(JSON.parse((await at.run("token", "revoke", "anna", "--json")).stdout)).toMatchObject({
      revoked: [{ kind: "token", name: "anna" }],
    });
  });

  it("refuses wrong names, scopes and lifetimes in one sentence", async () => {
    const at = await prepared();
    const anna = tokenWith({ expiresAt: "2901-01-01T00:00:00.000Z" });
    await accessOf(at, (access) => access.addToken(anna));
    const name =
      "It must be 1 to 60 letters, digits, spaces or any of . _ @ + -, and neither begin with - nor begin or end with a space";
    for (const [args, sentence] of [
      [
        ["create", "anna"],
        "There is already a valid token named anna: give another name, or revoke that token first with `npx notice token revoke`.\n",
      ],
      [["revoke", "bert"], "There is no token named bert: `npx notice token list` lists the tokens.\n"],
      [["create"], "Missing required argument 'name'"],
      [["create", ""], name],
      [["create", "x".repeat(61)], name],
      [["create", "a\u202eb"], name],
      [["create", "x", "--scope", "admin"], "Allowed choices are read, write"],
      [["create", "x", "--expires", "soon"], "It must be a time such as 10s, 2m, 1h or 1d"],
      [["create", "x", "--expires", "0d"], "--expires must be more than 0: give a time such as 90d.\n"],
      [["crate", "x"], "Unknown command 'crate' (Did you mean create?)"],
    ] as const) {
      const outcome = await at.run("token", ...args);
      const stderr = expect.stringContaining(sentence);
      expect([args, outcome]).toEqual([args, { code: 2, stdout: "", stderr }]);
      expect(outcome.stderr).toMatch(/^[^\n]+\n$/);
    }
    expect(await stored(at)).toEqual([anna]);
  });

  it.each(["create", "list", "revoke"])("has help with an example for %s", async (command) => {
    const { code, stdout } = await notice(process.env, ["token", command, "--help"]);
    expect([code, stdout]).toEqual([0, expect.stringContaining(`  $ npx notice token ${command}`)]);
  });
});

it("notice token create fails if the store is replaced meanwhile", async () => {
  const [at, other] = [await prepared(), await prepared()];
  await accessOf(at, async (access) => {
    // It is written before anything is waited for, and then looked for in the store that is there by now.
    const change = access.addToken(tokenWith());
    for (const suffix of ["-wal", "-shm"]) rmSync(at.database + suffix, { force: true });
    renameSync(other.database, at.database);
    await expect(change).rejects.toThrow(`lost, because ${at.database} was removed or replaced`);
  });
});
