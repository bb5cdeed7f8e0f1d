import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, vi } from "vitest";
import { patient } from "../../../support/patient.ts";
import { readiness } from "../../../support/service/service.ts";

/** Visitors who ask a node until the test ends. */
export interface Visitors {
  /** Waits until the node reports this state of its store. */
  until(store: "up" | "down"): Promise<void>;
  /** Waits until visitors see a title. */
  untilShown(title: string): Promise<void>;
  /** Ends the visits. Returns their number, and the ms of the slowest. */
  end(): Promise<{ visits: number; slowestMs: number }>;
}

/** Sends visitors to a node. Each must see one of these titles. */
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
  const waitFor = (check: () => Promise<void> | void) => Promise.race([vi.waitFor(check, patient), visiting]);
  onTestFinished(() => {
    isOver = true;
  });
  return {
    until: (store) => waitFor(async () => expect(await readiness(node)).toMatchObject({ store })),
    untilShown: (title) => waitFor(() => expect(last).toBe(title)),
    async end() {
      isOver = true;
      await visiting;
      return { visits, slowestMs: Math.round(slowestMs) };
    },
  };
}
