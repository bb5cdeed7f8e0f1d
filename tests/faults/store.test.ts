import {
  copyFileSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import { notice } from "../support/command.ts";
import { temporaryFolder } from "../support/folder.ts";
import { type Service, startService } from "../support/service.ts";

const parts = ["", "-wal", "-shm"];

/** A fault: what breaks the store of a running service, and what takes the cause away again. */
interface Fault {
  name: string;
  inject(database: string): () => void;
  /** It does not keep readers out, so the store stays up. */
  isSilent?: boolean;
}

/** Keeps what the store has now, and gives what puts it back. */
function keep(database: string): () => void {
  const folder = temporaryFolder();
  const saved = parts.filter((part) => existsSync(database + part));
  for (const part of saved) copyFileSync(database + part, join(folder, `copy${part}`));
  return () => {
    for (const part of parts) rmSync(database + part, { force: true });
    for (const part of saved) copyFileSync(join(folder, `copy${part}`), database + part);
  };
}

const faults: Fault[] = [
  {
    name: "deleted",
    inject(database) {
      const restore = keep(database);
      for (const part of parts) rmSync(database + part, { force: true });
      return restore;
    },
  },
  {
    name: "replaced by a file that is no store",
    inject(database) {
      const restore = keep(database);
      writeFileSync(`${database}.other`, "x".repeat(20_000));
      renameSync(`${database}.other`, database);
      return restore;
    },
  },
  {
    name: "truncated to nothing",
    inject(database) {
      const restore = keep(database);
      for (const part of parts.slice(0, 2)) if (existsSync(database + part)) truncateSync(database + part, 0);
      return restore;
    },
  },
  {
    name: "its header overwritten with garbage",
    inject(database) {
      const restore = keep(database);
      const bytes = readFileSync(database);
      bytes.fill(0xaa, 0, 100);
      writeFileSync(database, bytes);
      return restore;
    },
  },
  {
    name: "one byte of a stored text flipped",
    inject(database) {
      const change = (from: string, to: string) => {
        const db = new Database(database);
        db.exec("DROP TRIGGER IF EXISTS revision_is_kept");
        db.prepare("UPDATE revision SET body = replace(body, ?, ?) WHERE revision = 2").run(from, to);
        db.close();
      };
      change("Known", "Knowm");
      return () => change("Knowm", "Known");
    },
  },
  {
    name: "its write-ahead log deleted",
    inject(database) {
      const restore = keep(database);
      rmSync(`${database}-wal`, { force: true });
      return restore;
    },
  },
  {
    name: "locked exclusively by another process",
    isSilent: true,
    inject(database) {
      const db = new Database(database);
      db.exec("BEGIN EXCLUSIVE");
      return () => {
        db.exec("ROLLBACK");
        db.close();
      };
    },
  },
  {
    name: "its folder gone",
    inject(database) {
      const folder = dirname(database);
      renameSync(folder, `${folder}.away`);
      return () => {
        rmSync(folder, { recursive: true, force: true });
        renameSync(`${folder}.away`, folder);
      };
    },
  },
];

async function knownService(): Promise<Service> {
  const service = await startService({ DATABASE: join(temporaryFolder(), "var", "notice.db") });
  expect((await notice(service.env, ["set", "--title", "Known"])).code).toBe(0);
  expect(await page(service)).toContain(">Known</h1>");
  return service;
}

async function page({ url }: Service): Promise<string> {
  const response = await fetch(url);
  expect(response.status).toBe(503);
  expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
  return response.text();
}

async function readiness({ url }: Service): Promise<{ status: number; store: string }> {
  const response = await fetch(`${url}/readyz`);
  const { store } = (await response.json()) as { store: string };
  return { status: response.status, store };
}

describe.each(faults)("with the store of a running service $name", ({ inject, isSilent }) => {
  it("every answer is the last known good notice, it is told of once, and it heals by itself within two seconds", async () => {
    const service = await knownService();
    const heal = inject(service.database);
    let healed = false;
    onTestFinished(() => void (healed || heal()));

    const until = Date.now() + 1500;
    for (let request = 0; request < 200 || Date.now() < until; request += 1) {
      expect(await page(service)).toContain(">Known</h1>");
    }
    const { status, store } = await readiness(service);
    expect(status).toBe(200);
    if (!isSilent) expect(store).toBe("down");

    heal();
    healed = true;
    await expect.poll(async () => (await readiness(service)).store, { timeout: 2000 }).toBe("up");
    expect(await page(service)).toContain(">Known</h1>");
    expect((await notice(service.env, ["set", "--title", "Healed"])).code).toBe(0);
    await expect.poll(() => page(service), { timeout: 2000 }).toContain(">Healed</h1>");

    await service.ended("SIGTERM");
    const told = service.output().stdout.match(/The store is down/g) ?? [];
    expect(told.length).toBeLessThanOrEqual(1);
    if (!isSilent) expect(told).toHaveLength(1);
  });

  it("a start comes up, too, with the last known good notice", async () => {
    const first = await knownService();
    await expect.poll(() => existsSync(`${first.database}.last-known-good.json`)).toBe(true);
    await first.ended("SIGTERM");
    const heal = inject(first.database);
    let healed = false;
    onTestFinished(() => void (healed || heal()));
    const second = await startService({ DATABASE: first.database });
    const shown = await page(second);
    const isKept = existsSync(`${dirname(first.database)}.away`) === false;
    expect(shown).toContain(isKept ? ">Known</h1>" : ">Under Maintenance</h1>");
    healed = true;
    await second.ended("SIGTERM");
    heal();
  });
});
