import type { Usage } from "../../data/usage/usage-store.ts";
import type { Context } from "../terminal/context.ts";

/** Counts requests to the models in the store. */
export interface Counted {
  /** Counts one before it is sent. @throws NoticeError LIMIT_REACHED, STORE_… */
  reserve(): Promise<void>;
  /** What has come of the last one; undefined if there was none. */
  usage(): Usage | undefined;
}

/** Counts against a limit; one after the other, so that the last count is the highest. */
export function countRequests({ backend }: Pick<Context, "backend">, limit: number): Counted {
  let usage: Usage | undefined;
  let last: Promise<void> = Promise.resolve();
  const reserve = async (): Promise<void> => {
    // Opened for each: a connection need not live for as long as a model or a person takes.
    const store = await backend.openUsage();
    usage = await store.reserveUse(limit).finally(() => store.close());
  };
  return {
    reserve: () => {
      const reserved = last.then(reserve);
      last = reserved.catch(() => {});
      return reserved;
    },
    usage: () => usage,
  };
}
