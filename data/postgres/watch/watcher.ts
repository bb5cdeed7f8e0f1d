import { randomUUID } from "node:crypto";
import { dirname } from "node:path";
import { Worker } from "node:worker_threads";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { readRegularFile } from "../../../schema/settings/env-file.ts";
import { describeAddress } from "../../../schema/settings/postgres-url.ts";
import { makeFolders, replaceFile } from "../../files.ts";
import type { NoticeWatcher, Revision, Shown, WatchOptions } from "../../store.ts";
import type { DatabaseLogin } from "../connect.ts";
import type { FromThread, ThreadData, ToThread } from "./messages.ts";

/** How long a start waits for the first answer of the store before it counts as down, in ms. */
const firstAnswerTimeoutMs = 2500;
/** The memory limit of the thread, in MB; far more than its documents need. */
const maxHeapMb = 128;

/** Larger than the file ever is, in bytes: a larger one was not written by us. */
const maxRunsBytes = 16 * 1024;
/** How many runs are remembered: each that ended before it could report adds one. */
const maxRuns = 20;

const ownUuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/**
 * Watches a store in a PostgreSQL database from a separate thread: no database, nor anything in its place, can block
 * the event loop that answers visitors. The file remembers the runs of this process.
 */
export async function watchPostgres(
  login: DatabaseLogin,
  { shown = { number: 0, hash: "" }, first, changed = () => {}, unreported = () => {} }: WatchOptions,
  file?: string,
): Promise<NoticeWatcher> {
  const instance = randomUUID();
  const runs = file === undefined ? undefined : rememberRun(file, instance);
  let earlier = runs?.earlier ?? [];
  const unreachable = (reason: string) =>
    new NoticeError("STORE_UNREACHABLE", { store: describeAddress(login.address), reason });
  let current: Shown = shown;
  let fresh: Revision | undefined;
  let failure: NoticeError | undefined = unreachable("it has not answered yet");
  let answered = (): void => {};
  const firstAnswer = new Promise<void>((resolve) => (answered = resolve));

  const hear = (message: FromThread): void => {
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
      case "succeeded":
        earlier = [];
        runs?.succeeded();
        return;
      default:
        return;
    }
    answered();
    changed();
  };
  const start = (): Worker => {
    const workerData: ThreadData = {
      login,
      instance,
      earlier,
      shown: current,
      first: current.number > 0 ? undefined : first,
    };
    return new Worker(new URL("./thread.js", import.meta.url), {
      workerData,
      // The driver would read settings from it.
      env: {},
      resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
    });
  };
  const thread = supervise({
    start,
    hear,
    broke(reason) {
      failure = unreachable(reason);
      changed();
    },
  });

  const timeout = setTimeout(answered, firstAnswerTimeoutMs);
  await firstAnswer;
  clearTimeout(timeout);
  return {
    poll() {
      const next = fresh;
      // A revision that was read before the store was lost is still new.
      if (failure && !next) throw failure;
      fresh = undefined;
      return next;
    },
    show(next) {
      current = next;
      thread.say({ kind: "shown", shown: next });
    },
    async close() {
      await thread.close();
      await runs?.settled();
    },
  };
}

/**
 * Remembers a run of this process in a file before it reports, so that the next run can remove it from the list if it was
 * killed. Nobody waits for the file: without it, a killed node counts as silent, and disappears after a day.
 */
function rememberRun(file: string, id: string) {
  const earlier = readRuns(file);
  const write = async (runs: string[]): Promise<void> => {
    try {
      makeFolders(dirname(file));
      await replaceFile(file, `${JSON.stringify({ runs })}\n`);
    } catch {
      // Nobody waits for the file.
    }
  };
  let writing = write([...earlier, id].slice(-maxRuns));
  return {
    /** The runs that may still be on the list. */
    earlier,
    /** Forgets them: they are off the list, and this run is on it. */
    succeeded(): void {
      writing = writing.then(() => write([id]));
    },
    /** Resolves when nothing is being written. */
    settled: (): Promise<void> => writing,
  };
}

function readRuns(file: string): string[] {
  try {
    const { runs } = JSON.parse(readRegularFile(file, maxRunsBytes).toString());
    return runs.filter((run: unknown) => typeof run === "string" && ownUuid.test(run)).slice(-maxRuns);
  } catch {
    return [];
  }
}

/** How long a thread may be silent before it is replaced, in ms: a foreign server may keep it busy for ever. */
const maxSilenceMs = 3000;
/** How long a thread may take to send its first message, in ms: before that, no server can keep it busy. */
const threadStartTimeoutMs = 30_000;
const restartDelayMs = 250;
/** How long a thread may take to end by itself, in ms. */
const threadCloseTimeoutMs = 700;

interface Supervision {
  start(): Worker;
  hear(message: FromThread): void;
  /** Called with the reason when the thread must be replaced. */
  broke(reason: string): void;
}

/** Runs a thread until it is closed, and never two at once. It is replaced when it ends or hangs. */
export function supervise({ start, hear, broke }: Supervision) {
  let heardAt = 0;
  let hasBegun = false;
  let isHung = false;
  let isClosing = false;

  const begin = (): Worker => {
    const begun = start();
    heardAt = performance.now();
    hasBegun = false;
    isHung = false;
    begun.on("message", (message: FromThread) => {
      if (isHung) return;
      heardAt = performance.now();
      hasBegun = true;
      hear(message);
    });
    begun.on("error", () => {});
    begun.once("exit", () => {
      if (isClosing) return;
      if (!isHung) broke("what it says broke the thread that listens to it");
      setTimeout(() => {
        if (!isClosing) worker = begin();
      }, restartDelayMs).unref();
    });
    begun.unref();
    return begun;
  };
  const lookAfter = (): void => {
    const isLate = performance.now() - heardAt >= (hasBegun ? maxSilenceMs : threadStartTimeoutMs);
    if (!isLate || isHung) return;
    isHung = true;
    broke("what it says keeps the thread that listens to it busy");
    void worker.terminate();
  };

  let worker = begin();
  // Checked one turn of the event loop later, which reads the waiting messages: this thread may have been the busy one.
  const timer = setInterval(() => setImmediate(lookAfter), maxSilenceMs / 6).unref();
  return {
    say: (message: ToThread): void => worker.postMessage(message),
    /** Tells it to close, and resolves when it has ended. */
    async close(): Promise<void> {
      isClosing = true;
      clearInterval(timer);
      if (worker.threadId < 0) return;
      const ended = new Promise((resolve) => worker.once("exit", resolve));
      worker.postMessage({ kind: "close" } satisfies ToThread);
      const late = setTimeout(() => worker.terminate(), threadCloseTimeoutMs);
      await ended;
      clearTimeout(late);
    },
  };
}
