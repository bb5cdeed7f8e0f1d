import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { sqliteBackend } from "../../../data/sqlite/backend.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { asking } from "../../support/network/http.ts";
import { startService } from "../../support/service/service.ts";
import { draftWith } from "../../support/texts/notices.ts";

describe("a service under load", () => {
  it("shows each of 1,000 changes with the next request after it was acknowledged", async () => {
    const { url, database } = await startService();
    const ask = asking(url);
    const store = await sqliteBackend(database).open();
    let isOver = false;
    let visitors = 0;
    const visit = async (): Promise<void> => {
      while (!isOver) {
        expect((await ask({ url: "/shop" })).statusCode).toBe(503);
        visitors += 1;
      }
    };
    const load = Promise.all([visit(), visit()]);
    const stale: number[] = [];
    for (let change = 0; change < 1000; change += 1) {
      const { number } = await store.append(draftWith({ title: `Change ${change}` }));
      const { headers } = await ask({ url: "/api/notice", method: "HEAD" });
      if (headers["maintenance-notice"] !== String(number)) stale.push(number);
    }
    isOver = true;
    await load;
    await store.close();
    expect(stale).toEqual([]);
    expect(visitors).toBeGreaterThan(100);
  }, 120_000);
});

describe("the store of a new installation", () => {
  it("is made by one of eight processes", async () => {
    const env = { ...process.env, DATABASE: join(temporaryFolder(), "var", "notice.db") };
    const run = () => promisify(execFile)(process.execPath, ["scripts/bin.mjs", "init", "--json"], { env });
    const outcomes = await Promise.all(Array.from({ length: 8 }, run));
    const created = outcomes.filter(({ stdout }) => JSON.parse(stdout).created);
    expect(created).toHaveLength(1);
    expect(await sqliteBackend(env.DATABASE).latestNumber()).toBe(1);
  });
});
