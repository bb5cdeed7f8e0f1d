import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it, onTestFinished, vi } from "vitest";
import { checkBackup } from "../../data/backup.ts";
import { bootNoticeCache } from "../../data/cache/boot.ts";
import { readLastKnownGood } from "../../data/cache/last-known-good.ts";
import { createNoticeCache } from "../../data/cache/notice-cache.ts";
import type { Clock } from "../../data/clock.ts";
import { sqliteBackend } from "../../data/sqlite/backend.ts";
import type { NoticeWatcher, Revision, StoreBackend } from "../../data/store.ts";
import type { NoticeError } from "../../schema/errors/notice-error.ts";
import { defaults } from "../../schema/notice/defaults.ts";
import { temporaryFolder } from "../support/folder.ts";
import { patient } from "../support/patient.ts";
import { closing } from "../support/shared.ts";
import { removeStore } from "../support/store/sqlite-file.ts";
import { draftWith, noticeWith, revisionWith } from "../support/texts/notices.ts";

/** A clock that moves only by `sleep` and `pass`. */
function testClock(): Clock & { pass(ms: number): void } {
  let now = 1000;
  const pass = (ms: number): void => {
    now += ms;
  };
  return { now: () => now, sleep: async (ms) => pass(ms), pass };
}

/** A watcher that returns what the test sets, and counts its polls. */
function scripted(first: Revision): NoticeWatcher & { next: Revision | Error | undefined; polls: number } {
  return {
    next: first,
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

function cacheOf(first: Revision) {
  const watcher = scripted(first);
  const events: string[] = [];
  const clock = testClock();
  const told: Parameters<typeof createNoticeCache>[2] = {
    adopted: ({ number }) => void events.push(`adopted ${number}`),
    lost: (error) => void events.push(`lost ${(error as Error).message}`),
    behind: (error) => void events.push(`behind ${(error as NoticeError).code}`),
    found: () => void events.push("found"),
  };
  const cache = closing(createNoticeCache(watcher, undefined, told, clock));
  /** What a visitor sees a millisecond later. */
  const later = (next?: Revision | Error): Revision => {
    if (next) watcher.next = next;
    clock.pass(1);
    return cache.current();
  };
  return { watcher, cache, events, clock, later };
}

describe("The notice cache", () => {
  it("keeps the last notice while the store is down, reports it once, and recovers by itself", () => {
    const { cache, events, later } = cacheOf(revisionWith({}, 1));
    for (let request = 0; request < 1000; request += 1) expect(later(new Error("gone")).number).toBe(1);
    expect(cache.status().store).toBe("down");
    expect(later(revisionWith({}, 2)).number).toBe(2);
    expect(cache.status().store).toBe("up");
    expect(events).toEqual(["adopted 1", "lost gone", "adopted 2", "found"]);
  });

  it("keeps the newer revision if the store has lost changes", () => {
    const { cache, events, later } = cacheOf(revisionWith({}, 7));
    for (let request = 0; request < 10; request += 1) expect(later(revisionWith({}, 3)).number).toBe(7);
    expect(cache.status().store).toBe("down");
    expect(later(revisionWith({}, 8)).number).toBe(8);
    expect(cache.status().store).toBe("up");
    expect(events).toEqual(["adopted 7", "behind STORE_BEHIND", "adopted 8", "found"]);
  });

  it("ignores a new store that nobody has published to, and follows it after a change", () => {
    const { cache, events, later } = cacheOf({ ...revisionWith({ title: "Seen" }, 7), storeId: "a" });
    const inNew = (title: string, number: number) => ({ ...revisionWith({ title }, number), storeId: "b" });
    expect(later({ ...inNew("Default", 1), isAutomatic: true }).notice.title).toBe("Seen");
    expect(cache.status()).toMatchObject({ store: "down", reason: "behind" });
    expect(later(inNew("Written", 2)).notice.title).toBe("Written");
    expect(cache.status().store).toBe("up");
    // No store can have reached this number, so it does not count as seen.
    expect(later(inNew("Far", 10_003)).number).toBe(10_003);
    expect(later(inNew("Back", 2)).number).toBe(2);
    const reached = ["adopted 7", "behind STORE_BEHIND", "adopted 2", "found"];
    expect(events).toEqual([...reached, "adopted 10003", "behind NUMBER_IGNORED", "adopted 2"]);
  });

  it("adopts new texts, but not a commit that changed no text", () => {
    const { cache, events, later } = cacheOf(revisionWith({}, 1));
    const first = cache.current();
    expect(later(revisionWith({}, 1))).toBe(first);
    expect(later(revisionWith({ title: "New" }, 2)).notice.title).toBe("New");
    expect(later(revisionWith({ title: "Same number" }, 2)).notice.title).toBe("Same number");
    expect(events).toEqual(["adopted 1", "adopted 2", "adopted 2"]);
  });

  it("polls the store at most once a millisecond", () => {
    const { watcher, cache, clock } = cacheOf(revisionWith({}, 1));
    const before = watcher.polls;
    const ask = () => {
      for (let request = 0; request < 100; request += 1) cache.current();
      cache.status();
    };
    ask();
    clock.pass(0.9);
    ask();
    expect(watcher.polls).toBe(before);
    clock.pass(0.1);
    ask();
    expect(watcher.polls).toBe(before + 1);
  });

  it("polls again for a change that was committed during a poll", () => {
    const clock = testClock();
    let stored = 1;
    let duringPoll = (): void => {};
    const poll = () => {
      const revision = revisionWith({}, stored);
      duringPoll();
      return revision;
    };
    const cache = createNoticeCache({ poll, close() {} }, undefined, {}, clock);
    clock.pass(1);
    duringPoll = () => {
      duringPoll = () => {};
      stored = 2;
      clock.pass(2);
    };
    expect([cache.current().number, cache.current().number]).toEqual([1, 2]);
  });

  it.each([0, 0.3, 0.7, 0.99])("shows acknowledged changes at once %f ms after a poll", async (sincePoll) => {
    const clock = testClock();
    const file = join(temporaryFolder(), "notice.db");
    const backend = sqliteBackend(file, clock);
    const cache = closing(createNoticeCache(await backend.watch(), revisionWith({}, 1), {}, clock));

    clock.pass(sincePoll);
    await backend.create({ ...draftWith({ title: "Created" }), number: 2 });
    expect(cache.current().notice.title).toBe("Created");

    const store = await backend.open();
    clock.pass(sincePoll);
    await store.append(draftWith({ title: "Appended" }));
    expect(cache.current().notice.title).toBe("Appended");
    await store.close();

    const backup = join(temporaryFolder(), "backup.db");
    await backend.backUp(backup);
    removeStore(file);
    clock.pass(1);
    expect(cache.status().store).toBe("down");
    clock.pass(sincePoll);
    const checked = await checkBackup(backup);
    await backend.repairFromBackup?.(checked, () => revisionWith({ title: "Known" }, 7), "anna");
    expect(cache.current()).toMatchObject({ number: 8, notice: { title: "Known" } });
  });
});

describe("The notice cache of a server", () => {
  const files = () => {
    const folder = temporaryFolder();
    return { lastKnownGood: join(folder, "known.json"), firstNotice: join(folder, "first.json") };
  };
  const events = { lost() {}, found() {}, notKept() {}, unreported() {}, nothingKnown() {} };

  it("retries the store without requests, and keeps its notice once it can be read", async () => {
    const installation = files();
    writeFileSync(installation.firstNotice, JSON.stringify(noticeWith({ title: "First" })));
    const backend = sqliteBackend(join(temporaryFolder(), "notice.db"));
    let probes = 0;
    const probe = async () => {
      probes += 1;
      if (probes < 3) throw new Error("not yet");
      await backend.create({ ...draftWith({ title: "Stored" }), number: 1 });
    };
    const cache = closing(await bootNoticeCache({ backend, installation, probe, events }));
    expect(cache.current()).toMatchObject({ number: 0, notice: { title: "First" } });
    const kept = () => readLastKnownGood(installation.lastKnownGood);
    await expect.poll(kept, patient).toMatchObject({ number: 1, notice: { title: "Stored" } });
    expect(probes).toBe(3);
    expect(cache.current()).toMatchObject({ number: 1, notice: { title: "Stored" } });
  });

  it("polls when the store reports a change, without a request", async () => {
    // Without the timer that polls each second.
    const repeat = vi.spyOn(globalThis, "setInterval").mockReturnValue(setTimeout(() => {}));
    onTestFinished(() => repeat.mockRestore());
    const watcher = scripted(revisionWith({ title: "Here" }, 1));
    let report = (): void => {};
    const watch: StoreBackend["watch"] = async ({ changed = () => {}, first } = {}) => {
      // There is no file with a first notice.
      expect(first?.notice).toEqual(defaults);
      // The cache does not exist yet.
      changed();
      report = changed;
      return watcher;
    };
    const installation = files();
    closing(await bootNoticeCache({ backend: { watch }, installation, probe: undefined, events }));
    const { polls } = watcher;
    report();
    await expect.poll(() => watcher.polls, patient).toBeGreaterThan(polls);
  });
});
