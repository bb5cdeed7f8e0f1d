import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { sqliteBackend } from "../../../data/sqlite/backend.ts";
import { noticeProcess } from "../../support/command/command.ts";
import { type Service, startService } from "../../support/service/service.ts";

const lanes = 4;
const killsInLane = 50;

/** What became of the commands in a lane. */
interface Lane {
  service: Service;
  killed: number;
  acknowledged: string[];
}

/** Kills one command after another on a store of its own, while its service is asked. */
async function runLane(service: Service, kills: number): Promise<Lane> {
  const acknowledged: string[] = [];
  let killed = 0;
  let isReading = true;
  const reader = (async () => {
    while (isReading) {
      expect((await fetch(service.url)).status).toBe(503);
      await setTimeout(100);
    }
  })();
  const started = performance.now();
  await noticeProcess(service.env, ["set", "--title", "First", "--message", "First"]);
  let whole = performance.now() - started;

  for (let round = 0; round < kills; round += 1) {
    const title = `Round ${round}`;
    const args = ["scripts/bin.mjs", "set", "--title", title, "--message", title];
    const child = spawn(process.execPath, args, { env: service.env, stdio: ["ignore", "pipe", "ignore"] });
    const closed = once(child, "close");
    let stdout = "";
    child.stdout.on("data", (chunk) => (stdout += chunk));
    // From before anything was opened until after everything was done.
    await Promise.race([closed, setTimeout(whole * (0.4 + Math.random()))]);
    child.kill("SIGKILL");
    await closed;
    if (child.signalCode === "SIGKILL") killed += 1;
    const isAcknowledged = stdout.includes("is published");
    // How long a command takes changes with what else the machine does: half of them are to come to their end.
    whole *= isAcknowledged ? 0.85 : 1.15;
    if (isAcknowledged) {
      acknowledged.push(title);
      const shown = (await (await fetch(`${service.url}/api/notice`)).json()) as { title: string };
      expect(shown.title).toBe(title);
    }
  }
  isReading = false;
  await reader;
  return { service, killed, acknowledged };
}

async function expectNothingLost({ service, acknowledged }: Lane): Promise<void> {
  const store = await sqliteBackend(service.database).open();
  const entries = await store.history({ limit: 1000 }).finally(() => store.close());
  const titles = entries.map((entry) => {
    if (!("notice" in entry)) throw new Error(`Revision ${entry.number} is damaged`);
    if (entry.number > 1) expect(entry.notice.message).toBe(entry.notice.title);
    return entry.notice.title;
  });
  expect(entries.map(({ number: revision }) => revision)).toEqual(
    entries.map((_entry, index) => entries.length - index),
  );
  for (const title of acknowledged) expect(titles).toContain(title);
  expect((await noticeProcess(service.env, ["check"])).code).toBe(0);
}

describe("a command that is killed", () => {
  it(`at a random moment, ${lanes * killsInLane} times, loses nothing that it acknowledged and leaves nothing half done`, async () => {
    const services = await Promise.all(Array.from({ length: lanes }, () => startService()));
    const done = await Promise.all(services.map((service) => runLane(service, killsInLane)));
    for (const lane of done) await expectNothingLost(lane);
    const few = (lanes * killsInLane) / 10;
    expect(done.reduce((sum, lane) => sum + lane.killed, 0)).toBeGreaterThan(few);
    expect(done.reduce((sum, lane) => sum + lane.acknowledged.length, 0)).toBeGreaterThan(few);
  });
});
