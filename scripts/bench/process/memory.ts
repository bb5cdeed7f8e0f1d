import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { startProduct } from "../against/servers.ts";
import { mustBeAtMost, plainRow, ratioRow } from "../figures/row.ts";
import type { Bench, Measurement } from "../harness/bench.ts";
import { load } from "../harness/load.ts";
import { ask, browser } from "../harness/replies.ts";
import { residentSize } from "../harness/usage.ts";

const [many, few] = [100_000, 1000];
/** As many connections as the service accepts. */
const openConnections = 5000;
/** How long a process is given to settle down, in ms. */
const settlingRestMs = 1000;

export const memory: Measurement = {
  does: "The resident size of a new process after 100 000 requests for the page over 50 connections, against one after 1 000; at the start; and with 5 000 open connections, each of which has had the page.",
  async measure(bench) {
    const { size } = await bench.compare(
      () => sizeAfter(bench, many),
      () => sizeAfter(bench, few),
      5,
    );
    const what = `resident size after ${many.toLocaleString("en")} requests`;
    return [
      ratioRow(what, `after ${few.toLocaleString("en")}`, size, "MiB", [mustBeAtMost(1.1)]),
      plainRow("resident size at the start", await sizeAtStart(bench), "MiB", []),
      plainRow("resident size with 5,000 connections", await sizeWithConnections(bench), "MiB", []),
    ];
  },
};

async function sizeAfter(bench: Bench, amount: number): Promise<{ size: number }> {
  const service = await startProduct(bench);
  await load(service, { requests: [{ headers: browser }], status: 503, amount });
  await sleep(settlingRestMs);
  const size = residentSize(service.pid);
  await service.stop();
  return { size };
}

async function sizeAtStart(bench: Bench): Promise<number> {
  const service = await startProduct(bench);
  await ask(service.url, browser);
  await sleep(settlingRestMs);
  const size = residentSize(service.pid);
  await service.stop();
  return size;
}

async function sizeWithConnections(bench: Bench): Promise<number> {
  const service = await startProduct(bench);
  const { port } = new URL(service.url);
  const sockets: Socket[] = [];
  bench.onEnd(() => {
    for (const socket of sockets) socket.destroy();
  });
  for (let count = 0; count < openConnections; count += 1) {
    const socket = connect(Number(port), "127.0.0.1");
    sockets.push(socket);
    socket.write("GET / HTTP/1.1\r\nHost: a\r\n\r\n");
    await once(socket, "data");
  }
  await sleep(settlingRestMs);
  const size = residentSize(service.pid);
  await service.stop();
  return size;
}
