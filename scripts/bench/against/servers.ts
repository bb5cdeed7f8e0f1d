import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { newFolder, type ReceivedReply, type Running, run, startServer } from "../harness.ts";

const file = (path: string): string => fileURLToPath(new URL(path, import.meta.url));

export const server = file("../../../api/server.js");
export const emptyFastify = file("./empty-fastify.js");
const bareServer = file("./bare-server.js");
/** The command, by the file that ops run. */
export const notice = file("../../../../../scripts/bin.mjs");

/** The environment of a service, and of the commands that work on its store, in a new folder. */
export function newEnvironment(): NodeJS.ProcessEnv & { DATABASE: string } {
  return { ...process.env, PORT: "0", DATABASE: join(newFolder(), "notice.db") };
}

/** Runs the command on a store and returns its output. @throws Error if it fails */
export function runNotice(args: string[], env: NodeJS.ProcessEnv): Promise<string> {
  return run([process.execPath, notice, ...args], env, "server");
}

/** Starts the product as it runs in production, on a new store. */
export function startProduct(env = newEnvironment()): Promise<Running> {
  return startServer([server], env);
}

/** Starts a bare `node:http` server that sends the same reply to every request. */
export function startBare({ status, headers, body }: ReceivedReply): Promise<Running> {
  const stored = join(newFolder(), "reply.json");
  writeFileSync(stored, JSON.stringify({ status, headers: headers.flat(), body: body.toString("base64") }));
  return startServer([bareServer, stored], process.env);
}
