import { existsSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { checkBackup } from "../../data/backup.ts";
import { bootNoticeCache } from "../../data/cache/boot.ts";
import { type CacheEvents, createNoticeCache, type NoticeCache } from "../../data/cache/notice-cache.ts";
import type { Clock } from "../../data/clock.ts";
import { sqliteBackend } from "../../data/sqlite/backend.ts";
import type { NoticeWatcher, Revision } from "../../data/store.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { temporaryFolder } from "../support/folder.ts";
import { patient } from "../support/patient.ts";
import { draftWith, revisionWith } from "../support/texts/notices.ts";

/** A clock that moves only by `sleep` and `pass`. */
interface TestClock extends Clock {
  pass(ms: number): void;
}

function createTestClock(): TestClock {
  let now = 1000;
  const pass = (ms: number): void => {
    now += ms;
  };
  return { now: () => now, sleep: async (ms) => pass(ms), pass };
}

/** A watcher that returns what the test sets, and counts its polls. */
function scripted(): NoticeWatcher & { next: Revision | Error | undefined; polls: number } {
  return {
    next: undefined,
    polls: 0,
    poll() {
      const { next } = this;
      this.polls += 1;
      if (next instanceof Error) throw next;
      this.next = undefined;
      return next;
    },
    close() {},
  };
}

function cacheOf(watcher: NoticeWatcher, fallback?: Revision) {
  const events: string[] = [];
  const heard: CacheEvents = {
    adopted: ({ number }) => void events.push(`adopted ${number}`),
    lost: (error) => void events.push(`lost ${(error as Error).message}`),
    behind: (error) => void events.push(`behind ${(error as Error).message}`),
    found: () => void events.push("found"),
  };
  const clock = createTestClock();
  const cache = createNoticeCache(watcher, fallback, heard, clock);
  onTestFinished(() => cache.close());
  /** The revision of a visitor who comes a millisecond later. */
  const later = (): Revision => {
    clock.pass(1);
    return cache.current();
  };
  return { cache, events, clock, later };
}

describe("The notice cache", () => {
  it("keeps the last notice while the store is down, reports it once, and recovers by itself", () => {
    const watcher = scripted();
    watcher.next = revisionWith({}, 1);
    const { cache, events, later } = cacheOf(watcher);
    watcher.next = new Error("gone");
    for (let request = 0; request < 1000; request += 1) expect(later().number).toBe(1);
    expect(cache.status().store).toBe("down");
    watcher.next = revisionWith({}, 2);
    expect(later().number).toBe(2);
    expect(cache.status().store).toBe("up");
    expect(events).toEqual(["adopted 1", "lost gone", "adopted 2", "found"]);
  });

  it("keeps the newer revision if the store has lost changes", () => {
    const watcher = scripted();
    watcher.next = revisionWith({ title: "Seen" }, 7);
    const { cache, events, later } = cacheOf(watcher);
    watcher.next = revisionWith({ title: "Old" }, 3);
    for (let request = 0; request < 10; request += 1) expect(later().notice.title).toBe("Seen");
    expect(cache.status().store).toBe("down");
    watcher.next = revisionWith({ title: "New" }, 8);
    expect(later().notice.title).toBe("New");
    expect(cache.status().store).toBe("up");
    expect(events).toEqual([
      "adopted 7",
      expect.stringMatching(/^behind The notice store is at revision 3/),
      "adopted 8",
      "found",
    ]);
  });

  it("ignores a new store that nobody has published to, and follows it after a change", () => {
    const watcher = scripted();
    watcher.next = { ...revisionWith({ title: "Seen" }, 7), storeId: "a" };
    const { cache, events, later } = cacheOf(watcher);
    watcher.next = { ...revisionWith({ title: "Default" }, 1), storeId: "b", isAutomatic: true };
    expect(later().notice.title).toBe("Seen");
    expect(cache.status()).toMatchObject({ store: "down", reason: "behind" });
    watcher.next = { ...revisionWith({ title: "Written" }, 2), storeId: "b" };
    expect(later().notice.title).toBe("Written");
    expect(cache.status().store).toBe("up");
    // A number that no store can have reached does not count as seen.
    watcher.next = { ...revisionWith({ title: "Far" }, 10_003), storeId: "b" };
    expect(later().number).toBe(10_003);
    watcher.next = { ...revisionWith({ title: "Back" }, 2), storeId: "b" };
    expect(later().number).toBe(2);
    expect(events).toEqual([
      "adopted 7",
      expect.stringMatching(/^behind The notice store is at revision 1, but .* revision 7/),
      "adopted 2",
      "found",
      "adopted 10003",
      expect.stringMatching(/^behind Revision 10003 .* ignored/),
      "adopted 2",
    ]);
  });

  it("adopts new texts, and not a commit that changed no text", () => {
    const watcher = scripted();
    watcher.next = revisionWith({}, 1);
    const { cache, events, later } = cacheOf(watcher);
    const first = cache.current();
    watcher.next = revisionWith({}, 1);
    expect(later()).toBe(first);
    watcher.next = revisionWith({ title: "New" }, 2);
    expect(later().notice.title).toBe("New");
    watcher.next = revisionWith({ title: "Another under the same number" }, 2);
    expect(later().notice.title).toBe("Another under the same number");
    expect(events).toEqual(["adopted 1", "adopted 2", "adopted 2"]);
  });
});

describe("The notice cache, for an acknowledged change,", () => {
  it("polls the store at most once a millisecond", () => {
    const watcher = scripted();
    watcher.next = revisionWith({}, 1);
    const { cache, clock } = cacheOf(watcher);
    const before = watcher.polls;
    for (let request = 0; request < 100; request += 1) {
      cache.current();
      cache.status();
    }
    expect(watcher.polls).toBe(before);
    clock.pass(0.9);
    cache.current();
    expect(watcher.polls).toBe(before);
    clock.pass(0.1);
    for (let request = 0; request < 100; request += 1) cache.current();
    expect(watcher.polls).toBe(before + 1);
  });

  it("polls again for a change that was committed during a poll", () => {
    const clock = createTestClock();
    let stored = 1;
    let duringLook = (): void => {};
    const watcher: NoticeWatcher = {
      poll() {
        const revision = revisionWith({}, stored);
        duringLook();
        return revision;
      },
      close() {},
    };
    const cache = createNoticeCache(watcher, undefined, {}, clock);
    clock.pass(1);
    duringLook = () => {
      duringLook = () => {};
      stored = 2;
      clock.pass(2);
    };
    expect(cache.current().number).toBe(1);
    expect(cache.current().number).toBe(2);
  });

  it("shows it at once after append, create and restore, at any moment since the last poll", async () => {
    for (const sinceLook of [0, 0.3, 0.7, 0.99]) {
      const clock = createTestClock();
      const file = join(temporaryFolder(), "notice.db");
      const backend = sqliteBackend(file, clock);
      const cache = createNoticeCache(await backend.watch(), revisionWith({}, 1), {}, clock);
      onTestFinished(() => cache.close());

      clock.pass(sinceLook);
      await backend.create({ ...draftWith({ title: "Created" }), number: 2 });
      expect(cache.current().notice.title).toBe("Created");

      const store = await backend.open();
      clock.pass(sinceLook);
      await store.append(draftWith({ title: "Appended" }));
      expect(cache.current().notice.title).toBe("Appended");
      await store.close();

      const backup = join(temporaryFolder(), "backup.db");
      await backend.backUp(backup);
      for (const part of ["", "-wal", "-shm"]) rmSync(file + part, { force: true });
      clock.pass(1);
      expect(cache.status().store).toBe("down");
      clock.pass(sinceLook);
      await backend.repairFromBackup?.(
        await checkBackup(backup),
        () => revisionWith({ title: "Known" }, 7),
        "anna",
      );
      expect(cache.current()).toMatchObject({ number: 8, notice: { title: "Known" } });
    }
  });
});

describe("The notice cache of a server", () => {
  it("retries the store without requests, and keeps its notice once it can be read", async () => {
    const folder = temporaryFolder();
    const installation = {
      lastKnownGood: join(folder, "known.json"),
      firstNotice: join(folder, "first.json"),
    };
    writeFileSync(installation.firstNotice, JSON.stringify(draftWith({ title: "First" }).notice));
    const backend = sqliteBackend(join(folder, "notice.db"));
    let probes = 0;
    const cache: NoticeCache = await bootNoticeCache({
      backend,
      installation,
      probe: async () => {
        probes += 1;
        if (probes < 3) throw new Error("not yet");
        await backend.create({ ...draftWith({ title: "Stored" }), number: 1 });
      },
      events: { lost() {}, found() {}, notKept() {}, unreported() {}, nothingKnown() {} },
    });
    onTestFinished(() => cache.close());
    expect(cache.current()).toMatchObject({ number: 0, notice: { title: "First" } });
    await expect.poll(() => existsSync(installation.lastKnownGood), patient).toBe(true);
    expect(probes).toBe(3);
    expect(cache.current()).toMatchObject({ number: 1, notice: { title: "Stored" } });
    expect(statSync(installation.lastKnownGood).size).toBeGreaterThan(50);
  });

  it("polls when the store reports a change, without a request", async () => {
    // Without the timer that polls each second.
    const repeat = vi.spyOn(globalThis, "setInterval").mockReturnValue(setTimeout(() => {}));
    onTestFinished(() => repeat.mockRestore());
    const folder = temporaryFolder();
    const watcher = scripted();
    watcher.next = revisionWith({ title: "Here" }, 1);
    const said: (() => void)[] = [];
    const cache = await bootNoticeCache({
      backend: {
        async watch({ changed = () => {}, first } = {}) {
          // The first notice cannot be read.
          expect(first?.notice).toEqual(defaults);
          // The cache does not exist yet.
          changed();
          said.push(changed);
          return watcher;
        },
      },
      installation: { lastKnownGood: join(folder, "known.json"), firstNotice: join(folder, "first.json") },
      probe: undefined,
      events: { lost() {}, found() {}, notKept() {}, unreported() {}, nothingKnown() {} },
    });
    onTestFinished(() => cache.close());
    const { polls } = watcher;
    for (const changed of said) changed();
    await expect.poll(() => watcher.polls, patient).toBeGreaterThan(polls);
  });
});
