import { existsSync, renameSync, rmSync, symlinkSync, truncateSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { noticeProcess } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { canMount } from "../support/mount.ts";
import { freePort } from "../support/proxy.ts";
import { type Service, startService } from "../support/service.ts";
import { diskFaults, type StoreFault, storeFaults } from "../support/store-faults.ts";

const faults = [...storeFaults, ...(canMount() ? diskFaults : [])];

/** A service that shows its second revision, whose rights on files are those of an ordinary user. */
async function knownService(settings: Record<string, string>): Promise<Service> {
  const service = await startService(settings, { ordinary: true });
  expect((await noticeProcess(service.env, ["set", "--title", "Known"])).code).toBe(0);
  expect(await page(service)).toContain(">Known</h1>");
  return service;
}

const databaseFor = ({ disk = temporaryFolder }: StoreFault): string => join(disk(), "var", "notice.db");

async function page({ url }: Service): Promise<string> {
  const response = await fetch(url);
  expect(response.status).toBe(503);
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  return response.text();
}

async function readiness({ url }: Service): Promise<{ store: string; revision: number }> {
  const response = await fetch(`${url}/readyz`);
  expect(response.status).toBe(200);
  return (await response.json()) as { store: string; revision: number };
}

async function storeInMetrics(port: number): Promise<string> {
  const metrics = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  return /^backsoon_store_up (\d)$/m.exec(metrics)?.[1] === "1" ? "up" : "down";
}

function inject(fault: StoreFault, database: string): () => void {
  const heal = fault.inject(database);
  let isHealed = false;
  const healOnce = () => {
    if (!isHealed) heal();
    isHealed = true;
  };
  onTestFinished(healOnce);
  return healOnce;
}

async function changesAreShown(service: Service): Promise<void> {
  await expect.poll(async () => (await readiness(service)).store, { timeout: 2000 }).toBe("up");
  expect((await noticeProcess(service.env, ["set", "--title", "Healed"])).code).toBe(0);
  expect(await page(service)).toContain(">Healed</h1>");
}

describe.each(faults)("with the store $name", (fault) => {
  it("every answer of a running service is the last known good notice, it is told of once, and it heals within two seconds", async () => {
    const port = await freePort();
    const service = await knownService({ DATABASE: databaseFor(fault), METRICS_PORT: String(port) });
    const heal = inject(fault, service.database);

    const until = Date.now() + 1500;
    for (let request = 0; request < 200 || Date.now() < until; request += 1) {
      expect(await page(service)).toContain(">Known</h1>");
    }
    const store = fault.isSilent ? "up" : "down";
    expect(await readiness(service)).toMatchObject({ store, revision: 2 });
    expect(await storeInMetrics(port)).toBe(store);

    heal();
    await changesAreShown(service);
    expect(await storeInMetrics(port)).toBe("up");
    expect(await service.ended("SIGTERM")).toBe(0);
    const told = service.output().stdout.match(/The store is down/g) ?? [];
    expect(told).toHaveLength(fault.isSilent ? 0 : 1);
  });

  it("a start comes up, too, with the last known good notice, and follows the store again when the cause goes", async () => {
    const DATABASE = databaseFor(fault);
    const first = await knownService({ DATABASE });
    await expect.poll(() => existsSync(`${DATABASE}.last-known-good.json`)).toBe(true);
    expect(await first.ended("SIGTERM")).toBe(0);

    const heal = inject(fault, DATABASE);
    const second = await startService({ DATABASE }, { ordinary: true });
    expect(await page(second)).toContain(
      fault.takesLastKnownGood ? ">Under Maintenance</h1>" : ">Known</h1>",
    );
    const { store, revision } = await readiness(second);
    expect(store).toBe(fault.atStart === "down" ? "down" : "up");
    // Numbers go on; 0 is the document of a new installation, which is in no store.
    const known = fault.takesLastKnownGood ? 0 : 2;
    expect(revision).toBe(known + (fault.atStart === "created" ? 1 : 0));

    // A store that was made anew is not healed by what was there before.
    if (fault.atStart !== "created") heal();
    await changesAreShown(second);
  });
});

describe("a store that is made anew while the service runs", () => {
  it("goes on from what visitors see, also where everything beside it was lost", async () => {
    const service = await knownService({ DATABASE: join(temporaryFolder(), "var", "notice.db") });
    // At once, as the server may be writing into it.
    const folder = dirname(service.database);
    renameSync(folder, `${folder}.gone`);
    await expect
      .poll(() => existsSync(`${service.database}.last-known-good.json`), { timeout: 3000 })
      .toBe(true);
    expect((await noticeProcess(service.env, ["init"])).stdout).toMatch(/ is ready with revision 3 from /);
    expect((await noticeProcess(service.env, ["set", "--title", "Anew"])).code).toBe(0);
    expect(await page(service)).toContain(">Anew</h1>");
  });

  it("after its write-ahead log was cut off can be changed again within two seconds", async () => {
    const service = await knownService({});
    truncateSync(`${service.database}-wal`, 0);
    await expect
      .poll(async () => (await noticeProcess(service.env, ["init"])).code, { timeout: 3000 })
      .toBe(0);
    await changesAreShown(service);
  });
});

describe("a store that a link leads to", () => {
  async function linked(): Promise<Service & { target: string }> {
    const folder = temporaryFolder();
    const target = join(folder, "real.db");
    const link = join(temporaryFolder(), "notice.db");
    writeFileSync(target, "");
    symlinkSync(target, link);
    return { ...(await knownService({ DATABASE: link })), target };
  }

  it("is as safe as another one when its shared memory is cut off", async () => {
    const service = await linked();
    truncateSync(`${service.target}-shm`, 0);
    for (let request = 0; request < 20; request += 1) expect(await page(service)).toContain(">Known</h1>");
    await changesAreShown(service);
  });

  it("does not go on without its writers when the files beside it are removed", async () => {
    const service = await linked();
    for (const part of ["-wal", "-shm"]) rmSync(service.target + part);
    await new Promise((resolve) => setTimeout(resolve, 1500));
    expect((await noticeProcess(service.env, ["init"])).code).toBe(0);
    await changesAreShown(service);
  });
});
