import { expect, onTestFinished, vi } from "vitest";
import { watchPostgres } from "../../../data/postgres/watch/watcher.ts";
import type { NoticeWatcher, WatchOptions } from "../../../data/store.ts";
import { patient } from "../patient.ts";
import { loginAt } from "./schema.ts";

/** Watches a store until the test ends. `until` waits for a revision to come last. */
export async function watching(url: string, options: WatchOptions = {}, file?: string) {
  const numbers: number[] = [];
  const look = (): void => {
    try {
      const revision = watcher?.poll();
      if (revision) numbers.push(revision.number);
    } catch {
      // Nothing has been read yet.
    }
  };
  let watcher: NoticeWatcher | undefined;
  watcher = await watchPostgres(loginAt(url), { ...options, changed: look }, file);
  onTestFinished(() => watcher?.close());
  look();
  return {
    watcher,
    until: (number: number) => vi.waitFor(() => expect(numbers.at(-1)).toBe(number), patient),
  };
}
