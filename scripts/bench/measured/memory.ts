import { once } from "node:events";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { startProduct } from "../against/servers.ts";
import { inTurn } from "../figures/compare.ts";
import { comparedRow, plainRow, type Row } from "../figures/row.ts";
import type { Running } from "../harness/processes.ts";
import { ask, browser } from "../harness/replies.ts";
import { residentSize } from "../harness/usage.ts";
import { load } from "../harness/wrk.ts";

/** As many connections as the service accepts. */
const openConnections = 5000;
/** How long a process is given to settle down, in ms. */
const settlingRestMs = 1000;

/** The resident size of a new process at the start, after loads of a second each, and with open connections. */
export async function memory(rounds = 3): Promise<Row[]> {
  const found = await inTurn(
    async () => ({ size: await sizeAfter((service) => loadTimes(5, service)) }),
    async () => ({ size: await sizeAfter((service) => loadTimes(1, service)) }),
    rounds,
  );
  const start = await sizeAfter(({ url }) => ask(url, browser));
  const connected = await sizeAfter(openConnectionsTo);
  return [
    comparedRow("resident size after 5 s of load", "after 1 s", found, { size: "MiB" }, { must: 1.1 }),
    plainRow("resident size at the start", start, "MiB"),
    plainRow("resident size with 5,000 connections", connected, "MiB"),
  ];
}

async function sizeAfter(work: (service: Running) => Promise<unknown>): Promise<number> {
  const service = await startProduct();
  await work(service);
  await sleep(settlingRestMs);
  const size = residentSize(service.pid);
  await service.stop();
  return size;
}

async function loadTimes(times: number, service: Running): Promise<void> {
  for (let time = 0; time < times; time += 1)
    await load(service, { path: "/", headers: browser, status: 503 }, 50);
}

/** Opens connections. Each gets the page, and stays open until the service ends. */
async function openConnectionsTo({ url }: Running): Promise<void> {
  for (let count = 0; count < openConnections; count += 1) {
    const socket = connect(Number(new URL(url).port), "127.0.0.1").on("error", () => {});
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(socket, "data");
  }
}
