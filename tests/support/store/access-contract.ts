import { describe, expect, it, onTestFinished } from "vitest";
import type { AccessStore, StoredReply, StoredToken } from "../../../data/access-store.ts";
import type { StoreBackend } from "../../../data/store.ts";
import { sha256 } from "../../../schema/notice/sum.ts";
import { draftWith } from "../texts/notices.ts";

/** A place for a store, and what asks its tables past the product. */
interface EmptyStore {
  backend: Pick<StoreBackend, "create" | "open" | "openAccess" | "watch">;
  alter(sql: string): unknown;
}

export function tokenWith(changes: Partial<StoredToken> = {}): StoredToken {
  const { name = "anna" } = changes;
  return {
    name,
    scope: "write",
    sha256: sha256(name),
    ending: "a1B2",
    createdAt: "2026-11-22T10:00:00.000Z",
    expiresAt: "2027-02-20T10:00:00.000Z",
    ...changes,
  };
}

const reply: StoredReply = { bodySum: sha256("body"), status: 200, body: `{"message":"山 🛠"}` };

/** What every kind of store must keep of those who use the editor; `makeEmpty` makes a place without a store. */
export function describeAccessContract(makeEmpty: () => Promise<EmptyStore>): void {
  const open = async ({ backend }: Pick<EmptyStore, "backend">): Promise<AccessStore> => {
    const access = await backend.openAccess();
    onTestFinished(() => access.close());
    return access;
  };
  const createStore = async (): Promise<EmptyStore & { access: AccessStore }> => {
    const store = await makeEmpty();
    await store.backend.create({ ...draftWith(), number: 1 });
    return { ...store, access: await open(store) };
  };

  it("is not there without a store, and none is made by asking", async () => {
    const { backend } = await makeEmpty();
    for (let time = 0; time < 2; time += 1)
      await expect(backend.openAccess()).rejects.toMatchObject({ code: "STORE_MISSING", exitCode: 1 });
  });

  describe("tokens", () => {
    it("are listed by name, and found by everybody at once", async () => {
      const store = await createStore();
      const other = await open(store);
      expect(await store.access.tokens()).toEqual([]);
      const tokens = [tokenWith({ name: "zoë", scope: "read" }), tokenWith(), tokenWith({ name: "Bert" })];
      for (const token of tokens) await store.access.addToken(token);
      const listed = [tokens[2], tokens[1], tokens[0]];
      expect(await store.access.tokens()).toEqual(listed);
      expect(await other.tokens()).toEqual(listed);
    });

    it("are gone when they are revoked, and their names are free again", async () => {
      const store = await createStore();
      const other = await open(store);
      await store.access.addToken(tokenWith());
      expect(await other.revokeToken("anna")).toEqual(tokenWith());
      expect(await store.access.tokens()).toEqual([]);
      await expect(store.access.revokeToken("anna")).rejects.toMatchObject({
        code: "TOKEN_UNKNOWN",
        exitCode: 2,
        message: "There is no token named anna: `notice token list` lists the tokens.",
      });
      const next = tokenWith({ sha256: sha256("next"), scope: "read" });
      await store.access.addToken(next);
      expect(await other.tokens()).toEqual([next]);
    });

    it("have a name each, which one of several gets", async () => {
      const { access } = await createStore();
      const tokens = ["one", "two", "three"].map((text) => tokenWith({ sha256: sha256(text) }));
      const outcomes = await Promise.allSettled(tokens.map((token) => access.addToken(token)));
      expect(outcomes.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
      for (const outcome of outcomes)
        if (outcome.status === "rejected")
          expect(outcome.reason).toMatchObject({ code: "TOKEN_EXISTS", exitCode: 2 });
      expect(await access.tokens()).toEqual([
        tokens[outcomes.findIndex(({ status }) => status === "fulfilled")],
      ]);
      // And are revoked once by several.
      const revoked = await Promise.allSettled(tokens.map(() => access.revokeToken("anna")));
      expect(revoked.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
    });

    it("give their name to the next once they have expired, to one of several", async () => {
      const { access } = await createStore();
      const old = tokenWith({ expiresAt: "2026-11-22T09:59:59.999Z" });
      await access.addToken(old);
      expect(await access.tokens()).toEqual([old]);
      const next = ["one", "two", "three"].map((text) => tokenWith({ sha256: sha256(text) }));
      const outcomes = await Promise.allSettled(next.map((token) => access.addToken(token)));
      const taken = outcomes.findIndex(({ status }) => status === "fulfilled");
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected", "rejected"]);
      expect(await access.tokens()).toEqual([next[taken]]);
      await expect(
        access.addToken(tokenWith({ createdAt: "2027-02-20T09:59:59.999Z" })),
      ).rejects.toMatchObject({
        code: "TOKEN_EXISTS",
      });
    });

    it("are rehearsed without a trace, and refused as they would be", async () => {
      const { access } = await createStore();
      const old = tokenWith({ expiresAt: "2026-11-22T09:59:59.999Z" });
      await access.addToken(old);
      const next = tokenWith({ sha256: sha256("next") });
      await access.rehearseToken(next);
      await access.rehearseToken(tokenWith({ name: "bert" }));
      expect(await access.tokens()).toEqual([old]);
      await access.addToken(next);
      await expect(access.rehearseToken(tokenWith({ sha256: sha256("third") }))).rejects.toMatchObject({
        code: "TOKEN_EXISTS",
      });
      expect(await access.tokens()).toEqual([next]);
    });
  });

  describe("replies", () => {
    it("are found again by the same credential with the same key, and by nobody else", async () => {
      const store = await createStore();
      const other = await open(store);
      await store.access.keepReply("token anna", "key", reply);
      expect(await other.findReply("token anna", "key")).toEqual(reply);
      expect(await other.findReply("token anna", "other")).toBeUndefined();
      expect(await other.findReply("token bert", "key")).toBeUndefined();
    });

    it("are kept as they were first, however large they are", async () => {
      const { access } = await createStore();
      const large = { ...reply, body: "Ω".repeat(512 * 1024) };
      await access.keepReply("token anna", "key", large);
      await access.keepReply("token anna", "key", { ...reply, status: 422 });
      expect(await access.findReply("token anna", "key")).toEqual(large);
    });

    it("are forgotten after a day", async () => {
      const { access, alter } = await createStore();
      const aDayAgo = Date.now() - 86_400_000;
      const age = (key: string, ms: number) =>
        alter(`UPDATE reply SET kept_at = '${new Date(ms).toISOString()}' WHERE request_key = '${key}'`);
      for (const key of ["old", "young"]) await access.keepReply("anna", key, reply);
      await age("old", aDayAgo - 1000);
      await age("young", aDayAgo + 60_000);
      expect(await access.findReply("anna", "old")).toBeUndefined();
      expect(await access.findReply("anna", "young")).toEqual(reply);
      await access.keepReply("anna", "old", { ...reply, status: 201 });
      expect(await access.findReply("anna", "old")).toEqual({ ...reply, status: 201 });
      await age("young", aDayAgo - 1000);
      await access.keepReply("bert", "another", reply);
      // Were the row still there, it would be found once it is young again.
      await age("young", Date.now());
      expect(await access.findReply("anna", "young")).toBeUndefined();
    });
  });

  it("changes no revision, and tells no watcher of anything", async () => {
    const { backend, access } = await createStore();
    const watcher = await backend.watch();
    onTestFinished(() => watcher.close());
    await expect.poll(() => watcher.poll()).toMatchObject({ number: 1 });
    for (const name of ["anna", "bert", "carla"]) {
      await access.addToken(tokenWith({ name }));
      await access.keepReply(name, "key", reply);
      expect(watcher.poll()).toBeUndefined();
    }
    await access.revokeToken("bert");
    expect(watcher.poll()).toBeUndefined();
    const store = await backend.open();
    onTestFinished(() => store.close());
    expect((await store.append(draftWith({ title: "On" }))).number).toBe(2);
    await expect.poll(() => watcher.poll()).toMatchObject({ number: 2 });
    expect((await access.tokens()).map(({ name }) => name)).toEqual(["anna", "carla"]);
  });

  it("serves many at once", async () => {
    const { access } = await createStore();
    const names = Array.from({ length: 20 }, (_, index) => `user ${index}`);
    await Promise.all(
      names.map(async (name) => {
        await access.addToken(tokenWith({ name }));
        await access.keepReply(name, "key", { ...reply, body: name });
        expect((await access.tokens()).map((token) => token.name)).toContain(name);
        expect(await access.findReply(name, "key")).toMatchObject({ body: name });
      }),
    );
    expect(await access.tokens()).toHaveLength(names.length);
  });
}
