import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, inject, it, onTestFinished, type TestContext } from "vitest";
import { postgresBackend } from "../../../data/postgres/backend.ts";
import { notice } from "../../support/command/command.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { sharedCluster } from "../../support/postgres/cluster.ts";
import { isCommit, startDatabaseProxy } from "../../support/postgres/database-proxy.ts";
import { loginAt, newSchemaUrl } from "../../support/postgres/schema.ts";
import { draftWith } from "../../support/texts/notices.ts";

const { binaries } = inject("postgres");
/** What a command may take until it is decided, and what a busy machine may add to that, in ms. */
const decisionMs = 10_000;
const slackMs = 5000;

const cluster = sharedCluster({ binaries, settings: [] });

/** A store, and a way to it that a test can make worse. */
async function newStore() {
  const url = newSchemaUrl(cluster.port);
  const proxy = await startDatabaseProxy(cluster.port);
  onTestFinished(() => proxy.close());
  await postgresBackend(loginAt(url)).create({ ...draftWith(), number: 1 });
  const cut = url.replace(String(cluster.port), String(proxy.port));
  const env = { ...process.env, DATABASE: cut, STATE_DIR: temporaryFolder(), NOTICE_AUTHOR: "anna" };
  const run = (...args: string[]) => notice(env, args);
  const slow = (ms: number) => proxy.decide(() => sleep(ms).then(() => "pass" as const));
  /** Answers the COMMIT of the next revision, and nothing that is asked after it. */
  const vanish = () => {
    let [isInserted, isGone] = [false, false];
    proxy.decide((sent) => {
      if (isGone) return "hold";
      isInserted ||= sent.includes(".revision AS r (");
      isGone = isInserted && isCommit(sent);
      return "pass";
    });
  };
  return { url, cut, proxy, run, slow, vanish };
}

async function timed<T>({ annotate }: TestContext, what: string, work: Promise<T>): Promise<[T, number]> {
  const begun = performance.now();
  const result = await work;
  const tookMs = performance.now() - begun;
  await annotate(`${what}: ${(tookMs / 1000).toFixed(1)} s`);
  return [result, tookMs];
}

describe("a command", () => {
  it("ends in time where each question takes 2.5 seconds", async (context) => {
    const { run, slow } = await newStore();
    slow(2500);
    const commands = ["set --title Slow", "show", "history", "nodes", "token list", "init"];
    for (const outcome of commands.map((command) => timed(context, command, run(...command.split(" "))))) {
      const [{ code, stderr }, tookMs] = await outcome;
      expect([code, stderr]).toEqual([1, expect.stringContaining("cannot be reached")]);
      expect(tookMs).toBeLessThan(decisionMs + slackMs);
    }
  });

  it.for([
    ["", 3000],
    ["--wait 1s", 1000],
    ["--no-wait", 1000],
  ] as const)(
    "ends in time when the database vanishes after it has confirmed: %s",
    async ([option, waitMs], context) => {
      const { run, vanish, url } = await newStore();
      vanish();
      const args = ["set", "--title", "Vanished", ...option.split(" ").filter(Boolean)];
      const [{ code, stdout }, tookMs] = await timed(context, args.join(" "), run(...args));
      expect([code, stdout]).toEqual([
        option === "--no-wait" ? 0 : 1,
        expect.stringContaining("Revision 2 is"),
      ]);
      expect(await postgresBackend(loginAt(url)).latestNumber()).toBe(2);
      expect(tookMs).toBeLessThan(waitMs + slackMs);
    },
  );

  it("says that nobody knows when the database vanishes with its COMMIT, in time", async (context) => {
    const { run, proxy } = await newStore();
    proxy.decide((sent) => (isCommit(sent) ? "hold" : "pass"));
    const [{ code, stderr }, tookMs] = await timed(context, "set", run("set", "--title", "Perhaps"));
    expect([code, stderr]).toEqual([1, expect.stringContaining("It may or may not have been made")]);
    expect(tookMs).toBeLessThan(decisionMs + slackMs);
  });
});
