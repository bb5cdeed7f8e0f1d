import { randomUUID } from "node:crypto";
import { Agent } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { sqliteBackend } from "../../../data/sqlite/backend.ts";
import { defaults } from "../../../schema/notice/defaults.ts";
import { marker } from "../../../schema/notice/protocol.ts";
import { ask, browser } from "../harness/replies.ts";

// Changes the notice in a store as commands do, and asks a service after each acknowledgement which revision it shows;
// when told to stop, it reports how many changes it made and how many replies were older than the change.
const [, , database = "", url = "", interval = ""] = process.argv;
const agent = new Agent({ keepAlive: true, maxSockets: 1 });
const store = await sqliteBackend(database).open();
let isStopped = false;
process.once("SIGTERM", () => {
  isStopped = true;
});

process.stdout.write("ready\n");
const started = performance.now();
let changes = 0;
let stale = 0;
while (!isStopped) {
  const notice = { ...defaults, message: `Change ${changes}` };
  const { number: revision } = await store.append({ notice, author: "bench", requestId: randomUUID() });
  const { message } = await ask(url, browser, agent);
  changes += 1;
  if (!(Number(message.headers[marker.toLowerCase()]) >= revision)) stale += 1;
  await sleep(Math.max(0, started + changes * Number(interval) - performance.now()));
}
const ms = performance.now() - started;
agent.destroy();
await store.close();
process.stdout.write(`${JSON.stringify({ changes, stale, ms })}\n`);
