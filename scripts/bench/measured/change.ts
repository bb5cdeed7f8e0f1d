import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { sqliteBackend } from "../../../data/sqlite/backend.ts";
import { defaults } from "../../../schema/notice/defaults.ts";
import { marker } from "../../../schema/notice/protocol.ts";
import { newEnvironment, runNotice, startProduct } from "../against/servers.ts";
import { inTurn } from "../figures/compare.ts";
import { comparedRow, plainRow, type Row } from "../figures/row.ts";
import { ask, browser, headerOf } from "../harness/replies.ts";
import { load, type Measured } from "../harness/wrk.ts";

/** The time between two changes, in ms. */
const interval = 10;

/**
 * The page under load while this process changes the notice, and asks for the page after each acknowledgement. The
 * other side changes another store.
 */
export async function change(rounds = 9): Promise<Row[]> {
  const [env, other] = [newEnvironment(), newEnvironment()];
  const service = await startProduct(env);
  await runNotice(["init"], other);
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  let changes = 0;
  let stale = 0;

  const whileChanging = async (database: string): Promise<Measured> => {
    let isOver = false;
    const found = load(service, { path: "/", headers: browser, status: 503 }, 50).finally(() => {
      isOver = true;
    });
    const store = await sqliteBackend(database).open();
    const started = performance.now();
    for (let count = 1; !isOver; count += 1) {
      const notice = { ...defaults, message: `Change ${count}` };
      const { number } = await store.append({ notice, author: "bench", requestId: randomUUID() });
      const shown = Number(headerOf(await ask(service.url, browser, agent), marker.toLowerCase()));
      if (database === env.DATABASE) {
        changes += 1;
        if (!(shown >= number)) stale += 1;
      }
      await sleep(Math.max(0, started + count * interval - performance.now()));
    }
    await store.close();
    return found;
  };

  const found = await inTurn(
    () => whileChanging(env.DATABASE),
    () => whileChanging(other.DATABASE),
    rounds,
  );
  agent.destroy();
  const what = `page, a change every ${interval} ms: CPU time`;
  return [
    comparedRow(what, "no change", found, { cpu: "µs", rate: "requests/s" }, { aim: 1.25 }),
    plainRow("stale replies after an acknowledgement", stale, `of ${changes}`, { must: 0 }),
  ];
}
