import type { Worker } from "node:worker_threads";
import type { FromThread, ToThread } from "./messages.ts";

/** How long a thread may be silent before it is replaced, in ms: a foreign server may keep it busy for ever. */
const maxSilenceMs = 3000;
/** How long a thread may take to send its first message, in ms: before that, no server can keep it busy. */
const threadStartTimeoutMs = 30_000;
const restartDelayMs = 250;
/** How long a thread may take to end by itself, in ms. */
const threadCloseTimeoutMs = 700;

interface Supervision {
  /** Starts the thread, or another one to replace it. */
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
