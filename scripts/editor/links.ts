import { createHash } from "node:crypto";
import { once } from "node:events";
import { existsSync, mkdirSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { connect, createServer } from "node:net";
import { basename, dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { NoticeError } from "../../schema/errors/notice-error.ts";

/** What a running editor keeps for this user alone, in the folder of the store or in STATE_DIR. */
export interface PrivateFolder {
  path: string;
  remove(): void;
}

/** The longest path that a socket may have, in bytes, on every system. */
const maxSocketPath = 103;

/**
 * Makes the folder of the editor on a port, which nobody else can look into. What is there is left from an editor that
 * was killed: no other one has the port. Rejects if one answers all the same.
 */
export async function makePrivateFolder(lastKnownGood: string, port: number): Promise<PrivateFolder> {
  const path = `${prefixOf(lastKnownGood)}${port}`;
  if ((await askAt(socketIn(path))) !== "")
    throw new Error(`the folder ${dirname(path)} is shared with another editor on port ${port}`);
  const remove = () => rmSync(path, { recursive: true, force: true });
  remove();
  // A node that shares a database has STATE_DIR only once it has kept something there.
  if (!existsSync(dirname(path))) mkdirSync(dirname(path));
  mkdirSync(path, { mode: 0o700 });
  return { path, remove };
}

/** Gives a new link to everybody who can look into the folder and asks; resolves with what ends that. */
export async function offerLinks({ path }: PrivateFolder, makeLink: () => string): Promise<() => void> {
  const server = createServer((socket) => {
    socket.on("error", () => {}).end(makeLink());
  });
  const file = socketIn(path);
  if (Buffer.byteLength(file) > maxSocketPath) throw new Error(`the path ${file} is too long for a socket`);
  await once(server.listen(file), "listening");
  return () => server.close();
}

/**
 * A new link from the editor of this store that runs on this machine.
 * @throws NoticeError EDITOR_ABSENT, USAGE if several run and no port is given
 */
export async function askForLink(lastKnownGood: string, port: number | undefined): Promise<string> {
  const prefix = prefixOf(lastKnownGood);
  const ports = port === undefined ? portsWith(prefix) : [port];
  const answers = await Promise.all(
    ports.map(async (port) => ({ port, link: await askAt(socketIn(`${prefix}${port}`)) })),
  );
  const running = answers.filter(({ link }) => link !== "");
  const [first, ...others] = running;
  if (!first) throw new NoticeError("EDITOR_ABSENT", port === undefined ? {} : { port });
  if (others.length === 0) return first.link;
  const reason = `Editors run on ports ${running.map(({ port }) => port).join(" and ")}: say which one with --port.`;
  throw new NoticeError("USAGE", { reason });
}

/** Short, as the path of a socket must be, and another one for each store and each network. */
function prefixOf(lastKnownGood: string): string {
  const sum = createHash("sha256").update(basename(lastKnownGood)).update(ownNetwork());
  return join(dirname(lastKnownGood), `editor-${sum.digest("hex").slice(0, 8)}-`);
}

/**
 * Where a port is one program's: containers that share the folder may each have the same one. Empty where there are none.
 * @see https://man7.org/linux/man-pages/man7/network_namespaces.7.html
 */
function ownNetwork(): string {
  try {
    return readlinkSync("/proc/self/ns/net");
  } catch {
    return "";
  }
}

function socketIn(folder: string): string {
  return join(folder, "links");
}

function portsWith(prefix: string): number[] {
  const name = basename(prefix);
  try {
    return readdirSync(dirname(prefix))
      .filter((found) => found.startsWith(name))
      .map((found) => Number(found.slice(name.length)))
      .sort((one, other) => one - other);
  } catch {
    return [];
  }
}

/** What the editor at a socket says; empty if there is none. */
async function askAt(file: string): Promise<string> {
  try {
    const socket = connect(file);
    await once(socket, "connect");
    return await text(socket);
  } catch {
    return "";
  }
}
