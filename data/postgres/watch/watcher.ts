import { randomUUID } from "node:crypto";
import { Worker } from "node:worker_threads";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { describeAddress } from "../../../schema/settings/postgres-url.ts";
import type { NoticeWatcher, Revision, Shown, WatchOptions } from "../../store.ts";
import type { PostgresPlace } from "../connection/connect.ts";
import type { FromThread, ThreadData, ToThread } from "./messages.ts";

/** How long the first read is waited for, in ms; a service that has something to show starts without it. */
const firstReadTimeoutMs = { withNotice: 1000, withoutNotice: 2500 };
/** How long a thread may be silent before it is replaced, in ms: what a peer sends may keep it busy for ever. */
const maxSilenceMs = 3000;
/** How long a thread may take to say something for the first time, in ms: until then no peer has said anything to it. */
const startTimeoutMs = 30_000;
const restartDelayMs = 250;
/** How long a thread may take to end by itself, in ms. */
const closeTimeoutMs = 700;
/** What the documents of a thread may take, in MB; far more than they do. */
const maxHeapMb = 128;

/**
 * Watches a store in a PostgreSQL database from a thread of its own: whatever the database, or what is in its place,
 * says or does, it cannot keep the event loop that visitors are answered on.
 */
export async function watchPostgres(
  place: PostgresPlace,
  { shown = { number: 0, sum: "" }, first, changed = () => {}, unreported = () => {} }: WatchOptions,
): Promise<NoticeWatcher> {
  const instance = randomUUID();
  const unreachable = (reason: string) =>
    new NoticeError("STORE_UNREACHABLE", { store: describeAddress(place.address), reason });
  let current: Shown = shown;
  let fresh: Revision | undefined;
  let failure: NoticeError | undefined = unreachable("it has not answered yet");
  let firstRead = (): void => {};
  const read = new Promise<void>((resolve) => (firstRead = resolve));

  const hear = (message: FromThread): void => {
    heardAt = performance.now();
    hasBegun = true;
    switch (message.kind) {
      case "revision":
        fresh = message.revision;
        failure = undefined;
        break;
      case "unchanged":
        if (!failure) return;
        failure = undefined;
        break;
      case "failed":
        failure = new NoticeError("STORE_UNREADY", { reason: message.message });
        break;
      case "unreported":
        unreported(new NoticeError("STORE_UNREADY", { reason: message.message }));
        return;
      default:
        return;
    }
    firstRead();
    changed();
  };

  const start = (): Worker => {
    const workerData: ThreadData = {
      place,
      instance,
      shown: current,
      first: current.number > 0 ? undefined : first,
    };
    const started = new Worker(new URL("./thread.js", import.meta.url), {
      workerData,
      // The driver would take settings from there.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
    heardAt = performance.now();
    hasBegun = false;
    started.on("message", (message: FromThread) => started === worker && hear(message));
    started.on("error", () => {});
    started.once("exit", () => {
      if (started !== worker || isClosing) return;
      failure = unreachable("what it says broke the thread that listens to it");
      changed();
      setTimeout(() => replace(started), restartDelayMs).unref();
    });
    started.unref();
    return started;
  };
  const replace = (old: Worker): void => {
    if (old !== worker || isClosing) return;
    void old.terminate();
    worker = start();
  };
  const lookAfter = (): void => {
    if (performance.now() - heardAt < (hasBegun ? maxSilenceMs : startTimeoutMs)) return;
    failure = unreachable("what it says keeps the thread that listens to it busy");
    changed();
    replace(worker);
  };

  let heardAt = performance.now();
  let hasBegun = false;
  let isClosing = false;
  let worker = start();
  // After a turn, in which what it has said meanwhile is heard: it may have been us who were busy.
  const timer = setInterval(() => setImmediate(lookAfter), maxSilenceMs / 6).unref();
  const timeout = setTimeout(
    firstRead,
    shown.number > 0 ? firstReadTimeoutMs.withNotice : firstReadTimeoutMs.withoutNotice,
  );
  await read;
  clearTimeout(timeout);

  const say = (message: ToThread): void => worker.postMessage(message);
  return {
    poll() {
      const next = fresh;
      // What was read before the store was lost is news all the same.
      if (failure && !next) throw failure;
      fresh = undefined;
      return next;
    },
    show(next) {
      current = next;
      say({ kind: "shown", shown: next });
    },
    async close() {
      isClosing = true;
      clearInterval(timer);
      const closed = new Promise((resolve) => worker.once("exit", resolve));
      say({ kind: "close" });
      const late = setTimeout(() => worker.terminate(), closeTimeoutMs);
      await closed;
      clearTimeout(late);
    },
  };
}
