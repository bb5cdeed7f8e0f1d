import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { requirePrograms } from "../../../support/setup/programs.ts";
import { canMount } from "../../../support/store/mount.ts";
import { makePackage, programOf } from "../../package/support/installing.ts";
import { apart, childOf, ended } from "./apart.ts";

const run = promisify(execFile);
const who = "The tests of containers";

const entry = resolve("tests/trials/containers/support/postgres-entrypoint.sh");

/** Images leave out manuals, translations and documents, except copyrights. */
const slim = ["man", "locale", "doc"]
  .map((name) => `'--dpkgopt=path-exclude=/usr/share/${name}/*'`)
  .join(" ");
const debian = `mmdebstrap --quiet --variant=minbase ${slim} '--dpkgopt=path-include=/usr/share/doc/*/copyright'`;

/**
 * Makes from Debian's packages what others download: Docker, images of proxies and PostgreSQL, and the base of our image with
 * Node and the other programs of the real base. `$0` is the result, `$1` the folder of Node.
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
    ${debian} --include=nginx-light,caddy bookworm - > "$0"`,
  // The hash has the image made again when its entrypoint changes.
  "postgres.tar": `
    : ${createHash("sha256").update(readFileSync(entry)).digest("hex")}
    ${debian} --include=postgresql-17 \
      --customize-hook='copy-in ${entry} /usr/local/bin' \
      --customize-hook='rm -rf "$1/var/lib/postgresql/17"; ln -s ../../lib/postgresql/17/bin/pg_isready "$1/usr/local/bin/"' \
      trixie - > "$0"`,
  "node.tar": `
    root=$(mktemp -d "$0.XXXX")
    chmod 755 "$root"
    ${debian} bookworm "$root"
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

const proxyCommands = {
  "nginx:stable": ["nginx", "-g", "daemon off;"],
  "caddy:2": ["caddy", "run", "--config", "/etc/caddy/Caddyfile", "--adapter", "caddyfile"],
};

/** Only Kubernetes needs an image's PATH. */
const path = "ENV PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
const postgres = [
  'ENTRYPOINT ["postgres-entrypoint.sh"]',
  "VOLUME /var/lib/postgresql/data",
  "ENV PGDATA=/var/lib/postgresql/data LANG=C.UTF-8",
  `${path}:/usr/lib/postgresql/17/bin`,
];

/** Makes a part once, and keeps it in `var/programs`. */
async function makePart(name: string, script: string, node: string): Promise<string> {
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
 * Starts Docker in namespaces for network, mounts and processes. When the first process ends, nothing is left. `$0` is a folder,
 * `$1` Node, and `$2` the program of the name server.
 */
const startDocker = `
  ip link set lo up
  ip address add 10.202.0.1/32 dev lo
  mount -t tmpfs tmpfs /run
  "$1" -e "$2" &
  exec docker-init -- dockerd --data-root "$0/data" --exec-root /run/docker --pidfile /run/docker.pid \
    -H "unix://$0/docker.sock" -H unix:///run/docker.sock --bip 10.200.0.1/24 --default-address-pool base=10.201.0.0/16,size=24 --dns 10.202.0.1`;

/** Knows no name. Without a name server, Docker answers slowly for the name of a stopped container. */
const nameServer = `
  const socket = require("node:dgram").createSocket("udp4");
  socket.on("message", (message, { port, address }) => {
    message.writeUInt16BE(0x8183, 2);
    socket.send(message, port, address);
  }).bind(53, "10.202.0.1");
`;

async function start(folder: string, env: NodeJS.ProcessEnv): Promise<ChildProcess> {
  const shell = ["sh", "-ec", startDocker, folder, process.execPath, nameServer];
  const child = spawn("unshare", [...apart, ...shell], { stdio: ["ignore", "ignore", "pipe"], env });
  let said = "";
  child.stderr?.setEncoding("utf8").on("data", (text) => {
    said = `${said}${text}`.slice(-2000);
  });
  for (const until = Date.now() + 60_000; Date.now() < until && child.exitCode === null; ) {
    const { status } = spawnSync("docker", ["info"], { env, stdio: "ignore" });
    if (status === 0) return child;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  child.kill();
  throw new Error(`${who} need a kernel that lets Docker run containers. Docker said: ${said}`);
}

declare module "vitest" {
  export interface ProvidedContext {
    /** The environment for `docker`, a process in its network, our image, and a folder with the image's files. */
    docker: { env: Record<string, string>; pid: number; image: string; root: string };
  }
}

export async function setup(project: TestProject): Promise<() => Promise<void>> {
  if (!canMount())
    throw new Error(`${who} need root, who may mount: run them as root on a machine of its own.`);
  requirePrograms("ip", "iptables", "mmdebstrap", "nsenter", "runc");
  // Not below /tmp, which may be in memory or unable to hold layers.
  mkdirSync("var/programs", { recursive: true });
  const node = dirname(dirname(programOf("24")));
  const [docker = "", proxiesTar = "", postgresTar = "", nodeTar = ""] = await Promise.all(
    Object.entries(parts).map(([name, script]) => makePart(name, `set -e${script}`, node)),
  );
  const folder = mkdtempSync(resolve("var", "docker-"));
  const env = {
    PATH: `${docker}:${process.env.PATH}`,
    HOME: folder,
    DOCKER_HOST: `unix://${folder}/docker.sock`,
    DOCKER_CONFIG: join(docker, "config"),
  };
  const child = await start(folder, env);
  const pid = await childOf(child);
  const end = async () => {
    await ended(child, pid);
    rmSync(folder, { recursive: true, force: true });
  };
  const call = (...args: string[]) => run("docker", args, { env, maxBuffer: 64 * 1024 * 1024 });
  try {
    await Promise.all([
      call("import", "--change", path, "--change", 'CMD ["node"]', nodeTar, "node:24-bookworm-slim"),
      call("import", ...postgres.flatMap((change) => ["--change", change]), postgresTar, "postgres:17"),
      ...Object.entries(proxyCommands).map(([name, command]) =>
        call("import", "--change", `CMD ${JSON.stringify(command)}`, proxiesTar, name),
      ),
    ]);
    const { version } = JSON.parse(readFileSync("package.json", "utf8"));
    const image = `backsoon:${version}`;
    const context = join(folder, "context");
    // The files of a clone from which an image is built.
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
