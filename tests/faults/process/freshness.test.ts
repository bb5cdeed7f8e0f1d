import { statSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { sqliteBackend } from "../../../data/sqlite/backend.ts";
import { sha256 } from "../../../schema/notice/sum.ts";
import type { CommandOutcome } from "../../../scripts/run.ts";
import { hasEveryCell } from "../../support/cells.ts";
import { notice, noticeProcess } from "../../support/command/command.ts";
import { prepared } from "../../support/command/prepared.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { asking } from "../../support/network/http.ts";
import { patient } from "../../support/patient.ts";
import { startService } from "../../support/service/service.ts";
import { tokenWith } from "../../support/store/access-contract.ts";
import { draftWith } from "../../support/texts/notices.ts";

const changes = hasEveryCell ? 1000 : 20;
/** How many commands come at once. */
const commands = hasEveryCell ? 8 : 2;

/** What a file must still be if nobody has written it; whoever writes it gives it another file's place. */
function identify(file: string): unknown {
  const { ino, mtimeNs, ctimeNs } = statSync(file, { bigint: true });
  return { ino, mtimeNs, ctimeNs };
}

describe("a service under load", () => {
  it(`shows each of ${changes} changes with the next request after it was acknowledged`, async () => {
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
    for (let change = 0; change < changes; change += 1) {
      const { number } = await store.append(draftWith({ title: `Change ${change}` }));
      const { headers } = await ask({ url: "/api/notice", method: "HEAD" });
      if (headers["maintenance-notice"] !== String(number)) stale.push(number);
    }
    isOver = true;
    await load;
    await store.close();
    expect(stale).toEqual([]);
    expect(visitors).toBeGreaterThan(changes / 10);
  });
});

describe("a service under load, while tokens come and go and replies are kept,", () => {
  it("renders no page and writes no file: what changes no revision does not concern visitors", async () => {
    const { url, database, env } = await startService();
    const ask = asking(url);
    const headers = { accept: "text/html", "accept-encoding": "br" };
    const page = async () => (await ask({ url: "/shop", headers })).rawPayload;
    const rendered = (await page()).length;
    // A page that stays is compressed harder after a second: were it rendered anew, it would be larger again.
    await expect.poll(async () => (await page()).length, patient).toBeLessThan(rendered);
    const settled = await page();
    const known = `${database}.last-known-good.json`;
    const before = identify(known);

    const access = await sqliteBackend(database).openAccess();
    let isOver = false;
    let [visitors, changed] = [0, 0];
    const visit = async (): Promise<void> => {
      while (!isOver) {
        if (!(await page()).equals(settled)) changed += 1;
        visitors += 1;
      }
    };
    const load = Promise.all([visit(), visit()]);
    for (let index = 0; index < (hasEveryCell ? 40 : 10); index += 1) {
      const name = `user ${index}`;
      await access.addToken(tokenWith({ name, sha256: sha256(name) }));
      // Visitors have their turn between any two writes.
      await page();
      await access.keepReply(name, "key", { bodySum: "sum", status: 200, body: name });
      await page();
      if (index % 2) await access.revokeToken(name);
    }
    expect((await notice(env, ["token", "create", "anna"])).code).toBe(0);
    await page();
    isOver = true;
    await load;
    expect([changed, identify(known)]).toEqual([0, before]);
    expect(visitors).toBeGreaterThan(20);
    expect((await ask({ url: "/.backsoon/readyz" })).json()).toMatchObject({ store: "up", revision: 1 });
    // They are still heard of what does concern them.
    expect((await notice(env, ["set", "--title", "New"])).code).toBe(0);
    expect((await page()).equals(settled)).toBe(false);
    await expect.poll(() => identify(known)).not.toEqual(before);
  });
});

describe("of several commands at once", () => {
  it("one makes the store of a new installation", async () => {
    const env = { ...process.env, DATABASE: join(temporaryFolder(), "var", "notice.db") };
    // Who waits too long on a busy machine is told to try again, and does.
    const run = async (): Promise<CommandOutcome> => {
      const outcome = await noticeProcess(env, ["init", "--json"]);
      return /is locked by another process.+try again/.test(outcome.stderr) ? run() : outcome;
    };
    const outcomes = await Promise.all(Array.from({ length: commands }, run));
    expect(outcomes.map(({ code, stderr }) => [code, stderr])).toEqual(Array(commands).fill([0, ""]));
    const created = outcomes.filter(({ stdout }) => JSON.parse(stdout).created);
    expect(created).toHaveLength(1);
    expect(await sqliteBackend(env.DATABASE).latestNumber()).toBe(1);
  });

  it("one wins with --if-revision, and the others end with 3", async () => {
    const { runProcess: run, document } = await prepared();
    for (let revision = 1; revision <= (hasEveryCell ? 10 : 1); revision += 1) {
      const outcomes = await Promise.all(
        Array.from({ length: commands }, (_, index) =>
          run("set", "--title", `${revision} by ${index}`, "--if-revision", String(revision)),
        ),
      );
      expect(outcomes.map(({ code }) => code).sort()).toEqual([0, ...Array(commands - 1).fill(3)]);
      const winner = outcomes.findIndex(({ code }) => code === 0);
      expect((await document()).title).toBe(`${revision} by ${winner}`);
    }
  });
});
