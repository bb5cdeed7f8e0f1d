import { writeFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, vi } from "vitest";
import { readInstallation } from "../../../../schema/settings/settings.ts";
import { temporaryFolder } from "../../../support/folder.ts";
import { patient } from "../../../support/patient.ts";
import { readiness, type Service, startService, timesTold } from "../../../support/service/service.ts";
import { keptWith, signed } from "../../../support/texts/notices.ts";

/** Starts a node with a last known good notice titled "Known". */
export async function startNode(
  DATABASE: string,
  more: Record<string, string> = {},
  isBroken = false,
): Promise<Service> {
  const settings = { DATABASE, STATE_DIR: temporaryFolder(), NODE_NAME: "a", ...more };
  writeFileSync(readInstallation(settings).lastKnownGood, signed(keptWith({ title: "Known" })));
  return startService(settings, { isBroken });
}

/** How often the log of a node says that the store is down, and that it is up again. */
export const told = (node: Service) => ({
  down: timesTold(node, "The store is down"),
  up: timesTold(node, "The store is up again"),
});

/** Sends visitors to a node until the test ends. Each must see one of these titles, and no earlier revision than before. */
export function sendVisitors(node: Service, titles: string[]) {
  let isOver = false;
  let last = "";
  let highest = 0;
  let visits = 0;
  const visiting = (async () => {
    for (; !isOver; visits += 1) {
      const response = await fetch(`${node.url}/api/notice`);
      last = ((await response.json()) as { title: string }).title;
      expect([response.status, titles]).toEqual([200, expect.arrayContaining([last])]);
      const number = Number(/\d+/.exec(response.headers.get("etag") ?? "")?.[0]);
      expect(number).toBeGreaterThanOrEqual(highest);
      highest = number;
      await sleep(5);
    }
  })();
  const waitFor = (check: () => Promise<void> | void) => Promise.race([vi.waitFor(check, patient), visiting]);
  onTestFinished(() => {
    isOver = true;
  });
  return {
    /** Waits until the node reports this state of its store. */
    until: (store: "up" | "down") =>
      waitFor(async () => expect(await readiness(node)).toMatchObject({ store })),
    untilShown: (title: string) => waitFor(() => expect(last).toBe(title)),
    async end(): Promise<void> {
      isOver = true;
      await visiting;
      expect(visits).toBeGreaterThan(0);
    },
  };
}
