import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import { readHistory } from "../../../data/history.ts";
import {
  type FirstRevision,
  maxPageBytes,
  maxRevisionNumber,
  type NoticeStore,
  type Revision,
  type StoreBackend,
} from "../../../data/store.ts";
import { versionOf } from "../../../data/stored-row.ts";
import { isNoticeError, NoticeError } from "../../../schema/errors/notice-error.ts";
import { languageTags } from "../../../schema/languages/tags.ts";
import { checkNotice } from "../../../schema/notice/change.ts";
import type { Notice } from "../../../schema/notice/notice.ts";
import { casesOf } from "../cells.ts";
import { likelyNotice } from "../texts/arbitraries.ts";
import { documents } from "../texts/documents.ts";
import {
  draftWith,
  maxMessage,
  maxReturn,
  maxTitle,
  noticeWith,
  outOfLimits,
  versionWith,
} from "../texts/notices.ts";

/** The longest text of each field. */
const long = {
  title: "🛠".repeat(maxTitle),
  message: "🛠".repeat(maxMessage),
  expectedReturn: "🛠".repeat(maxReturn),
};

/** The part of a backend that the contract is about. */
type Backend = Pick<
  StoreBackend,
  "latestNumber" | "create" | "read" | "open" | "watch" | "inspect" | "backUp" | "fillFromBackup"
>;

