import { execFileSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { createLink } from "../../../data/postgres/connection/link.ts";
import { readPostgresUrl } from "../../../schema/settings/postgres-url.ts";
import type { Bench } from "../harness/bench.ts";
import { freePort } from "../harness/free-port.ts";
import { startProcess } from "../harness/processes.ts";

/** The user that PostgreSQL runs as: it refuses to run as root. */
const user = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** A PostgreSQL server of its own. */
export interface Database {
  /** The URL of a store in a schema. */
  url(schema: string): string;
  /** Asks the database that the stores are in. */
  ask<R extends Record<string, unknown>>(text: string): Promise<R[]>;
  /** Asks through another database, which leaves the statistics of this one as they are. */
  askBeside<R extends Record<string, unknown>>(text: string): Promise<R[]>;
}

/** Starts PostgreSQL with its own settings, except for background work; it is ended with the measurement. */
export async function startDatabase(bench: Bench, binaries: string): Promise<Database> {
  const folder = join(tmpdir(), `backsoon-bench-${randomUUID()}`);
  bench.onEnd(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  const elsewhere = { ...user, cwd: tmpdir() };
  const initdb = ["-D", folder, "-U", "postgres", "--auth=trust", "-E", "UTF8", "--locale=C"];
  execFileSync(join(binaries, "initdb"), initdb, { ...elsewhere, stdio: "ignore" });
  const port = await freePort();
  const settings = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    "unix_socket_directories=",
    "autovacuum=off",
  ];
  const command = [
    join(binaries, "postgres"),
    "-D",
    folder,
    ...settings.flatMap((setting) => ["-c", setting]),
  ];
  const child = startProcess(bench, command, process.env, "generator", elsewhere);
  // Without waiting for whoever is connected.
  bench.onEnd(() => child.kill("SIGINT"));
  for await (const line of createInterface(child.stderr)) if (line.includes("ready to accept")) break;
  child.stderr.resume();
  const at = (database: string): string => `postgres://postgres@127.0.0.1:${port}/${database}`;
  const asking = async <R extends Record<string, unknown>>(database: string, text: string): Promise<R[]> => {
    const link = createLink({ address: readPostgresUrl(at(database)), password: {}, label: "bench" });
    return link.use((ask) => ask<R>(text)).finally(link.close);
  };
  return {
    url: (schema) => `${at("postgres")}?schema=${schema}`,
    ask: (text) => asking("postgres", text),
    askBeside: (text) => asking("template1", text),
  };
}
