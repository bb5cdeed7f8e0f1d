import { parentPort, workerData } from "node:worker_threads";
import { startLoop } from "./loop.ts";
import type { FromThread, ThreadData, ToThread } from "./messages.ts";

/** How often this thread shows that it runs, in ms. */
const beatIntervalMs = 500;

const tell = (message: FromThread): void => parentPort?.postMessage(message);
// The first beat ends the longer silence that a starting thread is allowed.
tell({ kind: "beat" });
const loop = startLoop(workerData as ThreadData, tell);
const beats = setInterval(() => tell({ kind: "beat" }), beatIntervalMs);

parentPort?.on("message", async (message: ToThread) => {
  if (message.kind === "shown") return loop.show(message.shown);
  await loop.close();
  clearInterval(beats);
  parentPort?.close();
});
