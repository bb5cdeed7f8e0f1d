import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { canMount } from "../store/mount.ts";
import { downloadPrograms, makePackage, programOf } from "../trials/package.ts";
import { requirePrograms } from "./programs.ts";

const run = promisify(execFile);
const who = "The tests of containers";

const entry = resolve("tests/support/setup/postgres-entrypoint.sh");

/** Debian's packages without what an image leaves out. */
const slim = ["man", "locale", "doc"].map((name) => `--dpkgopt=path-exclude=/usr/share/${name}/*`);
const debian = ["--quiet", "--variant=minbase", ...slim, "--dpkgopt=path-include=/usr/share/doc/*/copyright"];

/**
 * What Docker would download, made of Debian's packages: the newest Docker that they have, images with the proxies and
 * with PostgreSQL, and the base of ours, which has Node and what the real one has as well. `$0` is the result, `$1` the
 * folder of Node.
 */
const parts = {
  docker: `
    mmdebstrap --quiet --variant=extract --include=docker.io,docker-cli,docker-compose,docker-buildx trixie "$0.new"
    mkdir "$0.bin"
    for name in dockerd docker-proxy docker-init containerd containerd-shim-runc-v2 docker; do
      cp "$0.new"/usr/*bin/$name "$0.bin/"
    done
    mkdir -p "$0.bin/config/cli-plugins"
    cp "$0.new"/usr/libexec/docker/cli-plugins/* "$0.bin/config/cli-plugins/"
    rm -rf "$0.new"
    mv "$0.bin" "$0"`,
  "proxies.tar": `
    mmdebstrap ${debian.map((word) => `'${word}'`).join(" ")} --include=nginx-light,caddy bookworm - > "$0"`,
  // An image is made again when its entry changes.
  "postgres.tar": `
    : ${createHash("sha256").update(readFileSync(entry)).digest("hex")}
    mmdebstrap ${debian.map((word) => `'${word}'`).join(" ")} --include=postgresql-17 \
      --customize-hook='copy-in ${entry} /usr/local/bin' \
      --customize-hook='rm -rf "$1/var/lib/postgresql/17"; ln -s ../../lib/postgresql/17/bin/pg_isready "$1/usr/local/bin/"' \
      trixie - > "$0"`,
  "node.tar": `
    root=$(mktemp -d "$0.XXXX")
    chmod 755 "$root"
    mmdebstrap ${debian.map((word) => `'${word}'`).join(" ")} bookworm "$root"
    cp -R "$1"/. "$root/usr/local"
    rm "$root/usr/local/package.json"
    chroot "$root" sh -ec '
      groupadd --gid 1000 node
      useradd --uid 1000 --gid node --shell /bin/bash --create-home node
      cd /usr/local/bin
      ln -sf node nodejs
      mkdir -p ../lib/node_modules/npm /opt/yarn-v1.22.22/bin
      for name in npm npx corepack yarn yarnpkg docker-entrypoint.sh; do
        rm -f $name
        echo "#!/bin/sh" > $name
        chmod +x $name
      done'
    tar --create --file "$0" --directory "$root" .
    rm -rf "$root"`,
};

/** What each image of the proxies runs. */
const proxyCommands = {
  "nginx:stable": ["nginx", "-g", "daemon off;"],
  "caddy:2": ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"],
};

/** As images have it: Docker does without, Kubernetes does not. */
const path = "ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const postgresChanges = [
  'ENTRYPOINT ["postgres-entrypoint.sh"]',
  "VOLUME /var/lib/postgresql/data",
  "ENV PGDATA=/var/lib/postgresql/data LANG=C.UTF-8",
  `${path}:/usr/lib/postgresql/17/bin`,
];

/** Makes a part once, and keeps it. */
async function makePart(name: keyof typeof parts, node: string): Promise<string> {
  const script = `set -e${parts[name]}`;
  const sum = createHash("sha256").update(`${script} ${node}`).digest("hex").slice(0, 8);
  const kept = resolve("var/programs", `${sum}-${name}`);
  if (existsSync(kept)) return kept;
  const making = `${kept}.${process.pid}`;
  try {
    await run("sh", ["-c", script, making, node], { timeout: 600_000 });
    renameSync(making, kept);
  } catch (cause) {
    throw new Error(`${who} need ${name} of Debian's packages: let mmdebstrap reach them.`, { cause });
  }
  return kept;
}

/**
 * Docker in a network, a file system and a list of processes of its own: when its first process ends, nothing is left.
 * `$0` is a folder, `$1` Node, and `$2` what stands for the machine's name server.
 */
