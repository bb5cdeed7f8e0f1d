import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { expect, it, onTestFinished } from "vitest";
import { supervise } from "../../../data/postgres/watch/watcher.ts";

/** Runs a thread with each of these programs in turn, and then again with the last. */
function run(...programs: string[]) {
  const heard: string[] = [];
  const broke: string[] = [];
  let started = 0;
  const thread = supervise({
    start: () => {
      const text = programs[Math.min(started, programs.length - 1)] ?? "";
      started += 1;
      return new Worker(`const { parentPort } = require("node:worker_threads"); ${text}`, { eval: true });
    },
    hear: ({ kind }) => heard.push(kind),
    broke: (reason) => broke.push(reason),
  });
  onTestFinished(() => thread.close());
  return { thread, heard, broke, started: () => started };
}

const begin = `parentPort.postMessage({ kind: "beat" });`;
const beat = `${begin} setInterval(() => parentPort.postMessage({ kind: "unchanged" }), 100);
  parentPort.on("message", () => process.exit());`;

it.each([
  ["hangs", `${begin} for (;;);`, "keeps the thread that listens to it busy"],
  ["throws", `throw new Error("broken");`, "broke the thread"],
])("A watching thread that %s is replaced and reported once", async (_what, program, reason) => {
  const { heard, broke, started } = run(program, beat);
  await expect.poll(() => heard).toContain("unchanged");
  expect([broke, started()]).toEqual([[expect.stringContaining(reason)], 2]);
});

it("A closed watching thread is not replaced, even if it had ended or does not end by itself", async () => {
  const { thread, heard, broke, started } = run(beat);
  await expect.poll(() => heard).toContain("unchanged");
  await thread.close();
  const stubborn = run(`${begin} setInterval(() => {}, 1000);`);
  await expect.poll(() => stubborn.heard).toContain("beat");
  await stubborn.thread.close();
  let ended: Worker | undefined;
  const start = () => (ended = new Worker("", { eval: true }));
  const gone = supervise({ start, hear: () => {}, broke: () => {} });
  if (ended) await once(ended, "exit");
  await gone.close();
  expect([broke, started(), stubborn.started()]).toEqual([[], 1, 1]);
});
