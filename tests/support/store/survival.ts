import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, it, vi } from "vitest";
import { freePort } from "../../../scripts/bench/harness.ts";
import { notice, noticeProcess } from "../command/command.ts";
import { makeKnownStore } from "../command/known-store.ts";
import { temporaryFolder } from "../folder.ts";
import { forPage } from "../network/http.ts";
import { patient } from "../patient.ts";
import {
  readiness,
  readMetrics,
  type Service,
  startService,
  storeIsUp,
  timesTold,
} from "../service/service.ts";
import type { OnFinished } from "../shared.ts";
import type { StoreFault } from "./store-faults.ts";

/** A service that shows its second revision, whose rights on files are those of an ordinary user. */
export async function knownService(
  settings: Record<string, string> & { DATABASE: string },
  onFinished?: OnFinished,
): Promise<Service> {
  const service = await startService(settings, { ordinary: true, ...(onFinished && { onFinished }) });
  expect((await notice(service.env, ["set", "--title", "Known"])).code).toBe(0);
  expect(await page(service)).toContain(">Known</h1>");
  return service;
}

export async function page({ url }: Service): Promise<string> {
  const response = await fetch(url, { headers: forPage });
  expect(response.status).toBe(503);
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  return response.text();
}

/** The store heals by itself, and what is acknowledged from then on is shown; the command might not live through it. */
export async function changesAreShown(service: Service): Promise<void> {
  await storeIsUp(service);
  expect((await noticeProcess(service.env, ["set", "--title", "Healed"])).code).toBe(0);
  expect(await page(service)).toContain(">Healed</h1>");
}

function databaseFor({ disk }: StoreFault, onFinished: OnFinished): string {
  return join((disk ?? temporaryFolder)(onFinished), "var", "notice.db");
}

async function storeInMetrics(port: number): Promise<string> {
  return /^backsoon_store_up (\d)$/m.exec(await readMetrics(port))?.[1] === "1" ? "up" : "down";
}

function inject(fault: StoreFault, database: string, onFinished: OnFinished): () => void {
  const heal = fault.inject(database);
  let isHealed = false;
  const healOnce = () => {
    if (!isHealed) heal();
    isHealed = true;
  };
  onFinished(healOnce);
  return healOnce;
}

/** The tests that a service passes with each of the faults; those of one fault run side by side. */
export function testSurvival(faults: StoreFault[]): void {
  describe.each(faults)("with the store $name", (fault) => {
    it.concurrent("every answer of a running service is the last known good notice, it is told of once, and it heals by itself", async ({
      onTestFinished: onFinished,
    }) => {
      const port = await freePort();
      const DATABASE = databaseFor(fault, onFinished);
      const service = await knownService({ DATABASE, METRICS_PORT: String(port) }, onFinished);
      const told = fault.isBehind ? "The store has lost revisions" : "The store is down";
      const before = timesTold(service, told);
      const heal = inject(fault, DATABASE, onFinished);

      const store = fault.isSilent ? "up" : "down";
      for (let request = 0; request < 200; request += 1) expect(await page(service)).toContain(">Known</h1>");
      await vi.waitFor(async () => expect((await readiness(service)).store).toBe(store), patient);
      // Long enough for its timer to have looked after the store, too, which it does once a second.
      for (let request = 0; request < 20; request += 1) {
        await sleep(60);
        expect(await page(service)).toContain(">Known</h1>");
      }
      expect(await readiness(service)).toMatchObject({ store, revision: 2 });
      expect(await storeInMetrics(port)).toBe(store);

      heal();
      await changesAreShown(service);
      expect(await storeInMetrics(port)).toBe("up");
      expect(await service.ended("SIGTERM")).toBe(0);
      expect(timesTold(service, told) - before).toBe(fault.isSilent ? 0 : 1);
    });

    it.concurrent("a start comes up, too, with the last known good notice, and follows the store again when the cause goes", async ({
      onTestFinished: onFinished,
    }) => {
      const DATABASE = databaseFor(fault, onFinished);
      await makeKnownStore(DATABASE);
      const heal = inject(fault, DATABASE, onFinished);
      const service = await startService({ DATABASE }, { ordinary: true, isBroken: true, onFinished });
      expect(await page(service)).toContain(
        fault.takesLastKnownGood ? ">Under Maintenance</h1>" : ">Known</h1>",
      );
      if (fault.atStart === "down") expect((await readiness(service)).store).toBe("down");
      else await storeIsUp(service);
      // Numbers go on; 0 is the document of a new installation, which is in no store.
      const known = fault.takesLastKnownGood ? 0 : 2;
      expect((await readiness(service)).revision).toBe(known + (fault.atStart === "created" ? 1 : 0));

      // A store that was made anew is not healed by what was there before.
      if (fault.atStart !== "created") heal();
      await changesAreShown(service);
    });
  });
}
