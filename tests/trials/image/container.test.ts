import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, chownSync, readdirSync, readFileSync, statSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, inject, it, onTestFinished, vi } from "vitest";
import { temporaryFolder } from "../../support/folder.ts";
import { asking } from "../../support/network/http.ts";
import { patient } from "../../support/patient.ts";
import { endUnderWay } from "../../support/service/stopping.ts";

/** As whom a container runs, and what it has besides its image. */
interface Options {
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
interface Container {
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
function newVolume(): string {
  const { root, config } = inject("image");
  const [place = ""] = Object.keys(config.Volumes);
  const volume = join(temporaryFolder(), "volume");
  execFileSync("cp", ["-a", join(root, place), volume]);
  return volume;
}

/** A folder of somebody's, for a volume. */
function volumeOf(user: number, group: number, mode: number): string {
  const volume = temporaryFolder();
  chownSync(volume, user, group);
  chmodSync(volume, mode);
  return volume;
}

/** Runs the image's own command, confined; it is killed when the test ends. */
async function startContainer(options: Options): Promise<Container> {
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

const { config } = inject("image");
/** A number that nobody knows, as OpenShift gives one. */
const random = 1_234_567;
/** This machine alone, on a port that is free. */
const here = { HOST: "127.0.0.1", PORT: "0" };

/** What a visitor sees, and the number of its revision. */
async function visit(url: string): Promise<[status: number, revision: string | null, page: string]> {
  const reply = await fetch(`${url}/shop`, { headers: { Accept: "text/html" } });
  return [reply.status, reply.headers.get("maintenance-notice"), await reply.text()];
}

/** What the image's own health check says, by the words that are in the image. */
async function healthOf({ exec }: Container, env: Record<string, string> = {}): Promise<number | null> {
  const [kind, ...command] = config.Healthcheck.Test;
  expect(kind).toBe("CMD");
  const settings = Object.entries(env).map(([name, value]) => `${name}=${value}`);
  return (await exec("env", ...settings, ...command)).code;
}

const portOf = (url: string): string => new URL(url).port;

describe("a container with a root that is read-only and without any capability", () => {
  it.each<[string, number, number, number[], () => string]>([
    ["a random number of group 0, with a new volume", random, 0, [], newVolume],
    ["the image's own user, with a new volume", 1000, 0, [], newVolume],
    [
      "the image's own user, with a volume that is that user's alone",
      1000,
      0,
      [],
      () => volumeOf(1000, 1000, 0o755),
    ],
    [
      "the user of the manifests, with the group of its volume",
      1000,
      1000,
      [1000],
      () => volumeOf(0, 1000, 0o2775),
    ],
    ["OpenShift's user and the group of its volume", random, 0, [random], () => volumeOf(0, random, 0o2775)],
  ])(
    "runs as %s, shows a change at once, and again after a restart",
    async (_, user, group, groups, makeVolume) => {
      const options = { user, group, groups, volume: makeVolume(), env: here };
      const first = await startContainer(options);
      const { stdout: status } = await first.exec("cat", "/proc/1/status");
      expect((await first.exec("cat", "/proc/1/cmdline")).stdout).toBe("node\0/usr/local/bin/backsoon\0");
      expect(status).toMatch(/^CapBnd:\t0+$/m);
      expect(status).toMatch(/^CapEff:\t0+$/m);
      expect(status).toMatch(/^NoNewPrivs:\t1$/m);
      for (const place of ["/", "/etc", "/usr/local/lib/node_modules/backsoon", "/var/lib"])
        expect((await first.exec("touch", join(place, "new"))).stderr).toMatch(
          /Read-only file system|Permission denied/,
        );
      expect((await first.exec("mount")).stdout).toMatch(/ on \/ type overlay \(ro,/);

      const set = await first.exec("notice", "set", "--message", "Back at nine.");
      expect([set.code, set.stderr]).toEqual([0, ""]);
      expect(set.stdout).toContain("The store is /var/lib/backsoon/notice.db.");
      expect(await visit(first.url)).toEqual([503, "2", expect.stringContaining("Back at nine.")]);
      expect(await first.ended(config.StopSignal as NodeJS.Signals)).toBe(0);

      const second = await startContainer(options);
      expect(await visit(second.url)).toEqual([503, "2", expect.stringContaining("Back at nine.")]);
      expect((await second.exec("notice", "history")).stdout.split("\n")).toHaveLength(3);
    },
  );

  it.each(["SIGTERM", "SIGKILL"] as const)(
    "goes on as another number of group 0 after %s",
    async (signal) => {
      const volume = newVolume();
      const first = await startContainer({ user: random, volume, env: here });
      expect((await first.exec("notice", "set", "--title", "One")).code).toBe(0);
      await first.ended(signal);
      for (const name of readdirSync(volume))
        expect([name, statSync(join(volume, name)).gid]).toEqual([name, 0]);

      const second = await startContainer({ user: random + 1, volume, env: here });
      expect(await second.exec("notice", "set", "--title", "Two")).toMatchObject({ code: 0, stderr: "" });
      expect(await visit(second.url)).toEqual([503, "3", expect.stringContaining("Two")]);
      expect((await second.exec("notice", "check")).stdout).not.toContain("FAILURE");
    },
  );

  it("with nothing set listens in a network of its own, and is well by its own health check", async () => {
    const container = await startContainer({ user: random, volume: newVolume(), isApart: true });
    expect(container.url).toBe("http://127.0.0.1:8080");
    // Every address, and port 8080.
    expect((await container.exec("cat", "/proc/net/tcp")).stdout).toContain(" 00000000:1F90 ");
    expect(await healthOf(container)).toBe(0);
    const fetched = "fetch('http://127.0.0.1:8080/').then(({ status }) => console.log(status))";
    expect((await container.exec("node", "-e", fetched)).stdout).toBe("503\n");
    const [, backUp = ""] =
      /exec backsoon sh -c '(.*)' > /.exec(readFileSync("docs/install.md", "utf8")) ?? [];
    expect((await container.exec("sh", "-c", backUp)).stdout).toMatch(/^SQLite format 3\0/);
  });

  it("is well while it is ready, and not while nobody listens, it closes, or something else answers", async () => {
    const container = await startContainer({ user: random, volume: newVolume(), env: here });
    const env = { HOST: "127.0.0.1", PORT: portOf(container.url) };
    expect(await healthOf(container, env)).toBe(0);
    const asked: string[] = [];
    const closing = createServer(({ url = "" }, reply) => {
      asked.push(url);
      reply.writeHead(503).end();
    });
    await new Promise<void>((resolve) => closing.listen(0, "127.0.0.1", resolve));
    const { port } = closing.address() as AddressInfo;
    onTestFinished(() => void closing.close());
    expect(await healthOf(container, { ...env, PORT: `${port}` })).toBe(1);
    expect(asked).toEqual(["/.backsoon/readyz"]);
    expect(await healthOf(container, { HOST: "127.0.0.1", PORT: "1" })).toBe(1);
  });

  it("loses nobody when it is told to stop while visitors ask again and again", async ({ annotate }) => {
    const container = await startContainer({ user: random, volume: newVolume(), env: here });
    let visits = 0;
    /** Asks over one connection until it is told that the service closes it. */
    const stay = async (): Promise<void> => {
      const ask = asking(container.url);
      for (let isOpen = true; isOpen; visits += 1) {
        const { statusCode, headers, body } = await ask({ url: "/shop", headers: { accept: "text/html" } });
        expect([statusCode, headers["maintenance-notice"], body.slice(-8)]).toEqual([503, "1", "</html>\n"]);
        isOpen = headers.connection !== "close";
      }
    };
    const visitors = Promise.all(Array.from({ length: 8 }, stay));
    await vi.waitFor(() => expect(visits).toBeGreaterThan(200), patient);
    expect(await endUnderWay(container, config.StopSignal as NodeJS.Signals)).toBe(0);
    await visitors;
    await annotate(`${visits} had the notice`);
  });
});
