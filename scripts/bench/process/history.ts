import { join } from "node:path";
import { environment, notice, server, startProduct } from "../against/servers.ts";
import { type Bound, mustBeAtLeast, mustBeAtMost, ratioRow, type TableRow } from "../figures/row.ts";
import type { Bench, Measurement } from "../harness/bench.ts";
import { fillStore } from "../harness/filled-store.ts";
import { load, loadRows } from "../harness/load.ts";
import { browser } from "../harness/replies.ts";
import { timeOfCommand, timeToFirstReply } from "../harness/whole-process.ts";

const [many, few] = [100_000, 10];
const against = `${few} revisions`;
const title = (what: string) => `${many.toLocaleString("en")} revisions: ${what}`;

export const history: Measurement = {
  does: "A store with a long history against one with a short one: page rate, start to the first 503, `notice set` and `notice history` as whole processes.",
  async measure(bench) {
    const [long, short] = [many, few].map((revisions) => {
      const settings = { DATABASE: join(bench.folder, `${revisions}.db`) };
      fillStore(settings.DATABASE, revisions);
      return settings;
    }) as [Store, Store];
    let changes = 0;
    const set = () => ["set", "--message", `Another ${changes++}`];
    return [
      ...(await compareRates(bench, long, short)),
      await compareTimes(bench, "start to the first 503", [mustBeAtMost(1.1)], long, short, (store) =>
        timeToFirstReply(bench, server, environment(bench, store)),
      ),
      await compareTimes(bench, "`notice set`", [mustBeAtMost(1.1)], long, short, (store) =>
        timeOfCommand(bench, [notice, ...set()], environment(bench, store)),
      ),
      await compareTimes(bench, "`notice history`, first page", [mustBeAtMost(1.2)], long, short, (store) =>
        timeOfCommand(bench, [notice, "history"], environment(bench, store)),
      ),
    ];
  },
};

type Store = Record<"DATABASE", string>;

async function compareRates(bench: Bench, long: Store, short: Store): Promise<TableRow[]> {
  const [ours, theirs] = [await startProduct(bench, long), await startProduct(bench, short)];
  const asked = { requests: [{ headers: browser }], status: 503 };
  const found = await bench.compare(
    () => load(ours, asked),
    () => load(theirs, asked),
  );
  await Promise.all([ours.stop(), theirs.stop()]);
  return loadRows(title("page"), against, found, [mustBeAtLeast(0.97)]);
}

async function compareTimes(
  bench: Bench,
  what: string,
  bounds: Bound[],
  long: Store,
  short: Store,
  measure: (store: Store) => Promise<{ time: number }>,
): Promise<TableRow> {
  const { time } = await bench.compare(
    () => measure(long),
    () => measure(short),
    9,
  );
  return ratioRow(title(what), against, time, "ms", bounds);
}
