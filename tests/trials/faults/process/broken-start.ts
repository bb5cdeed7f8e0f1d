import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { temporaryFolder } from "../../../support/folder.ts";
import { forPage } from "../../../support/network/http.ts";
import { readiness, type Service, startService } from "../../../support/service/service.ts";

/** Where a store goes whose folder is there. */
export function newDatabase(folder = temporaryFolder()): string {
  const database = join(folder, "var", "notice.db");
  mkdirSync(dirname(database));
  return database;
}

/**
 * A service with a store that cannot be used, which it knows from trying it: on a machine that is too busy for that it
 * does not wait for the reason, and is started anew.
 */
export async function startWithBroken(database: string, ordinary: boolean): Promise<Service> {
  for (;;) {
    const service = await startService({ DATABASE: database }, { ordinary, isBroken: true });
    if (!service.output().stdout.includes("took longer than 3 s")) return service;
    await service.ended("SIGKILL");
  }
}

export async function showsTheFirstNotice(service: Service): Promise<void> {
  const response = await fetch(service.url, { headers: forPage });
  expect([response.status, response.headers.get("maintenance-notice")]).toEqual([503, "0"]);
  expect(await response.text()).toContain(">Under Maintenance</h1>");
  expect(await readiness(service)).toMatchObject({ status: "ready", store: "down", revision: 0 });
}

/** Ends a service, and gives why its store was down each time that it was told of. */
export async function losses(service: Service): Promise<string[]> {
  await service.ended("SIGTERM");
  return service
    .log()
    .filter(({ msg }) => /The store is down/.test(msg))
    .map(({ err }) => err?.message ?? "");
}
