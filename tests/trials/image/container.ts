import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { inject, onTestFinished } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";

/** As whom a container runs, and what it has besides its image. */
export interface Options {
  user: number;
  group?: number;
  /** Further groups, such as that of a volume in Kubernetes. */
  groups?: number[];
  /** The folder that is its volume. */
  volume: string;
  /** In the place of what the image says. */
  env?: Record<string, string>;
  /** A network of its own, instead of this machine's. */
  isApart?: boolean;
}

/** A container whose service is ready. */
export interface Container {
  /** Where its service says that it is. */
  url: string;
  /** Runs another command in it, as its own user. */
  exec(...command: string[]): Promise<{ code: number | null; stdout: string; stderr: string }>;
  /** Resolves with its exit code; sends it a signal before if one is given. */
  ended(signal?: NodeJS.Signals): Promise<number | null>;
}

/**
 * What `docker run --read-only --cap-drop ALL --security-opt no-new-privileges` does, by the kernel's own means: of
 * Buildah, `run --isolation chroot` cannot make a root read-only. $1 is the root, $2 the volume, $3 where that is.
 */
const enter = `
  set -e
  root=$1 volume=$2 place=$3 network=$4
  shift 4
  if [ "$network" = apart ]; then ip link set lo up; fi
  mount --bind "$root" "$root"
  mount -o remount,bind,ro "$root"
  mount --bind "$volume" "$root$place"
  mount -t tmpfs -o size=16m,mode=1777 tmpfs "$root/tmp"
  mount -t proc proc "$root/proc"
  mount --rbind /dev "$root/dev"
  exec chroot "$root" "$@"
`;

/** A folder for a volume, as Docker makes it of what the image has in that place. */
export function newVolume(): string {
  const { root, config } = inject("image");
  const [place = ""] = Object.keys(config.Volumes);
  const volume = join(temporaryFolder(), "volume");
  execFileSync("cp", ["-a", join(root, place), volume]);
  return volume;
}

/** A folder of somebody's, for a volume. */
export function volumeOf(user: number, group: number, mode: number): string {
  const volume = temporaryFolder();
  chownSync(volume, user, group);
  chmodSync(volume, mode);
  return volume;
}

/** Runs the image's own command, confined; it is killed when the test ends. */
export async function startContainer(options: Options): Promise<Container> {
  const { root, config } = inject("image");
  const { volume, isApart = false } = options;
  const [place = ""] = Object.keys(config.Volumes);
  const namespaces = ["--mount", "--pid", "--ipc", "--uts", ...(isApart ? ["--net"] : [])];
  const inside = [
    root,
    volume,
    place,
    isApart ? "apart" : "shared",
    ...asUser(options),
    ...(config.Entrypoint ?? []),
    ...config.Cmd,
  ];
  const child = spawn("unshare", [...namespaces, "--fork", "sh", "-c", enter, "sh", ...inside], {
    stdio: ["ignore", "ignore", "pipe"],
    env: { PATH: process.env.PATH },
  });
  const closed = once(child, "close");
  onTestFinished(async () => {
    // The one in there knows nothing of the one that began it.
    for (const pid of [firstIn(child), child.pid]) if (pid && !isOver(child)) process.kill(pid, "SIGKILL");
    await closed;
  });
  const url = await addressOf(child, closed);
  const pid = firstIn(child);
  const exec = async (...command: string[]) => {
    const into = ["--target", `${pid}`, "--mount", "--pid", "--ipc", "--uts", "--net", "--root"];
    const other = spawn("nsenter", [...into, ...asUser(options), ...command], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    const [stdout, stderr, [code]] = await Promise.all([
      text(other.stdout),
      text(other.stderr),
      once(other, "close"),
    ]);
    return { code, stdout, stderr };
  };
  const ended = async (signal?: NodeJS.Signals): Promise<number | null> => {
    if (signal) process.kill(pid, signal);
    const [code] = await closed;
    return code;
  };
  return { url, exec, ended };
}

/** Has a command run by a user without any right of root's, with the environment of the image and nothing else. */
function asUser({ user, group = 0, groups = [], env = {} }: Options): string[] {
  const { Env, WorkingDir } = inject("image").config;
  return [
    ...["setpriv", "--reuid", `${user}`, "--regid", `${group}`],
    ...(groups.length > 0 ? ["--groups", groups.join()] : ["--clear-groups"]),
    ...["--bounding-set=-all", "--inh-caps=-all", "--ambient-caps=-all", "--no-new-privs"],
    ...["env", "--ignore-environment", `--chdir=${WorkingDir}`, ...Env],
    ...Object.entries(env).map(([name, value]) => `${name}=${value}`),
  ];
}

async function addressOf({ stderr }: ChildProcess, closed: Promise<unknown[]>): Promise<string> {
  let said = "";
  return new Promise((resolve, reject) => {
    stderr?.setEncoding("utf8").on("data", (words) => {
      said += words;
      const [, address] = /Backsoon is ready: (\S+)/.exec(said) ?? [];
      if (address) resolve(address);
    });
    closed.then(([code]) => reject(new Error(`The container ended with ${code}: ${said}`)));
  });
}

/** The first process of a container, as this machine counts it; 0 once there is none. */
function firstIn(child: ChildProcess): number {
  const { pid } = child;
  return isOver(child) ? 0 : Number(readFileSync(`/proc/${pid}/task/${pid}/children`, "utf8").trim());
}

function isOver({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null;
}
