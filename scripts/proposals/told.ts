import { setTimeout } from "node:timers/promises";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Context } from "../terminal/context.ts";

/** How long a key that was meant for other work may take at most to reach us once that is done, in ms. */
const lastKeyMs = 100;

/** Ends what a command does when it is told to end. */
export interface Told {
  readonly signal: AbortSignal;
  /** Does work that is the user's own, such as their editor's, to whom signals are left meanwhile. */
  leaving<T>(work: () => Promise<T>): Promise<T>;
}

/** From now on, being told to end does not end the process, but aborts a signal with TOLD_TO_END. */
export function heedEnd({ toldToEnd }: Pick<Context, "toldToEnd">): Told {
  const heed = (): AbortController => {
    const controller = new AbortController();
    void toldToEnd().then(() => controller.abort(new NoticeError("TOLD_TO_END", {})));
    return controller;
  };
  let controller = heed();
  return {
    get signal() {
      return controller.signal;
    },
    async leaving(work) {
      controller = new AbortController();
      try {
        return await work();
      } finally {
        await setTimeout(lastKeyMs);
        controller = heed();
      }
    },
  };
}