/** Tests what every kind of store must do. `makeBackend` names a new place, without a store. */
export function describeStoreContract(makeBackend: () => Promise<Backend>): void {
  const first: FirstRevision = { ...draftWith(), number: 1 };
  const createBackend = async (): Promise<Backend> => {
    const backend = await makeBackend();
    await backend.create(first);
    return backend;
  };
  const open = async (backend: Backend): Promise<NoticeStore> => {
    const store = await backend.open();
    onTestFinished(() => store.close());
    return store;
  };

  describe("before it is created", () => {
    it("cannot be opened, read or watched, and is not created by the attempt", async () => {
      const backend = await makeBackend();
      expect(await backend.latestNumber()).toBeUndefined();
      await expect(backend.open()).rejects.toMatchObject({ code: "STORE_MISSING", exitCode: 1 });
      await expect(backend.read()).rejects.toMatchObject({ code: "STORE_MISSING", exitCode: 1 });
      const watcher = await backend.watch();
      onTestFinished(() => watcher.close());
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
      const outcomes = await Promise.all(
        [41, 41, 41].map((revision) => backend.create({ ...first, number: revision })),
      );
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

  describe("append", () => {
    it("refuses each document that the schema refuses, and stores each other, translated or not", async () => {
      const store = await open(await createBackend());
      for (const [name, document, isValid] of documents) {
        const appended = store.append(draftWith({}, { notice: document as Notice }));
        if (isValid) await expect(appended, name).resolves.toHaveProperty("notice", document);
        else await expect(appended, name).rejects.toMatchObject({ code: "NOTICE_INVALID" });
      }
    });

    it("refuses a change that does not follow the newest revision, and names that revision", async () => {
      const store = await open(await createBackend());
      await store.append(draftWith({ title: "two" }));
      for (const number of [0, 1, 3]) {
        const follows = { number, hash: undefined };
        await expect(store.append(draftWith({ title: "late" }, { follows }))).rejects.toThrow(
          new RegExp(
            `The notice is at revision 2-[0-9a-f]{8}, not ${number}: somebody else changed it first`,
          ),
        );
      }
      expect((await store.latest()).notice.title).toBe("two");
    });
  });

  describe("a notice that was stored before a limit was lowered", () => {
    it.each(casesOf(outOfLimits, 3))(
      "is still shown, and refused only as a new text: %s",
      async (_name, changes) => {
        const notice = noticeWith(changes);
        const backend = await makeBackend();
        await backend.create({ ...first, notice, wasShown: true });
        const store = await open(backend);
        const latest = await store.latest();
        expect(latest.notice).toEqual(notice);
        expect(await store.find(1)).toEqual(latest);
        expect(await store.history({ limit: 5 })).toEqual([latest]);
        const watcher = await backend.watch();
        onTestFinished(() => watcher.close());
        await expect.poll(() => watcher.poll()).toMatchObject({ number: 1, notice });
        expect(await backend.inspect("notice")).toContainEqual({
          subject: "revisions",
          state: "ok",
          detail: "1, all intact",
        });
        await expect(store.append(draftWith(changes))).rejects.toMatchObject({ code: "NOTICE_INVALID" });
        expect(await store.append(draftWith(changes, { wasShown: true }))).toMatchObject({
          number: 2,
          notice,
        });
      },
    );
  });

  it("returns the appended notice with its author and time", async () => {
    const store = await open(await createBackend());
    const before = new Date().toISOString();
    const stored = await store.append(
      draftWith({ title: "Back at nine" }, { author: "björn 🛠", follows: versionWith() }),
    );
    expect(stored).toEqual({
      number: 2,
      notice: noticeWith({ title: "Back at nine" }),
      author: "björn 🛠",
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(stored.createdAt >= before && stored.createdAt <= new Date().toISOString()).toBe(true);
    expect(await store.latest()).toEqual(stored);
    expect(await store.find(2)).toEqual(stored);
    expect(await store.latestNumber()).toBe(2);
  });

  it("returns each of many random notices unchanged, or refuses it as the schema does", async () => {
    const store = await open(await createBackend());
    let kept = 0;
    await fc.assert(
      fc.asyncProperty(likelyNotice, async (value) => {
        const notice = value as Notice;
        try {
          const { number: revision } = await store.append(draftWith(notice));
          expect((await store.find(revision)).notice).toEqual(checkNotice(notice));
          kept += 1;
        } catch (error) {
          if (!isNoticeError(error, "NOTICE_INVALID")) throw error;
          expect(() => checkNotice(notice)).toThrow(error.message);
        }
      }),
      { numRuns: 40 },
    );
    expect(kept).toBeGreaterThan(5);
    expect(await store.latestNumber()).toBe(kept + 1);
  });

  it("numbers a change after the revision that visitors have seen, and leaves the numbers between unused", async () => {
    const store = await open(await createBackend());
    const append = async (after?: number) => (await store.append(draftWith({}, { after }))).number;
    expect(await append(10_001)).toBe(10_002);
    expect(await append(5)).toBe(10_003);
    // A number too far ahead is ignored, as no store can have reached it.
    expect(await append(20_004)).toBe(10_004);
    expect(await append(maxRevisionNumber)).toBe(10_005);
    const numbers = (await store.history({ limit: 10 })).map(({ number }) => number);
    expect(numbers).toEqual([10_005, 10_004, 10_003, 10_002, 1]);
    expect((await store.latest()).number).toBe(10_005);
    await expect(store.find(2)).rejects.toMatchObject({ code: "REVISION_UNKNOWN" });
  });

  it("refuses a change once the highest revision number is used", async () => {
    const backend = await makeBackend();
    await backend.create({ ...first, number: maxRevisionNumber - 3 });
    const store = await open(backend);
    const append = async (after?: number) => (await store.append(draftWith({}, { after }))).number;
    expect(await append(maxRevisionNumber)).toBe(maxRevisionNumber - 2);
    expect([await append(), await append()]).toEqual([maxRevisionNumber - 1, maxRevisionNumber]);
    await expect(append()).rejects.toMatchObject({ exitCode: 1 });
    expect(await store.latestNumber()).toBe(maxRevisionNumber);
  });

  it("stores a draft once, though two connections send it", async () => {
    const backend = await createBackend();
    const [one, other] = [await open(backend), await open(backend)];
    const draft = draftWith({ title: "theirs" });
    await one.append(draft);
    await expect(other.append(draft)).rejects.toMatchObject({ code: "REVISION_CONFLICT" });
    expect(await one.latestNumber()).toBe(2);
  });

  it("calls the check right before it writes, and stores nothing if the check fails", async () => {
    const store = await open(await createBackend());
    let asked = 0;
    const refuse = async () => {
      asked += 1;
      throw new NoticeError("TOKEN_WRONG", {});
    };
    await expect(store.append(draftWith(), refuse)).rejects.toMatchObject({ code: "TOKEN_WRONG" });
    expect([asked, await store.latestNumber()]).toEqual([1, 1]);
  });

  it("finds by its request id whether a draft was stored", async () => {
    const backend = await createBackend();
    const [one, other] = [await open(backend), await open(backend)];
    const draft = draftWith({ title: "two" });
    expect(await other.settle(draft.requestId)).toBeUndefined();
    const stored = await one.append(draft);
    await one.append(draftWith({ title: "three" }));
    expect(await other.settle(draft.requestId)).toEqual(stored);
    expect(await one.latestNumber()).toBe(3);
  });

  it("lists the history newest first, page by page", async () => {
    const store = await open(await createBackend());
    for (const title of ["two", "three", "four", "five"]) await store.append(draftWith({ title }));
    const revisions = async (page: { limit: number; before?: number }) =>
      (await store.history(page)).map(({ number: revision }) => revision);
    expect(await revisions({ limit: 10 })).toEqual([5, 4, 3, 2, 1]);
    expect(await revisions({ limit: 2 })).toEqual([5, 4]);
    expect(await revisions({ limit: 2, before: 4 })).toEqual([3, 2]);
    expect(await revisions({ limit: 2, before: 1 })).toEqual([]);
    expect((await store.history({ limit: 1 }))[0]).toEqual(await store.latest());
  });

  it("limits the bytes of a page of history, so that many long texts take several pages", async () => {
    const store = await open(await createBackend());
    const translations = Object.fromEntries(
      languageTags.filter((tag) => tag !== "en").map((tag) => [tag, long]),
    );
    for (let count = 0; count < 15; count += 1)
      await store.append(draftWith({ ...long, language: "en", translations }));
    const all: number[] = [];
    for (let page = await store.history({ limit: 100 }); page.length > 0; ) {
      const bytes = page.reduce((sum, entry) => sum + JSON.stringify(entry).length, 0);
      expect([page.length > 0, bytes < 1.5 * maxPageBytes]).toEqual([true, true]);
      all.push(...page.map(({ number }) => number));
      page = await store.history({ limit: 100, before: all.at(-1) });
    }
    expect(all).toEqual(Array.from({ length: 16 }, (_, index) => 16 - index));
    const { entries, hasOlder } = await readHistory(store, { limit: 15 });
    expect([entries.length < 15, hasOlder, entries.at(-1)]).toMatchObject([true, true, { changes: [] }]);
  });

  it("finds which revisions repeat an earlier document, and the latest number of that document", async () => {
    const store = await open(await createBackend());
    expect(await store.repeated([1])).toEqual(new Map());
    const same = draftWith({ title: "A" }).notice;
    for (const title of ["A", "B", "A", "C", "B", "A"]) await store.append(draftWith({ title }));
    expect((await store.find(4)).notice).toEqual(same);
    expect(await store.repeated([7, 6, 5, 4, 3, 2, 1, 99])).toEqual(
      new Map([
        [7, 4],
        [6, 3],
        [4, 2],
      ]),
    );
    expect(await store.repeated([7])).toEqual(new Map([[7, 4]]));
    expect(await store.repeated([])).toEqual(new Map());
  });

  it("stores one of two changes that follow the same revision, and refuses the other", async () => {
    const backend = await createBackend();
    const stores = [await open(backend), await open(backend)];
    for (let revision = 1; revision <= 5; revision += 1) {
      const follows = versionOf((await stores[0]?.latest()) as Revision);
      const drafts = stores.map((store, index) =>
        store.append(draftWith({ title: `${revision} by ${index}` }, { follows })),
      );
      const outcomes = await Promise.allSettled(drafts);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
        reason: { code: "REVISION_CONFLICT", exitCode: 3 },
      });
    }
    expect(await stores[0]?.latestNumber()).toBe(6);
  });

  it("gives a watcher each revision once, beginning with the newest", async () => {
    const backend = await createBackend();
    const store = await open(backend);
    const watcher = await backend.watch();
    onTestFinished(() => watcher.close());
    const latest = await store.latest();
    await expect.poll(() => watcher.poll()).toMatchObject(latest);
    expect(watcher.poll()).toBeUndefined();
    const stored = await store.append(draftWith({ title: "new" }));
    await expect.poll(() => watcher.poll()).toMatchObject(stored);
    expect(watcher.poll()).toBeUndefined();
  });
}
