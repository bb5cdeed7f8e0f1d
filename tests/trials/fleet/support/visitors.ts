import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, vi } from "vitest";
import { patient } from "../../../support/patient.ts";
import { readiness } from "../../../support/service/service.ts";

/** Visitors who ask a node again and again. */
export interface Visitors {
  /** Resolves with how long it took, in ms, until the node says so of its store. */
  until(store: "up" | "down"): Promise<number>;
  /** Resolves with how long it took, in ms, until visitors see a title. */
  untilShown(title: string): Promise<number>;
  /** Ends the visits: how many there were, and how long the slowest took, in ms. */
  end(): Promise<{ visits: number; slowestMs: number }>;
}

/** Has visitors ask a node until the test ends; each of them must see one of these titles. */
export function sendVisitors(node: { url: string }, titles: string[]): Visitors {
  let visits = 0;
  let slowestMs = 0;
  let isOver = false;
  let last = "";
  const visiting = (async () => {
    while (!isOver) {
      const begun = performance.now();
      const response = await fetch(`${node.url}/api/notice`);
      last = ((await response.json()) as { title: string }).title;
      slowestMs = Math.max(slowestMs, performance.now() - begun);
      expect([response.status, titles]).toEqual([200, expect.arrayContaining([last])]);
      visits += 1;
      await sleep(5);
    }
  })();
  const timed = async (check: () => Promise<void> | void): Promise<number> => {
    const begun = performance.now();
    await Promise.race([vi.waitFor(check, patient), visiting]);
    return Math.round(performance.now() - begun);
  };
  onTestFinished(() => {
    isOver = true;
  });
  return {
    until: (store) => timed(async () => expect(await readiness(node)).toMatchObject({ store })),
    untilShown: (title) => timed(() => expect(last).toBe(title)),
    async end() {
      isOver = true;
      await visiting;
      return { visits, slowestMs: Math.round(slowestMs) };
    },
  };
}
