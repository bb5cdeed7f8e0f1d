import { afterAll, beforeAll, onTestFinished } from "vitest";

/** Registers work for the end of a test (`onTestFinished`), or of all tests that share something. */
export type OnFinished = (work: () => void) => void;

/** Starts something for all tests of a file or a `describe`, and ends it after the last. Returns a getter. */
export function shared<T>(start: (onFinished: OnFinished) => Promise<T> | T): () => T {
  const works: (() => void)[] = [];
  let found: { value: T } | undefined;
  beforeAll(async () => {
    found = { value: await start((work) => works.push(work)) };
  });
  afterAll(async () => {
    for (const work of works.reverse()) await work();
  });
  return () => {
    if (!found) throw new Error("Call this inside a test: shared things start before the first test.");
    return found.value;
  };
}

/** Closes something when the test ends. */
export function closing<T extends { close(): unknown }>(opened: T): T {
  onTestFinished(async () => void (await opened.close()));
  return opened;
}
