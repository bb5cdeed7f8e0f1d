import { once } from "node:events";
import type { Bench } from "./bench.ts";
import { startProcess, startServer } from "./processes.ts";
import { ask, browser } from "./replies.ts";

/** How long a whole process takes, in ms. */
type Time = Promise<{ time: number }>;

/** From the start of a server's process, by this Node or another, to its first reply to a visitor. */
export async function timeToFirstReply(
  bench: Bench,
  script: string,
  env: NodeJS.ProcessEnv,
  node = process.execPath,
): Time {
  const started = performance.now();
  const server = await startServer(bench, [node, script], env, "all");
  await ask(server.url, browser);
  const time = performance.now() - started;
  await server.stop();
  return { time };
}

/** From the start of a Node process to its end. @throws Error if it fails */
export async function timeOfCommand(bench: Bench, args: string[], env: NodeJS.ProcessEnv): Time {
  const started = performance.now();
  await outputOf(bench, args, env);
  return { time: performance.now() - started };
}

/** What a process of this Node, or another, writes until it ends. @throws Error if it fails */
export async function outputOf(
  bench: Bench,
  args: string[],
  env: NodeJS.ProcessEnv,
  node = process.execPath,
): Promise<string> {
  const child = startProcess(bench, [node, ...args], env, "server");
  let output = "";
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (text) => (output += text));
  const [code] = await once(child, "exit");
  if (code !== 0) throw new Error(`node ${args.join(" ")} ended with ${code}: ${output}`);
  return output;
}
