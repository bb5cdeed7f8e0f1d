import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it, onTestFinished } from "vitest";
import type { Draft, NoticeFeed, NoticeStore } from "../../data/store.ts";
import { checkNotice } from "../../schema/check.ts";
import { isNoticeError } from "../../schema/errors.ts";
import type { Notice } from "../../schema/notice.ts";
import { likelyNotice } from "./arbitraries.ts";
import { draftWith, noticeWith } from "./notices.ts";

/** A place where one kind of store keeps its notices. */
export interface Place {
  open(): NoticeStore;
  follow(): NoticeFeed;
}

/** What every store must keep; `create` makes a place with the given first revision. */
export function describeStoreContract(create: (first: Draft) => Promise<Place>): void {
  const place = () => create(draftWith());
  const opened = ({ open }: Place): NoticeStore => {
    const store = open();
    onTestFinished(() => store.close());
    return store;
  };

  describe("refuses", () => {
    it.each([
      { isEnabled: false },
      { title: "" },
      { title: "a\u0007b" },
      { contactEmail: "nobody" },
      { message: null },
      { extra: 1 },
    ])("a wrong notice, and keeps the one it has: %j", async (wrong) => {
      const store = opened(await place());
      await expect(store.append(draftWith(wrong as Partial<Notice>))).rejects.toMatchObject({
        code: "NOTICE_INVALID",
      });
      expect(await store.newest()).toBe(1);
    });

    it("a change of a revision that is not the newest, and says which is", async () => {
      const store = opened(await place());
      await store.append(draftWith({ title: "two" }));
      for (const ifRevision of [0, 1, 3]) {
        await expect(store.append(draftWith({ title: "late" }, { ifRevision }))).rejects.toThrow(
          `The notice is at revision 2, not ${ifRevision}: somebody else changed it first`,
        );
      }
      expect((await store.latest()).notice.title).toBe("two");
    });

    it("a revision that does not exist", async () => {
      const store = opened(await place());
      for (const revision of [0, 2, -1]) {
        await expect(store.find(revision)).rejects.toMatchObject({ code: "REVISION_UNKNOWN", exit: 2 });
      }
    });
  });

  it("gives back what was appended, with who and when", async () => {
    const store = opened(await place());
    const before = new Date().toISOString();
    const stored = await store.append(
      draftWith({ title: "Back at nine" }, { author: "björn 🛠", ifRevision: 1 }),
    );
    expect(stored).toEqual({
      revision: 2,
      notice: noticeWith({ title: "Back at nine" }),
      author: "björn 🛠",
      createdAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    });
    expect(stored.createdAt >= before && stored.createdAt <= new Date().toISOString()).toBe(true);
    expect(await store.latest()).toEqual(stored);
    expect(await store.find(2)).toEqual(stored);
    expect(await store.newest()).toBe(2);
  });

  it("keeps every notice equal, and refuses the others, whatever they hold", async () => {
    const store = opened(await place());
    let kept = 0;
    await fc.assert(
      fc.asyncProperty(likelyNotice, async (value) => {
        const notice = value as Notice;
        try {
          const { revision } = await store.append(draftWith(notice));
          expect((await store.find(revision)).notice).toEqual(checkNotice(notice));
          kept += 1;
        } catch (error) {
          if (!isNoticeError(error, "NOTICE_INVALID")) throw error;
          expect(() => checkNotice(notice)).toThrow(error.message);
        }
      }),
      { numRuns: 200 },
    );
    expect(kept).toBeGreaterThan(20);
    expect(await store.newest()).toBe(kept + 1);
  });

  it("stores a draft that is sent twice once", async () => {
    const { open } = await place();
    const [one, other] = [opened({ open } as Place), opened({ open } as Place)];
    const draft = draftWith({ title: "once" }, { requestId: randomUUID(), ifRevision: 1 });
    const first = await one.append(draft);
    expect(await other.append(draft)).toEqual(first);
    expect(await one.newest()).toBe(2);
  });

  it("lists the history newest first, page by page", async () => {
    const store = opened(await place());
    for (const title of ["two", "three", "four", "five"]) await store.append(draftWith({ title }));
    const revisions = async (page: { limit: number; before?: number }) =>
      (await store.history(page)).map(({ revision }) => revision);
    expect(await revisions({ limit: 10 })).toEqual([5, 4, 3, 2, 1]);
    expect(await revisions({ limit: 2 })).toEqual([5, 4]);
    expect(await revisions({ limit: 2, before: 4 })).toEqual([3, 2]);
    expect(await revisions({ limit: 2, before: 1 })).toEqual([]);
    expect((await store.history({ limit: 1 }))[0]).toEqual(await store.latest());
  });

  it("lets one of two connections win", async () => {
    const { open } = await place();
    const stores = [opened({ open } as Place), opened({ open } as Place)];
    for (let revision = 1; revision <= 5; revision += 1) {
      const drafts = stores.map((store, index) =>
        store.append(draftWith({ title: `${revision} by ${index}` }, { ifRevision: revision })),
      );
      const outcomes = await Promise.allSettled(drafts);
      expect(outcomes.map(({ status }) => status).sort()).toEqual(["fulfilled", "rejected"]);
      expect(outcomes.find(({ status }) => status === "rejected")).toMatchObject({
        reason: { code: "REVISION_CONFLICT", exit: 3 },
      });
    }
    expect(await stores[0]?.newest()).toBe(6);
  });

  it("is followed: each new revision is given once, the first at once", async () => {
    const { open, follow } = await place();
    const store = opened({ open } as Place);
    const feed = follow();
    onTestFinished(() => feed.close());
    expect(feed.poll()).toEqual(await store.latest());
    expect(feed.poll()).toBeUndefined();
    const stored = await store.append(draftWith({ title: "new" }));
    expect(feed.poll()).toEqual(stored);
    expect(feed.poll()).toBeUndefined();
  });
}
