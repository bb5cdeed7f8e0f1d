import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { freePort } from "../../../scripts/bench/harness/free-port.ts";
import { atATime } from "../../support/at-a-time.ts";
import { temporaryFolder } from "../../support/folder.ts";
import { listeningSocket } from "../../support/network/listening-socket.ts";
import { recipes, startByRecipe } from "../../support/network/recipes.ts";
import { nameOf, startCrowd, visit, visits } from "../../support/network/visitors.ts";
import { patient } from "../../support/patient.ts";
import { type Service, startService } from "../../support/service/service.ts";

const rounds = 10;
const lanes = 6;
const restarts = 3;
const kills = 3;
const timeout = 300_000;

const newStore = () => join(temporaryFolder(), "notice.db");

/** The processes of a service that have said that they listen, in the order in which they did. */
function listeners({ log }: Service): number[] {
  return log()
    .filter(({ msg }) => msg.startsWith("Server listening"))
    .map(({ pid }) => pid);
}

/**
 * What else than the notice visitors got, and how many. The HTTP server of Go, which Caddy is, waits with the end of an
 * upload's connection for half a second after an answer that came early, but not for who has said that it is the last.
 */
function others(proxy: string, { notice: _, ...rest }: Record<string, number>): Record<string, number> {
  const isOfGo = (what: string) =>
    proxy === "caddy" && / \d{7} as the last of its connection: .*(?:ECONNRESET|EPIPE)$/.test(what);
  return Object.fromEntries(Object.entries(rest).filter(([what]) => !isOfGo(what)));
}

function lostOf(proxy: string, got: Record<string, number>): number {
  return Object.values(others(proxy, got)).reduce((sum, count) => sum + count, 0);
}

describe.each(recipes)("behind %s by the recipe %s", (...recipe) => {
  const [proxy] = recipe;

  it(
    `every method with every body gets the notice, ${rounds} times of ${rounds}`,
    async ({ annotate }) => {
      const { url: service } = await startService();
      const url = await startByRecipe(recipe, { services: [service] });
      const all = Array.from({ length: rounds }, () => visits).flat();
      const got: Record<string, number> = {};
      await atATime(lanes, all, async (each) => {
        const outcome = nameOf(each, await visit(url, each));
        got[outcome] = (got[outcome] ?? 0) + 1;
      });
      await annotate(JSON.stringify(got));
      expect(others(proxy, got)).toEqual({});
    },
    timeout,
  );

  it(
    `${restarts} restarts lose nobody where the socket outlives the service`,
    async ({ annotate }) => {
      const { url: service, descriptor } = listeningSocket();
      const DATABASE = newStore();
      const start = () => startService({ DATABASE }, { socket: descriptor });
      let running = await start();
      const url = await startByRecipe(recipe, { services: [service] });
      const crowd = startCrowd(url, lanes);
      for (let restart = 0; restart < restarts; restart += 1) {
        await crowd.goesOn();
        await running.ended("SIGTERM");
        running = await start();
      }
      await crowd.goesOn();
      const got = await crowd.leaves();
      await annotate(JSON.stringify(got));
      expect(others(proxy, got)).toEqual({});
    },
    timeout,
  );

  it(
    "restarts lose nobody where there are two of us, but for one who connects in the very moment of each",
    async ({ annotate }) => {
      const DATABASE = newStore();
      const replica = async () => {
        const PORT = String(await freePort());
        const start = () => startService({ DATABASE, PORT });
        return { start, running: await start() };
      };
      const replicas = [await replica(), await replica()];
      const url = await startByRecipe(recipe, { services: replicas.map(({ running }) => running.url) });
      const crowd = startCrowd(url, lanes);
      for (const { start, running } of replicas) {
        await crowd.goesOn();
        await running.ended("SIGTERM");
        await start();
      }
      await crowd.goesOn();
      const got = await crowd.leaves();
      await annotate(JSON.stringify(got));
      // On a busy machine somebody may, between the last look and the end; of the fronts, Apache alone tries none of those
      // requests again.
      const most = proxy === "apache2" ? replicas.length : 0;
      expect(lostOf(proxy, got)).toBeLessThanOrEqual(most);
    },
    timeout,
  );

  it(
    `${kills} killed workers lose only the requests that they were answering`,
    async ({ annotate }) => {
      const service = await startService({ WORKERS: "2" });
      const url = await startByRecipe(recipe, { services: [service.url] });
      const crowd = startCrowd(url, lanes);
      for (let kill = 0; kill < kills; kill += 1) {
        await expect.poll(() => listeners(service).length, patient).toBe(2 + kill);
        await crowd.goesOn();
        process.kill(listeners(service)[kill] ?? 0, "SIGKILL");
      }
      // The one that takes the place of the last would outlive the test, if it did not know of it yet.
      await expect.poll(() => listeners(service).length, patient).toBe(2 + kills);
      await crowd.goesOn();
      const got = await crowd.leaves();
      await annotate(JSON.stringify(got));
      const lost = lostOf(proxy, got);
      // Each lane has one request under way.
      expect(lost).toBeLessThanOrEqual(kills * lanes);
    },
    timeout,
  );
});
