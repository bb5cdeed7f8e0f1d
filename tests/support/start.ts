import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect } from "vitest";
import { temporaryFolder } from "./folder.ts";
import type { Service } from "./service.ts";

/** Where a store goes whose folder is there. */
export function newDatabase(folder = temporaryFolder()): string {
  const database = join(folder, "var", "notice.db");
  mkdirSync(dirname(database));
  return database;
}

export async function health({ url }: Service): Promise<unknown> {
  return (await fetch(`${url}/readyz`)).json();
}

export async function showsTheFirstNotice(service: Service): Promise<void> {
  const response = await fetch(service.url);
  expect([response.status, response.headers.get("maintenance-notice")]).toEqual([503, "0"]);
  expect(await response.text()).toContain(">Under Maintenance</h1>");
  expect(await health(service)).toMatchObject({ status: "ready", store: "down", revision: 0 });
}

/** Ends a service, and gives why its store was down each time that it was told of. */
export async function losses(service: Service): Promise<string[]> {
  await service.ended("SIGTERM");
  return service
    .log()
    .filter(({ msg }) => /The store is down/.test(msg))
    .map(({ err }) => err?.message ?? "");
}