const startDocker = `
  ip link set lo up
  ip address add 10.202.0.1/32 dev lo
  mount -t tmpfs tmpfs /run
  "$1" -e "$2" &
  exec docker-init -- dockerd --data-root "$0/data" --exec-root /run/docker --pidfile /run/docker.pid \
    -H "unix://$0/docker.sock" -H unix:///run/docker.sock --bip 10.200.0.1/24 --default-address-pool base=10.201.0.0/16,size=24 --dns 10.202.0.1`;

/** Knows no name. Without it, Docker would take its time with the name of a container that is stopped. */
const nameServer = `
  const socket = require("node:dgram").createSocket("udp4");
  socket.on("message", (message, { port, address }) => {
    message.writeUInt16BE(0x8183, 2);
    socket.send(message, port, address);
  }).bind(53, "10.202.0.1");
`;

async function start(folder: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const apart = ["--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"];
  const shell = ["sh", "-ec", startDocker, folder, process.execPath, nameServer];
  const child = spawn("unshare", [...apart, "--propagation", "slave", ...shell], {
    stdio: ["ignore", "ignore", "pipe"],
    env,
  });
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text) => {
    said = `${said}${text}`.slice(-2000);
  });
  // It says that it listens, or ends.
  for (const until = Date.now() + 60_000; Date.now() < until && child.exitCode === null; ) {
    const { status } = spawnSync("docker", ["info"], { env, stdio: "ignore" });
    if (status === 0) return child;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill();
  throw new Error(`${who} need a kernel that lets Docker run containers. Docker said: ${said}`);
}

/** A Docker that runs, and our image in it. */
interface Docker {
  /** The environment with which `docker` and its plugins reach it. */
  env: Record<string, string>;
  /** A process in its network. */
  pid: number;
  image: string;
  /** A folder with what is in the image. */
  root: string;
}

declare module "vitest" {
  export interface ProvidedContext {
    docker: Docker;
  }
}

/** Starts a Docker with this build's image before any test runs; gives what ends it. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!canMount())
    throw new Error(`${who} need root, who may mount: run them as root on a machine of its own.`);
  const programs = { ip: "iproute2", iptables: "iptables", mmdebstrap: "mmdebstrap", nsenter: "util-linux" };
  requirePrograms(who, { ...programs, runc: "runc" });
  // Not where temporary files are: that may be in memory, or in a file system which takes no layers.
  mkdirSync("var/programs", { recursive: true });
  await downloadPrograms(["24"]);
  const node = dirname(dirname(programOf("24")));
  const [docker, proxiesTar, postgresTar, nodeTar] = await Promise.all([
    makePart("docker", node),
    makePart("proxies.tar", node),
    makePart("postgres.tar", node),
    makePart("node.tar", node),
  ]);
  const folder = mkdtempSync(resolve("var", "docker-"));
  const env = {
    PATH: `${docker}:${process.env.PATH}`,
    HOME: folder,
    DOCKER_HOST: `unix://${folder}/docker.sock`,
    DOCKER_CONFIG: join(docker, "config"),
  };
  const child = await start(folder, env);
  const pid = Number(readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, "utf8").trim());
  const end = async () => {
    const ended = once(child, "exit");
    process.kill(pid, "SIGKILL");
    await ended;
    rmSync(folder, { recursive: true, force: true });
  };
  const call = (...args: string[]) => run("docker", args, { env, maxBuffer: 64 * 1024 * 1024 });
  try {
    await Promise.all([
      call("import", "--change", path, "--change", 'CMD ["node"]', nodeTar, "node:24-bookworm-slim"),
      call(
        "import",
        ...postgresChanges.flatMap((change) => ["--change", change]),
        postgresTar,
        "postgres:17",
      ),
      ...Object.entries(proxyCommands).map(([name, command]) =>
        call("import", "--change", `CMD ${JSON.stringify(command)}`, proxiesTar, name),
      ),
    ]);
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    const image = `backsoon:${version}`;
    const context = join(folder, "context");
    // What of a clone an image is made of.
    for (const name of ["compose.yaml", ".dockerignore", "docs/deploy"])
      cpSync(name, join(context, name), { recursive: true });
    makePackage(context);
    await run("docker", ["compose", "build", "backsoon"], { cwd: context, env });
    const root = join(folder, "root");
    mkdirSync(root);
    await call("create", "--name", "unpacked", image);
    await call("export", "--output", join(folder, "root.tar"), "unpacked");
    await run("tar", ["--extract", "--file", join(folder, "root.tar"), "--directory", root]);
    await call("rm", "unpacked");
    project.provide("docker", { env, pid, image, root });
  } catch (error) {
    await end();
    throw error;
  }
  return end;
}
