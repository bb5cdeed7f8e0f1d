import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Bench } from "../harness/bench.ts";
import type { CoreSet } from "../harness/cores.ts";
import { type Running, startServer } from "../harness/processes.ts";
import type { ReceivedReply } from "../harness/replies.ts";

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export const server = file("../../../api/server.js");
export const emptyFastify = file("./empty-fastify.js");
/** What keeps the shape of a tick in a server, and what measures that. */
export const tickShape = file("../../../api/runtime/tick-shape.js");
export const ticking = file("./ticking.js");
const collecting = ["--import", file("./collecting.js")];
export const writer = file("./writer.js");
/** The command, in the file that ops run. */
export const notice = file("../../../../../scripts/bin.mjs");

/** The environment of a service, and of the commands that work on its store. */
export function environment(bench: Bench, settings: Record<string, string> = {}): NodeJS.ProcessEnv {
  return { ...process.env, PORT: "0", DATABASE: join(bench.folder, "notice.db"), ...settings };
}

/** Starts the product as it runs in production, on a store in the measurement's folder. */
export function startProduct(
  bench: Bench,
  settings: Record<string, string> = {},
  cores: CoreSet = "server",
): Promise<Running> {
  return startServer(bench, [process.execPath, server], environment(bench, settings), cores);
}

/** Starts the product so that it collects its garbage when it gets SIGUSR2. */
export function collectingService(bench: Bench): Promise<Running> {
  return startServer(bench, [process.execPath, ...collecting, server], environment(bench), "server");
}

/** Starts a bare `node:http` server that sends the same reply to every request. */
export function startBare(bench: Bench, reply: ReceivedReply, cores: CoreSet = "server"): Promise<Running> {
  return startServer(bench, [process.execPath, ...bareServer(bench, reply)], process.env, cores);
}

/** Starts a bare server that collects its garbage when it gets SIGUSR2. */
export function collectingBare(bench: Bench, reply: ReceivedReply): Promise<Running> {
  const command = [process.execPath, ...collecting, ...bareServer(bench, reply)];
  return startServer(bench, command, process.env, "server");
}

function bareServer(bench: Bench, reply: ReceivedReply): string[] {
  const stored = join(bench.folder, `answer-${reply.status}-${reply.body.length}.json`);
  writeFileSync(stored, JSON.stringify({ ...reply, body: reply.body.toString("base64") }));
  return [file("./bare-server.js"), stored];
}
