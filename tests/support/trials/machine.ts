import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { onTestFinished } from "vitest";
import { temporaryFolder } from "../folder.ts";

/** A network, an /etc and a /run that nothing else uses: ports and paths are those that the documents name. */
const begin = `
  set -e
  ip link set lo up
  cp -a /etc "$1/etc" && mount --bind "$1/etc" /etc
  for folder in /run /var/log; do mount -t tmpfs tmpfs $folder; done
  mkdir /run/haproxy /var/log/nginx
  sed -i "s|:/root:|:$1/home:|" /etc/passwd
  rm -rf /etc/backsoon /etc/nginx/backsoon
  echo 127.0.0.1 shop.example >> /etc/hosts
  echo ready
  cat
`;

/**
 * Programs that do something else here: there is no other user and no network, and the packages are installed. The
 * command is a clone's until it is installed.
 */
const programs = {
  notice: 'exec node scripts/bin.mjs "$@"',
  sudo: 'exec "$@"',
  npm: '[ "$1" = ci ] || exec "$NPM" "$@"',
};

/** Copies this checkout without its own state, and links its packages beside folders that Vite and Vitest write. */
function copyCheckout(folder: string): void {
  const isLeft = (name: string) => [".env", ".git", "node_modules", "var"].includes(name);
  for (const name of readdirSync(".").filter((name) => !isLeft(name)))
    cpSync(name, join(folder, name), { recursive: true });
  const packages = join(folder, "node_modules");
  mkdirSync(packages);
  for (const name of readdirSync("node_modules").filter((name) => !/^\.(?:vite|experimental)/.test(name)))
    symlinkSync(resolve("node_modules", name), join(packages, name));
}

/** A machine on which the blocks of a document are run as its reader would; it ends with the test. */
export interface Machine {
  /** A copy of this checkout, where each block is run. */
  clone: string;
  /** Its /etc. */
  etc: string;
  /** Changes or adds variables for the blocks that follow. */
  env: Record<string, string>;
  /** Runs a block to its end, and gives what it printed. */
  run(block: string): Promise<string>;
  /** Runs a block in a new terminal, where it stays, until another one succeeds. */
  stays(block: string, until: string): Promise<void>;
  /** Types Ctrl-C in the terminal that was opened last. */
  ctrlC(): Promise<void>;
}

/** Starts a machine, with this Node and a home that is empty. */
export async function startMachine(): Promise<Machine> {
  const folder = temporaryFolder();
  const [clone, bin, home] = ["clone", "bin", "home"].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  for (const path of [clone, bin, home]) mkdirSync(path);
  copyCheckout(clone);
  for (const [name, text] of Object.entries(programs)) {
    writeFileSync(join(bin, name), `#!/bin/sh\n${text}\n`);
    chmodSync(join(bin, name), 0o755);
  }
  const apart = ["--mount", "--net", "--pid", "--fork", "--kill-child", "--mount-proc"];
  // What was started on it ends with its first process.
  const first = spawn("unshare", [...apart, "sh", "-c", begin, "sh", folder], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const isOver = once(first, "close");
  onTestFinished(async () => {
    first.stdin.end();
    await isOver;
  });
  const isReady = await Promise.race([once(first.stdout, "data"), isOver.then(() => false)]);
  if (!isReady) throw new Error("The documents are run on a network of their own, which only root can make.");
  const [pid = ""] = readFileSync(`/proc/${first.pid}/task/${first.pid}/children`, "utf8").split(" ");

  const terminals: ChildProcess[] = [];
  const env: Record<string, string> = {
    HOME: home,
    PATH: [join(home, ".local/bin"), bin, dirname(process.execPath), process.env.PATH ?? ""].join(":"),
    NPM: join(dirname(process.execPath), "npm"),
  };
  function open(block: string) {
    const args = ["--target", pid, "--mount", "--net", "--pid", `--wdns=${clone}`, "bash", "-ec", block];
    // A group of its own, as a terminal makes it.
    const child = spawn("nsenter", args, { env, stdio: ["ignore", "pipe", "pipe"], detached: true });
    let printed = "";
    for (const stream of [child.stdout, child.stderr]) {
      stream.on("data", (chunk: Buffer) => {
        printed += chunk;
      });
    }
    return { child, printed: () => printed };
  }
  async function run(block: string): Promise<string> {
    const { child, printed } = open(block);
    const [code] = await once(child, "close");
    if (code !== 0) throw new Error(`${block}ended with ${code}: ${printed()}`);
    return printed();
  }
  const succeeds = (block: string) =>
    run(block).then(
      () => true,
      () => false,
    );
  return {
    clone,
    etc: join(folder, "etc"),
    env,
    run,
    stays: async (block, until) => {
      const { child, printed } = open(block);
      terminals.push(child);
      while (!(await succeeds(until)))
        if (child.exitCode !== null) throw new Error(`${block}did not stay: ${printed()}`);
    },
    ctrlC: async () => {
      const child = terminals.pop();
      if (child?.pid === undefined) throw new Error("No terminal is open.");
      process.kill(-child.pid, "SIGINT");
      await once(child, "close");
    },
  };
}
