import { newEnvironment, runNotice } from "../against/servers.ts";
import { inTurn } from "../figures/compare.ts";
import { comparedRow, type Row } from "../figures/row.ts";
import { run } from "../harness/processes.ts";

/** `notice set` as a whole process, with its syncs and its check of the result, beside `node -e 0`. */
export async function set(rounds = 9): Promise<Row[]> {
  const env = newEnvironment();
  await runNotice(["init"], env);
  let changes = 0;
  const found = await inTurn(
    () => timed(() => runNotice(["set", "--message", `Change ${changes++}`], env)),
    () => timed(() => run([process.execPath, "-e", "0"], env, "server")),
    rounds,
  );
  return [comparedRow("`notice set`, whole process", "`node -e 0`", found, { time: "ms" }, { aim: 3 })];
}

async function timed(work: () => Promise<unknown>): Promise<{ time: number }> {
  const started = performance.now();
  await work();
  return { time: performance.now() - started };
}
