import { spawn } from "node:child_process";
import { once } from "node:events";
import { setTimeout } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { sqliteBackend } from "../../data/sqlite/backend.ts";
import { noticeProcess } from "../support/command.ts";
import { prepared } from "../support/prepared.ts";
import { startService } from "../support/service.ts";

const kills = 200;

describe("a command that is killed", () => {
  it(`at a random moment, ${kills} times, loses nothing that it acknowledged and leaves nothing half done`, async () => {
    const service = await startService();
    const acknowledged: string[] = [];
    let killed = 0;
    let reading = true;
    const reader = (async () => {
      while (reading) {
        expect((await fetch(service.url)).status).toBe(503);
        await setTimeout(5);
      }
    })();
    const started = performance.now();
    await noticeProcess(service.env, ["set", "--title", "First", "--message", "First"]);
    const whole = performance.now() - started;

    for (let round = 0; round < kills; round += 1) {
      const title = `Round ${round}`;
      const child = spawn(
        process.execPath,
        ["scripts/bin.mjs", "set", "--title", title, "--message", title],
        {
          env: service.env,
          stdio: ["ignore", "pipe", "ignore"],
        },
      );
      let stdout = "";
      child.stdout.on("data", (chunk) => (stdout += chunk));
      // From before anything was opened until after everything was done.
      await Promise.race([once(child, "close"), setTimeout(whole * (0.4 + Math.random()))]);
      child.kill("SIGKILL");
      if (child.exitCode === null && child.signalCode === null) await once(child, "close");
      if (child.signalCode === "SIGKILL") killed += 1;
      if (stdout.includes("is live.")) {
        acknowledged.push(title);
        const shown = (await (await fetch(`${service.url}/api/notice`)).json()) as { title: string };
        expect(shown.title).toBe(title);
      }
    }
    reading = false;
    await reader;

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
    expect(killed).toBeGreaterThan(20);
    expect(acknowledged.length).toBeGreaterThan(20);
    expect((await noticeProcess(service.env, ["check"])).code).toBe(0);
  }, 120_000);
});

describe("eight commands at once with --if-revision", () => {
  it("let exactly one win in each of ten rounds; the others end with 3", async () => {
    const { runProcess: run, document } = await prepared();
    for (let revision = 1; revision <= 10; revision += 1) {
      const outcomes = await Promise.all(
        Array.from({ length: 8 }, (_, index) =>
          run("set", "--title", `${revision} by ${index}`, "--if-revision", String(revision)),
        ),
      );
      expect(outcomes.map(({ code }) => code).sort()).toEqual([0, 3, 3, 3, 3, 3, 3, 3]);
      const winner = outcomes.findIndex(({ code }) => code === 0);
      expect((await document()).title).toBe(`${revision} by ${winner}`);
    }
  }, 60_000);
});
