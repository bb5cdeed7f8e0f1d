import { describe, expect, it } from "vitest";
import { type AccessStore, maxSignIns, type StoreBackend, type StoredToken } from "../../../data/store.ts";
import { sha256 } from "../../../schema/notice/hash.ts";
import { closing } from "../../support/shared.ts";
import { tokenWith } from "../../support/store/tokens.ts";
import { draftWith } from "../../support/texts/notices.ts";

type Backend = Pick<StoreBackend, "create" | "open" | "openAccess" | "watch">;

const later = "2026-11-22T11:00:00.000Z";

/** Tests what every kind of store must do with tokens, links and sign-ins. `makeEmpty` names a place without a store. */
export function describeAccessContract(makeEmpty: () => Promise<{ backend: Backend }>): void {
  const open = async (backend: Backend): Promise<AccessStore> => closing(await backend.openAccess());
  /** Creates a store, and opens its access twice. */
  const createStore = async () => {
    const { backend } = await makeEmpty();
    await backend.create({ ...draftWith(), number: 1 });
    return { backend, access: await open(backend), other: await open(backend) };
  };

  it("cannot be opened before the store is created, and does not create it", async () => {
    const { backend } = await makeEmpty();
    for (let time = 0; time < 2; time += 1)
      await expect(backend.openAccess()).rejects.toMatchObject({ code: "STORE_MISSING", exitCode: 1 });
  });

  describe("tokens", () => {
    it("are listed by name, and found by their hashes at once over another connection", async () => {
      const { access, other } = await createStore();
      expect(await access.tokens()).toEqual([]);
      const anna = tokenWith();
      const [zoe, bert] = [tokenWith({ name: "zoë", scope: "read" }), tokenWith({ name: "Bert" })];
      for (const token of [zoe, anna, bert]) await access.addToken(token);
      expect(await other.tokens()).toEqual([bert, anna, zoe]);
      expect(await other.find([anna.sha256, sha256("unknown")])).toEqual([anna]);
      expect(await other.find([])).toEqual([]);
    });

    it("end when their name is revoked, with its links and sign-ins, and the name is free again", async () => {
      const { access, other } = await createStore();
      const [link, signIn] = [tokenWith({ kind: "link" }), tokenWith({ kind: "sign-in" })];
      const bert = tokenWith({ name: "bert" });
      for (const row of [tokenWith(), link, signIn, bert]) await access.addToken(row);
      const revoked = await other.revoke("anna", later);
      expect(revoked.map(({ kind }) => kind).sort()).toEqual(["link", "sign-in", "token"]);
      // The sign-in stays as expired, for requests under way with its cookie.
      expect(await access.tokens()).toEqual([{ ...signIn, expiresAt: later }, bert]);
      const unknown = { code: "TOKEN_UNKNOWN", exitCode: 2 };
      await expect(access.revoke("anna", later)).rejects.toMatchObject(unknown);
      const next = tokenWith({ sha256: sha256("next"), scope: "read" });
      await access.addToken(next);
      expect(await other.find([next.sha256])).toEqual([next]);
    });

    it("have unique names, so one of several callers gets a name; an expired token frees it", async () => {
      const { access } = await createStore();
      await access.addToken(tokenWith({ expiresAt: "2026-11-22T09:59:59.999Z" }));
      const tokens = ["one", "two", "three"].map((text) => tokenWith({ sha256: sha256(text) }));
      const outcomes = await Promise.allSettled(tokens.map((token) => access.addToken(token)));
      const taken = outcomes.findIndex(({ status }) => status === "fulfilled");
      expect(await access.tokens()).toEqual([tokens[taken]]);
      const refused = { status: "rejected", reason: { code: "TOKEN_EXISTS", exitCode: 2 } };
      expect(outcomes.toSpliced(taken, 1)).toMatchObject([refused, refused]);
      const inTime = tokenWith({ createdAt: "2027-02-20T09:59:59.999Z" });
      await expect(access.addToken(inTime)).rejects.toMatchObject({ code: "TOKEN_EXISTS" });
      const revoked = await Promise.allSettled(tokens.map(() => access.revoke("anna", later)));
      expect(revoked.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    });

    it("record when they were used and when they expire, unless they have ended", async () => {
      const { access } = await createStore();
      const signIn = tokenWith({ kind: "sign-in" });
      await access.addToken(signIn);
      const [usedAt, expiresAt] = ["2026-12-01T10:00:00.000Z", "2027-02-01T10:00:00.000Z"];
      await access.keepUse(signIn.sha256, usedAt, expiresAt);
      expect(await access.tokens()).toEqual([{ ...signIn, usedAt, expiresAt }]);
      await access.endSignIn(signIn.sha256, later);
      await access.keepUse(signIn.sha256, expiresAt, signIn.limitAt);
      expect(await access.tokens()).toEqual([{ ...signIn, usedAt, expiresAt: later }]);
      await access.addToken(tokenWith());
      await access.endSignIn(tokenWith().sha256, later);
      expect(await access.find([tokenWith().sha256])).toEqual([tokenWith()]);
    });
  });

  it("limits the sign-ins for each name: one more ends the oldest", async () => {
    const { access } = await createStore();
    const signInAt = (second: number) => {
      const createdAt = `2026-11-22T10:00:${second}.000Z`;
      return tokenWith({ kind: "sign-in", sha256: sha256(createdAt), createdAt });
    };
    const signIns = Array.from({ length: maxSignIns + 1 }, (_, index) => signInAt(10 + index));
    for (const signIn of signIns) await access.addToken(signIn);
    const [first, second] = signIns.slice(1) as [StoredToken, StoredToken];
    expect(await access.tokens()).toEqual(signIns.slice(1));
    // Sign-ins of other names, and ended ones, do not count.
    await access.addToken(tokenWith({ kind: "sign-in", name: "bert" }));
    await access.endSignIn(second.sha256, "2026-11-22T10:00:20.000Z");
    await access.addToken(signInAt(59));
    expect(await access.find([first.sha256, second.sha256])).toEqual([first]);
  });

  describe("links", () => {
    const signInOf =
      (secret: string, createdAt = later) =>
      ({ name, scope, limitAt }: StoredToken) =>
        tokenWith({ kind: "sign-in", name, scope, limitAt, sha256: sha256(secret), createdAt });

    it("make one sign-in, although several callers spend the link at once", async () => {
      const { access, other } = await createStore();
      const link = tokenWith({ kind: "link", scope: "read" });
      await access.addToken(link);
      const spent = await Promise.all(
        ["a", "b", "c", "d"].map((secret, index) =>
          (index % 2 ? other : access).spendLink(link.sha256, signInOf(secret)),
        ),
      );
      const [made, ...others] = spent.filter((one) => one !== undefined);
      expect([made?.kind, made?.name, made?.scope, others]).toEqual(["sign-in", "anna", "read", []]);
      expect(await other.tokens()).toEqual([{ ...link, usedAt: later }, made]);
      expect(await other.spendLink(link.sha256, signInOf("e"))).toBeUndefined();
    });

    it("make no sign-in if they are unknown, expired or revoked, and neither does a token", async () => {
      const { access } = await createStore();
      const [link, token] = [tokenWith({ kind: "link" }), tokenWith({ name: "bert" })];
      for (const row of [link, token]) await access.addToken(row);
      expect(await access.spendLink(sha256("unknown"), signInOf("a"))).toBeUndefined();
      expect(await access.spendLink(token.sha256, signInOf("b"))).toBeUndefined();
      expect(await access.spendLink(link.sha256, signInOf("c", link.expiresAt))).toBeUndefined();
      await access.revoke("anna", later);
      expect(await access.spendLink(link.sha256, signInOf("d"))).toBeUndefined();
      expect(await access.tokens()).toEqual([token]);
    });

    it("are removed after use or expiry when the next link is added", async () => {
      const { access } = await createStore();
      const used = tokenWith({ kind: "link", name: "used" });
      await access.addToken(used);
      await access.addToken(tokenWith({ kind: "link", name: "expired", expiresAt: later }));
      await access.addToken(tokenWith({ kind: "link", name: "open" }));
      await access.spendLink(used.sha256, signInOf("a", "2026-11-22T10:00:01.000Z"));
      await access.addToken(tokenWith({ kind: "link", name: "next", createdAt: later }));
      const left = (await access.tokens()).filter(({ kind }) => kind === "link");
      expect(left.map(({ name }) => name)).toEqual(["next", "open"]);
    });
  });

  it("changes no revision when tokens change, and wakes no watcher", async () => {
    const { backend, access } = await createStore();
    const watcher = closing(await backend.watch());
    await expect.poll(() => watcher.poll()).toMatchObject({ number: 1 });
    await access.addToken(tokenWith());
    await access.revoke("anna", later);
    expect(watcher.poll()).toBeUndefined();
    const store = closing(await backend.open());
    expect((await store.append(draftWith({ title: "On" }))).number).toBe(2);
    await expect.poll(() => watcher.poll()).toMatchObject({ number: 2 });
  });
}
