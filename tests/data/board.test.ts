import { describe, expect, it, onTestFinished } from "vitest";
import { type Board, type BoardEvents, createBoard } from "../../data/cache/board.ts";
import type { NoticeFeed, Revision } from "../../data/store.ts";
import { revisionWith } from "../support/notices.ts";

/** A feed that is told what to give next. */
function scripted(): NoticeFeed & { next: Revision | Error | undefined } {
  return {
    next: undefined,
    poll() {
      const { next } = this;
      if (next instanceof Error) throw next;
      this.next = undefined;
      return next;
    },
    close() {},
  };
}

function boardOf(feed: NoticeFeed, fallback?: Revision): { board: Board; events: string[] } {
  const events: string[] = [];
  const heard: BoardEvents = {
    adopted: ({ revision }) => void events.push(`adopted ${revision}`),
    lost: (error) => void events.push(`lost ${(error as Error).message}`),
    found: () => void events.push("found"),
  };
  const board = createBoard(feed, fallback, heard);
  onTestFinished(() => board.close());
  return { board, events };
}

describe("a board", () => {
  it("is not made without anything to show", () => {
    const feed = scripted();
    feed.next = new Error("no store");
    expect(() => boardOf(feed)).toThrow("no store");
  });

  it("shows the fallback while the store has never answered", () => {
    const feed = scripted();
    feed.next = new Error("no store");
    const { board } = boardOf(feed, revisionWith({}, 7));
    expect(board.current().revision).toBe(7);
    expect(board.status().store).toBe("down");
  });

  it("keeps the last notice while the store is down, tells of it once, and heals by itself", () => {
    const feed = scripted();
    feed.next = revisionWith({}, 1);
    const { board, events } = boardOf(feed);
    feed.next = new Error("gone");
    for (let request = 0; request < 1000; request += 1) expect(board.current().revision).toBe(1);
    expect(board.status().store).toBe("down");
    feed.next = revisionWith({}, 2);
    expect(board.current().revision).toBe(2);
    expect(board.status().store).toBe("up");
    expect(events).toEqual(["adopted 1", "lost gone", "adopted 2", "found"]);
  });

  it("does not go back to an older revision: a store that does has lost changes", () => {
    const feed = scripted();
    feed.next = revisionWith({ title: "Seen" }, 7);
    const { board, events } = boardOf(feed);
    feed.next = revisionWith({ title: "Old" }, 3);
    for (let request = 0; request < 10; request += 1) expect(board.current().notice.title).toBe("Seen");
    expect(board.status().store).toBe("down");
    feed.next = revisionWith({ title: "New" }, 8);
    expect(board.current().notice.title).toBe("New");
    expect(board.status().store).toBe("up");
    expect(events).toEqual([
      "adopted 7",
      expect.stringMatching(/^lost The notice store is at revision 3, but revision 7 was known/),
      "adopted 8",
      "found",
    ]);
  });

  it("asks on each request, and adopts what is new at once", () => {
    const feed = scripted();
    feed.next = revisionWith({}, 1);
    const { board, events } = boardOf(feed);
    const first = board.current();
    expect(board.current()).toBe(first);
    feed.next = revisionWith({ title: "New" }, 2);
    expect(board.current().notice.title).toBe("New");
    expect(events).toEqual(["adopted 1", "adopted 2"]);
  });

  it("follows the store while nobody asks", async () => {
    const feed = scripted();
    feed.next = revisionWith({}, 1);
    const { events } = boardOf(feed);
    feed.next = revisionWith({}, 2);
    await expect.poll(() => events, { timeout: 3000 }).toContain("adopted 2");
  });
});
