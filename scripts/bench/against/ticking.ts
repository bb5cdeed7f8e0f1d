import { Session } from "node:inspector/promises";
import { setTimeout as sleep } from "node:timers/promises";

/** What `api/runtime/tick-shape` exports. */
type TickShape = { keepTickShape(nextTick: typeof process.nextTick): void };

const many = 300_000;

// Given that module, it does as a server does; it says what a callback of `process.nextTick` costs after a collection, in ns.
const [tickShape] = process.argv.slice(2);
if (tickShape) ((await import(tickShape)) as TickShape).keepTickShape(process.nextTick);

await tick();
await sleep(50);
const session = new Session();
session.connect();
await session.post("HeapProfiler.collectGarbage");
session.disconnect();
await tick();
const before = process.cpuUsage();
await tick();
const { user, system } = process.cpuUsage(before);
process.stdout.write(`${((user + system) * 1000) / many}\n`);

/** Runs that many callbacks, each of which asks for the next. */
function tick(): Promise<void> {
  return new Promise((resolve) => {
    let count = 0;
    const next = () => (++count < many ? process.nextTick(next) : resolve());
    next();
  });
}
