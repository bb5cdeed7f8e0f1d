import { spawn } from "node:child_process";
import { once } from "node:events";
import { type AddressInfo, connect, createServer } from "node:net";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, inject, onTestFinished } from "vitest";
import { temporaryFolder } from "../../../support/folder.ts";
import type { OnFinished } from "../../../support/shared.ts";

export interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs a command in a folder, with the trial's Docker. */
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

/** The output of `docker`, which must succeed. */
export async function printed(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await docker(...args);
  expect(code, `${args.join(" ")}: ${stderr}`).toBe(0);
  return stdout.trim();
}

export async function inspect(name: string) {
  return JSON.parse(await printed("inspect", name))[0];
}

/** A program for Docker's network: it connects a socket's file to a port. */
const forwarder = `
  const [path, port, host] = process.argv.slice(1);
  require("node:net").createServer((socket) => {
    const other = require("node:net").connect(+port, host);
    require("node:stream").pipeline(socket, other, socket, () => {});
  }).listen(path, () => console.log("listens"));
`;

/** An address on this machine for a port of another network: by default, of the network in which Docker publishes ports. */
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
    pipeline(socket, other, socket, () => {});
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  onFinished(() => {
    server.close();
    child.kill("SIGKILL");
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
