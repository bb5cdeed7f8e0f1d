import { randomUUID } from "node:crypto";
import { Worker } from "node:worker_threads";
import { NoticeError } from "../../../schema/errors/notice-error.ts";
import { describeAddress } from "../../../schema/settings/postgres-url.ts";
import type { NoticeWatcher, Revision, Shown, WatchOptions } from "../../store.ts";
import type { DatabaseLogin } from "../connection/connect.ts";
import type { FromThread, ThreadData } from "./messages.ts";
import { rememberRun } from "./runs.ts";
import { supervise } from "./supervisor.ts";

/** How long to wait for the first read, in ms; less if the service already has a notice to show. */
const firstReadTimeoutMs = { withNotice: 250, withoutNotice: 2500 };
/** How long a store may take until its first answer before it counts as down, in ms, if there is a notice to show. */
const firstAnswerTimeoutMs = 1000;
/** The memory limit of the thread, in MB; far more than its documents need. */
const maxHeapMb = 128;

/**
 * Watches a store in a PostgreSQL database from a separate thread: no database, nor anything in its place, can block
 * the event loop that answers visitors. The file remembers the runs of this process.
 */
export async function watchPostgres(
  login: DatabaseLogin,
  { shown = { number: 0, sum: "" }, first, changed = () => {}, unreported = () => {} }: WatchOptions,
  file?: string,
): Promise<NoticeWatcher> {
  const instance = randomUUID();
  const runs = file === undefined ? undefined : rememberRun(file, instance);
  let earlier = runs?.earlier ?? [];
  const unreachable = (reason: string) =>
    new NoticeError("STORE_UNREACHABLE", { store: describeAddress(login.address), reason });
  let current: Shown = shown;
  let fresh: Revision | undefined;
  const hasNotice = shown.number > 0;
  const unanswered = unreachable("it has not answered yet");
  let failure: NoticeError | undefined = hasNotice ? undefined : unanswered;
  let firstRead = (): void => {};
  const read = new Promise<void>((resolve) => (firstRead = resolve));

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
    firstRead();
    clearTimeout(firstAnswerTimer);
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

  const firstAnswerTimer = setTimeout(() => {
    failure ??= unanswered;
    changed();
  }, firstAnswerTimeoutMs).unref();
  const { withNotice, withoutNotice } = firstReadTimeoutMs;
  const timeout = setTimeout(firstRead, hasNotice ? withNotice : withoutNotice);
  await read;
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
      clearTimeout(firstAnswerTimer);
      await thread.close();
      await runs?.settled();
    },
  };
}
