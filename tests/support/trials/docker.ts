import { spawn } from "node:child_process";
import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { expect, inject, onTestFinished } from "vitest";
import { temporaryFolder } from "../folder.ts";
import type { OnFinished } from "../shared.ts";

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command that reaches the trial's Docker, in a folder. */
export async function run(program: string, args: string[], cwd = "."): Promise<Ended> {
  const child = spawn(program, args, { cwd, env: inject("docker").env, stdio: ["ignore", "pipe", "pipe"] });
  const [stdout, stderr, [code]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, "close"),
  ]);
  return { code, stdout, stderr };
}

export const docker = (...args: string[]): Promise<Ended> => run("docker", args);

/** Runs `docker`, which must succeed; gives what it prints. */
export async function printed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await docker(...args);
  expect([args, code, code === 0 ? "" : stderr]).toEqual([args, 0, ""]);
  return stdout.trim();
}

/** What `docker inspect` says of a container or an image. */
export async function inspect(name: string) {
  return JSON.parse(await printed("inspect", name))[0];
}

/** In Docker's network: passes each connection to a socket's file on to a port. */
const forwarder = `
  const [path, port, host] = process.argv.slice(1);
  require("node:net").createServer((socket) => {
    const other = require("node:net").connect(+port, host);
    for (const one of [socket, other]) one.on("error", () => { socket.destroy(); other.destroy(); });
    socket.pipe(other).pipe(socket);
  }).listen(path, () => console.log("listens"));
`;

/** An address of this machine's that leads to a port of another network, by default that in which Docker publishes ports. */
export async function reach(
  port: number,
  onFinished: OnFinished = onTestFinished,
  { pid = inject("docker").pid, host = "127.0.0.1" } = {},
): Promise<string> {
  const path = join(temporaryFolder(onFinished), "socket");
  const inside = ["--target", `${pid}`, "--net", process.execPath, "-e", forwarder, path, `${port}`, host];
  const child = spawn("nsenter", inside, { stdio: ["ignore", "pipe", "inherit"] });
  await once(child.stdout, "data");
  const server = createServer((socket) => {
    const other = connect(path);
    for (const one of [socket, other])
      one.on("error", () => {
        socket.destroy();
        other.destroy();
      });
    socket.pipe(other).pipe(socket);
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onFinished(() => {
    server.close();
    child.kill("SIGKILL");
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
