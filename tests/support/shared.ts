import { afterAll, beforeAll } from "vitest";

/** Has something done, and waits for it, when a test has ended: a test that is not alone gives its own. */
export type OnFinished = (work: () => void) => void;

/** Starts something for every test of a file, or of a part of it, and gives it while they run; it ends with the last. */
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
    if (!found) throw new Error("What tests share is asked for before it has been started.");
    return found.value;
  };
}
