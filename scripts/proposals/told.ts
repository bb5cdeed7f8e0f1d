import { setTimeout } from "node:timers/promises";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Context } from "../terminal/context.ts";

/** A Ctrl-C that was meant for the user's editor may reach us this late, in ms. */
const lastKeyMs = 100;

/** Ends the work of a command when it is told to end. */
export interface Told {
  readonly signal: AbortSignal;
  /** Does work of the user's own, such as in their editor, which then handles signals itself. */
  leaving<T>(work: () => Promise<T>): Promise<T>;
}

/** From now on, signals do not end the process, but abort an AbortSignal with TOLD_TO_END. */
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
