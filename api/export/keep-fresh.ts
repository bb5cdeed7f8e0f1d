import { setTimeout as sleep } from "node:timers/promises";
import type { NoticeCache } from "../../data/cache/notice-cache.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Log } from "../observe/log.ts";
import { writePages } from "./folder.ts";
import { type MakePages, stateOf } from "./pages.ts";

/** How often we look whether visitors see something else, in ms. */
const lookIntervalMs = 500;
/** How long we wait after a failure, in ms. */
const retryMs = 30_000;
/** After how long an export counts as hanging, in ms. It goes on: there is never a second one. */
const lateMs = 10_000;
/** How long an export may take to end once the service stops, in ms. */
const stopTimeoutMs = 2000;

interface KeepFreshParts {
  folder: string;
  makePages: MakePages;
  cache: Pick<NoticeCache, "current">;
  logger: Pick<Log["logger"], "info" | "error">;
  now(): Date;
  write?: typeof writePages;
}

/**
 * Exports what visitors see into a folder, at once and whenever it changes or the expected return passes. The log has
 * each export, and the first failure in a row. Returns a function that ends it.
 */
export function keepFresh(parts: KeepFreshParts): { stop(): Promise<void> } {
  const { folder, makePages, cache, logger, now, write = writePages } = parts;
  let done: string | undefined;
  let running: Promise<void> | undefined;
  let isFailing = false;
  let notBefore = 0;

  const fail = ({ message }: Error): void => {
    notBefore = performance.now() + retryMs;
    if (!isFailing)
      logger.error(
        { path: folder },
        `The exported pages are not up to date: we try again each half minute. ${message}`,
      );
    isFailing = true;
  };
  const attempt = async (revision: ReturnType<NoticeCache["current"]>): Promise<void> => {
    const begun = performance.now();
    const reason = `the disk has not finished within ${lateMs / 1000} seconds`;
    const late = setTimeout(() => fail(new NoticeError("EXPORT_FAILED", { folder, reason })), lateMs);
    try {
      const pages = makePages(revision, now());
      const exported = await write(folder, pages);
      done = pages.state;
      const ms = Math.round(performance.now() - begun);
      logger.info(
        { path: folder, ...exported, ms },
        isFailing ? "The notice is exported again" : "The notice was exported",
      );
      isFailing = false;
    } catch (error) {
      fail(error as Error);
    } finally {
      clearTimeout(late);
    }
  };
  const look = (): void => {
    const revision = cache.current();
    if (running || performance.now() < notBefore || stateOf(revision, now()) === done) return;
    running = attempt(revision).finally(() => {
      running = undefined;
    });
  };
  look();
  const timer = setInterval(look, lookIntervalMs).unref();
  let stopped: Promise<unknown> | undefined;
  const stop = async (): Promise<void> => {
    clearInterval(timer);
    stopped ??= Promise.race([running, sleep(stopTimeoutMs, undefined, { ref: false })]);
    await stopped;
  };
  return { stop };
}
