import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { arch, cpus, loadavg, platform, totalmem } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { connect } from "../../../data/sqlite-file/driver.ts";
import { canPin } from "./cores.ts";
import { findChromium, findEmbeddedPostgres, findProgram } from "./programs.ts";

/** What the figures were measured on, one line per part; taken before we load the machine ourselves. */
export function describeMachine(): string[] {
  const [first] = cpus();
  const postgres = findEmbeddedPostgres();
  const memory = Math.round(totalmem() / 1024 ** 3);
  const pinned = canPin
    ? "server on core 0, load generator on the last one"
    : "cores were not chosen (no `taskset`)";
  return [
    `${first?.model.trim()}, ${cpus().length} cores, ${memory} GiB, ${platform()} ${arch()}; ${pinned}`,
    `Load average before the run ${loadavg()[0]?.toFixed(1)}: with more than a little, others worked here, and rates are noise`,
    [
      `Node ${process.version.slice(1)}`,
      `SQLite ${sqliteVersion()}`,
      `PostgreSQL ${programVersion(postgres && join(postgres, "postgres"), "--version")}`,
      ...["fastify", "autocannon"].map((name) => `${name} ${packageVersion(name)}`),
      ...["wrk", "nginx", "haproxy"].map((name) => `${name} ${programVersion(findProgram(name), "-v")}`),
      `caddy ${programVersion(findProgram("caddy"), "version")}`,
      `Chromium ${programVersion(findChromium(), "--version")}`,
    ].join(", "),
  ];
}

function sqliteVersion(): string {
  const db = connect(":memory:", {});
  const version = db.prepare<[], string>("SELECT sqlite_version()").pluck().get();
  db.close();
  return version ?? "unknown";
}

function packageVersion(name: string): string {
  const file = fileURLToPath(new URL("package.json", import.meta.resolve(name)));
  return JSON.parse(readFileSync(file, "utf8")).version;
}

function programVersion(program: string | undefined, flag: string): string {
  if (!program) return "missing";
  const { stdout, stderr } = spawnSync(program, [flag], { encoding: "utf8" });
  return /\d+(\.\d+)+/.exec(`${stdout}${stderr}`)?.[0] ?? "unknown";
}
