import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readHistory } from "../../../data/history.ts";
import {
  type FirstRevision,
  maxPageBytes,
  maxRevisionNumber,
  type StoreBackend,
} from "../../../data/store.ts";
import { versionOf } from "../../../data/stored-row.ts";
import { isNoticeError, NoticeError } from "../../../schema/errors/notice-error.ts";
import { checkNotice } from "../../../schema/notice/change.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { casesOf } from "../../support/cells.ts";
import { closing } from "../../support/shared.ts";
import { likelyNotice } from "../../support/texts/arbitraries.ts";
import { documents, largest } from "../../support/texts/documents.ts";
import { draftWith, noticeWith, outOfLimits, versionWith } from "../../support/texts/notices.ts";

/** The part of a backend that the contract is about. */
type Backend = Pick<StoreBackend, "latestNumber" | "create" | "read" | "open" | "watch" | "inspect">;

/** Tests what every kind of store must do. `makeBackend` names a place without a store. */
export function describeStoreContract(makeBackend: () => Promise<Backend>): void {
  const first: FirstRevision = { ...draftWith(), number: 1 };
  const open = async (backend: Backend) => closing(await backend.open());
  const watch = async (backend: Backend) => closing(await backend.watch());
  /** Creates a store, and opens it twice. */
  const createStore = async (changes: Partial<FirstRevision> = {}) => {
    const backend = await makeBackend();
    await backend.create({ ...first, ...changes });
    return { backend, store: await open(backend), other: await open(backend) };
  };

  describe("before it is created", () => {
    it("cannot be opened, read or watched, and is not created by the attempt", async () => {
      const backend = await makeBackend();
      expect(await backend.latestNumber()).toBeUndefined();
      for (const use of [backend.open, backend.read])
        await expect(use()).rejects.toMatchObject({ code: "STORE_MISSING", exitCode: 1 });
      const watcher = await watch(backend);
      const reason = () => {
        try {
          return watcher.poll();
        } catch (error) {
          return (error as Error).message;
        }
      };
      // A database answers after a moment.
      await expect.poll(reason).toContain("There is no notice store");
      expect(await backend.latestNumber()).toBeUndefined();
    });

    it("is created once by three callers at a time, and counts on from the number they give", async () => {
      const backend = await makeBackend();
      const outcomes = await Promise.all([41, 41, 41].map((number) => backend.create({ ...first, number })));
      expect(outcomes.sort()).toEqual([false, false, true]);
      expect(await backend.latestNumber()).toBe(41);
      expect((await (await open(backend)).append(draftWith({ title: "next" }))).number).toBe(42);
    });

    it("is not created with an invalid notice", async () => {
      const backend = await makeBackend();
      const notice = { ...first.notice, isEnabled: false } as unknown as Notice;
      await expect(backend.create({ ...first, notice })).rejects.toMatchObject({ code: "NOTICE_INVALID" });
      expect(await backend.latestNumber()).toBeUndefined();
    });
  });

  it("refuses each document that the schema refuses, and stores all others", async () => {
    const { store } = await createStore();
    for (const [name, document, isValid] of documents) {
      const appended = store.append(draftWith({}, { notice: document as Notice }));
      if (isValid) await expect(appended, name).resolves.toHaveProperty("notice", document);
      else await expect(appended, name).rejects.toMatchObject({ code: "NOTICE_INVALID" });
    }
  });

  it("refuses a change that does not follow the latest revision, and names that revision", async () => {
    const { store } = await createStore();
    await store.append(draftWith({ title: "two" }));
    for (const number of [0, 1, 3]) {
      const late = store.append(draftWith({}, { follows: { number, hash: undefined } }));
      await expect(late).rejects.toThrow(new RegExp(`is at revision 2-[0-9a-f]{8}, not ${number}: `));
    }
    expect((await store.latest()).notice.title).toBe("two");
  });

  it.each(casesOf(outOfLimits, 3))(
    "shows a notice from before a limit, and refuses it only as a new text: %s",
    async (_name, changes) => {
      const notice = noticeWith(changes);
      const { backend, store } = await createStore({ notice, wasShown: true });
      const latest = await store.latest();
      expect(latest.notice).toEqual(notice);
      expect([await store.find(1), ...(await store.history({ limit: 5 }))]).toEqual([latest, latest]);
      const watcher = await watch(backend);
      await expect.poll(() => watcher.poll()).toMatchObject({ number: 1, notice });
      const intact = { subject: "revisions", state: "ok", detail: "1, all intact" };
      expect(await backend.inspect("notice")).toContainEqual(intact);
      await expect(store.append(draftWith(changes))).rejects.toMatchObject({ code: "NOTICE_INVALID" });
      expect(await store.append(draftWith(changes, { wasShown: true }))).toMatchObject({ number: 2, notice });
    },
  );

  it("returns the appended notice with its author and time", async () => {
    const { store } = await createStore();
    const before = new Date().toISOString();
    const author = "björn 🛠";
    const stored = await store.append(draftWith({ title: "New" }, { author, follows: versionWith() }));
    const createdAt = new Date(stored.createdAt).toISOString();
    expect(stored).toEqual({ number: 2, notice: noticeWith({ title: "New" }), author, createdAt });
    expect(stored.createdAt >= before && stored.createdAt <= new Date().toISOString()).toBe(true);
    expect([await store.latest(), await store.find(2)]).toEqual([stored, stored]);
    expect(await store.latestNumber()).toBe(2);
  });

  it("returns each of many random notices unchanged, or refuses it as the schema does", async () => {
    const { store } = await createStore();
    let kept = 0;
    const property = fc.asyncProperty(likelyNotice, async (value) => {
      const notice = value as Notice;
      try {
        const { number } = await store.append(draftWith(notice));
        expect((await store.find(number)).notice).toEqual(checkNotice(notice));
        kept += 1;
      } catch (error) {
        if (!isNoticeError(error, "NOTICE_INVALID")) throw error;
        expect(() => checkNotice(notice)).toThrow(error.message);
      }
    });
    await fc.assert(property, { numRuns: 40 });
    expect(kept).toBeGreaterThan(5);
    expect(await store.latestNumber()).toBe(kept + 1);
  });

  it("numbers a change after the revision that visitors have seen, and leaves the numbers between unused", async () => {
    const { store } = await createStore();
    const append = async (after?: number) => (await store.append(draftWith({}, { after }))).number;
    expect(await append(10_001)).toBe(10_002);
    expect(await append(5)).toBe(10_003);
    // A number too far ahead is ignored, because no store can have reached it.
    expect(await append(20_004)).toBe(10_004);
    expect(await append(maxRevisionNumber)).toBe(10_005);
    const numbers = (await store.history({ limit: 10 })).map(({ number }) => number);
    expect(numbers).toEqual([10_005, 10_004, 10_003, 10_002, 1]);
    expect((await store.latest()).number).toBe(10_005);
    await expect(store.find(2)).rejects.toMatchObject({ code: "REVISION_UNKNOWN" });
  });

  it("refuses a change once the highest revision number is used", async () => {
    const { store } = await createStore({ number: maxRevisionNumber - 3 });
    const append = async (after?: number) => (await store.append(draftWith({}, { after }))).number;
    expect(await append(maxRevisionNumber)).toBe(maxRevisionNumber - 2);
    expect([await append(), await append()]).toEqual([maxRevisionNumber - 1, maxRevisionNumber]);
    await expect(append()).rejects.toMatchObject({ exitCode: 1 });
    expect(await store.latestNumber()).toBe(maxRevisionNumber);
  });

  it("stores a draft once although two connections send it, and finds it by its request id", async () => {
    const { store, other } = await createStore();
    const draft = draftWith({ title: "two" });
    expect(await other.settle(draft.requestId)).toBeUndefined();
    const stored = await store.append(draft);
    await expect(other.append(draft)).rejects.toMatchObject({ code: "REVISION_CONFLICT" });
    await store.append(draftWith({ title: "three" }));
    expect(await other.settle(draft.requestId)).toEqual(stored);
    expect(await store.latestNumber()).toBe(3);
  });

  it("calls the check once before it writes, and stores nothing if the check fails", async () => {
    const { store } = await createStore();
    let asked = 0;
    const refuse = async () => {
      asked += 1;
      throw new NoticeError("TOKEN_WRONG", {});
    };
    await expect(store.append(draftWith(), refuse)).rejects.toMatchObject({ code: "TOKEN_WRONG" });
    expect([asked, await store.latestNumber()]).toEqual([1, 1]);
  });

  it("lists the history newest first, page by page", async () => {
    const { store } = await createStore();
    for (const title of ["two", "three", "four", "five"]) await store.append(draftWith({ title }));
    const numbers = async (page: { limit: number; before?: number }) =>
      (await store.history(page)).map(({ number }) => number);
    expect(await numbers({ limit: 10 })).toEqual([5, 4, 3, 2, 1]);
    expect(await numbers({ limit: 2 })).toEqual([5, 4]);
    expect(await numbers({ limit: 2, before: 4 })).toEqual([3, 2]);
    expect(await numbers({ limit: 2, before: 1 })).toEqual([]);
    expect(await store.history({ limit: 1 })).toEqual([await store.latest()]);
  });

  it("limits the bytes of a page of history, so that many long texts take several pages", async () => {
    const { store } = await createStore();
    for (let count = 0; count < 15; count += 1) await store.append(draftWith(largest));
    const all: number[] = [];
    for (let page = await store.history({ limit: 100 }); page.length > 0; ) {
      const bytes = page.reduce((sum, entry) => sum + JSON.stringify(entry).length, 0);
      expect(bytes).toBeLessThan(1.5 * maxPageBytes);
      all.push(...page.map(({ number }) => number));
      page = await store.history({ limit: 100, before: all.at(-1) });
    }
    expect(all).toEqual(Array.from({ length: 16 }, (_, index) => 16 - index));
    const { entries, hasOlder } = await readHistory(store, { limit: 15 });
    expect([entries.length < 15, hasOlder, entries.at(-1)]).toMatchObject([true, true, { changes: [] }]);
  });

  it("finds which revisions repeat an earlier document, and the latest number of that document", async () => {
    const { store } = await createStore();
    expect(await store.repeated([1])).toEqual(new Map());
    for (const title of ["A", "B", "A", "C", "B", "A"]) await store.append(draftWith({ title }));
    const repeated = async (...numbers: number[]) => Object.fromEntries(await store.repeated(numbers));
    expect(await repeated(7, 6, 5, 4, 3, 2, 1, 99)).toEqual({ 7: 4, 6: 3, 4: 2 });
    expect(await repeated(7)).toEqual({ 7: 4 });
    expect(await repeated()).toEqual({});
  });

  it("stores one of two changes that follow the same revision, and refuses the other", async () => {
    const { store, other } = await createStore();
    for (let round = 1; round <= 5; round += 1) {
      const follows = versionOf(await store.latest());
      const changes = [store, other].map((one, index) =>
        one.append(draftWith({ title: `${round} by ${index}` }, { follows })),
      );
      const outcomes = await Promise.allSettled(changes);
      const reasons = outcomes.flatMap((one) => (one.status === "rejected" ? [one.reason] : []));
      expect(reasons).toMatchObject([{ code: "REVISION_CONFLICT", exitCode: 3 }]);
    }
    expect(await store.latestNumber()).toBe(6);
  });

  it("gives a watcher each revision once, beginning with the latest", async () => {
    const { backend, store } = await createStore();
    const watcher = await watch(backend);
    await expect.poll(() => watcher.poll()).toMatchObject(await store.latest());
    expect(watcher.poll()).toBeUndefined();
    const stored = await store.append(draftWith({ title: "new" }));
    await expect.poll(() => watcher.poll()).toMatchObject(stored);
    expect(watcher.poll()).toBeUndefined();
  });
}
