import { executionAsyncResource } from "node:async_hooks";

/** Never read: it is enough that it is there. */
const kept: object[] = [];

/**
 * Keeps one of the objects that `process.nextTick` (passed in) makes. When a garbage collection finds none, as in a
 * quiet moment, V8 forgets their shape and makes every later one slowly: a third more CPU time per request, for good.
 */
export function keepTickShape(nextTick: (callback: () => void) => void): void {
  nextTick(() => void kept.push(executionAsyncResource()));
}
