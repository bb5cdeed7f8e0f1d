import { spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../../../../scripts/bench/harness.ts";
import { newFolder } from "../../../support/folder.ts";
import { ordinary } from "../../../support/postgres/cluster.ts";

/** Starts PgBouncer with transaction pooling, and more settings, before a database here; resolves with its port. */
export async function startBouncer(
  program: string,
  target: number,
  more: string[] = [],
): Promise<{ port: number; remove(): Promise<void> }> {
  const { path, remove } = newFolder();
  const port = await freePort();
  const file = join(path, "pgbouncer.ini");
  const settings = [
    "[databases]",
    // With this kind of authentication everybody is the one user.
    `* = host=127.0.0.1 port=${target} user=postgres`,
    "[pgbouncer]",
    "listen_addr = 127.0.0.1",
    `listen_port = ${port}`,
    "unix_socket_dir =",
    "auth_type = any",
    "pool_mode = transaction",
    ...more,
    "",
  ];
  writeFileSync(file, settings.join("\n"));
  if (ordinary.uid !== undefined) chownSync(path, ordinary.uid, ordinary.uid);
  const child = spawn(program, [file], { ...ordinary, cwd: path, stdio: ["ignore", "ignore", "pipe"] });
  const ended = once(child, "exit");
  for await (const line of createInterface(child.stderr)) if (line.includes("process up")) break;
  child.stderr.resume();
  return {
    port,
    async remove() {
      child.kill("SIGKILL");
      await ended;
      remove();
    },
  };
}
