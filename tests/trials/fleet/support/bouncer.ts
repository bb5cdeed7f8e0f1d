import { spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { inject, onTestFinished } from "vitest";
import { freePort } from "../../../../scripts/bench/harness.ts";
import { ordinary, ordinaryFolder } from "../../../support/postgres/cluster.ts";
import type { OnFinished } from "../../../support/shared.ts";

/** Starts PgBouncer with transaction pooling before a database on this machine. Returns its port. */
export async function startBouncer(
  target: number,
  more: string[] = [],
  onFinished: OnFinished = onTestFinished,
): Promise<number> {
  const { path, remove } = ordinaryFolder();
  const port = await freePort();
  const file = join(path, "pgbouncer.ini");
  // `auth_type = any` needs a user here.
  const settings = `[databases]
* = host=127.0.0.1 port=${target} user=postgres
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = ${port}
unix_socket_dir =
auth_type = any
pool_mode = transaction
${more.join("\n")}
`;
  writeFileSync(file, settings);
  const child = spawn(inject("postgres").bouncer, [file], {
    ...ordinary,
    cwd: path,
    stdio: ["ignore", "ignore", "pipe"],
  });
  const ended = once(child, "exit");
  for await (const line of createInterface(child.stderr)) if (line.includes("process up")) break;
  child.stderr.resume();
  onFinished(async () => {
    child.kill("SIGKILL");
    await ended;
    remove();
  });
  return port;
}
