import { expect, vi } from "vitest";
import { watchPostgres } from "../../../data/postgres/watch/watcher.ts";
import type { WatchOptions } from "../../../data/store.ts";
import { patient } from "../patient.ts";
import { loginAt, opened } from "./schema.ts";

/** Watches a store until the test ends. `until` waits for a revision to come last. */
export async function watching(url: string, options: WatchOptions = {}, file?: string) {
  let isNew = true;
  let last: number | undefined;
  const changed = () => {
    isNew = true;
  };
  const watcher = await opened(watchPostgres(loginAt(url), { ...options, changed }, file));
  const look = (): void => {
    if (!isNew) return;
    isNew = false;
    last = watcher.poll()?.number ?? last;
  };
  const until = (number: number) =>
    vi.waitFor(() => {
      look();
      expect(last).toBe(number);
    }, patient);
  return { watcher, until };
}
