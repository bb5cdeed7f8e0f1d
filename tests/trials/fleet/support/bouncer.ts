import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { inject, onTestFinished } from "vitest";
import { freePort } from "../../../../scripts/bench/harness.ts";
import { end, launch, ordinaryFolder } from "../../../support/postgres/cluster.ts";
import type { OnFinished } from "../../../support/shared.ts";

/** Starts PgBouncer with transaction pooling before a database on this machine. Returns its port. */
export async function startBouncer(
  target: number,
  more: string[] = [],
  onFinished: OnFinished = onTestFinished,
): Promise<number> {
  const { path: cwd, remove } = ordinaryFolder();
  const port = await freePort();
  const file = join(cwd, "pgbouncer.ini");
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
  const child = await launch(inject("postgres").bouncer, [file], /process up/, { cwd });
  onFinished(async () => {
    await end(child, "SIGKILL");
    remove();
  });
  return port;
}
