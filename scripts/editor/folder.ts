import { existsSync, lstatSync, mkdirSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { sha256 } from "../../schema/notice/sum.ts";
import type { Context } from "../terminal/context.ts";
import { askAt } from "./socket.ts";

/** The folder in which editors of a store keep their own, and what tells those of this user and this network. */
export interface EditorFolder {
  lastKnownGood: string;
  uid: number | undefined;
  network: string;
}

/** What a running editor keeps for this user alone, in the folder of the store or in STATE_DIR. */
export interface PrivateFolder {
  path: string;
  remove(): void;
}

/** A folder of this user's, whether its editor still runs or not. */
export interface FoundFolder {
  path: string;
  port: number;
  /** Whether its editor runs where this process does, so that no other one has the port. */
  isHere: boolean;
}

/**
 * Makes the folder of the editor on a port, which nobody else can look into, and removes those that editors of the store
 * left when they were killed. Rejects if the one on this port answers all the same, or belongs to somebody else.
 */
export async function makePrivateFolder(folder: EditorFolder, port: number): Promise<PrivateFolder> {
  const path = privateFolderPath(folder, port);
  if (lstatSync(path, { throwIfNoEntry: false }) && !isOwn(path, folder))
    throw new Error(`${path} is not a folder of this user`);
  const answer = await askAt(path);
  if (answer !== "absent" && answer !== "left")
    throw new Error(`the folder ${dirname(path)} is shared with another editor on port ${port}`);
  const remove = () => rmSync(path, { recursive: true, force: true });
  remove();
  await removeLeft(folder);
  // A node that shares a database has STATE_DIR only once it has kept something there.
  if (!existsSync(dirname(path))) mkdirSync(dirname(path));
  mkdirSync(path, { mode: 0o700 });
  return { path, remove };
}

/** The folder of this process, which by now runs as whoever it will. */
export function editorFolderOf({ installation, uid }: Pick<Context, "installation" | "uid">): EditorFolder {
  return { lastKnownGood: installation.lastKnownGood, uid: uid(), network: ownNetwork() };
}

/** Where the editor of a store on a port keeps its folder: short, as the path of a socket must be. */
export function privateFolderPath({ lastKnownGood, network }: EditorFolder, port: number): string {
  return join(dirname(lastKnownGood), `${prefixOf(lastKnownGood)}${sumOf(network)}-${port}`);
}

/** The folders that editors of a store made for this user, by their ports. */
export function findFolders(folder: EditorFolder): FoundFolder[] {
  const { lastKnownGood, network } = folder;
  const around = dirname(lastKnownGood);
  const prefix = prefixOf(lastKnownGood);
  return namesIn(around)
    .filter((name) => name.startsWith(prefix) && isOwn(join(around, name), folder))
    .map((name) => {
      const [sum, port] = name.slice(prefix.length).split("-");
      return { path: join(around, name), port: Number(port), isHere: sum === sumOf(network) };
    })
    .sort((one, other) => one.port - other.port);
}

async function removeLeft(folder: EditorFolder): Promise<void> {
  const removed = findFolders(folder).map(async ({ path }) => {
    if ((await askAt(path)) === "left") rmSync(path, { recursive: true, force: true });
  });
  await Promise.all(removed);
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}

/** Others may be able to write beside the store: what they put there is not believed. */
function isOwn(path: string, { uid }: EditorFolder): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === (uid ?? found.uid);
}

function prefixOf(lastKnownGood: string): string {
  return `editor-${sumOf(basename(lastKnownGood))}-`;
}

const sumOf = (name: string): string => sha256(name).slice(0, 6);

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
