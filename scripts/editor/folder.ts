import { lstatSync, mkdirSync, readdirSync, readlinkSync, rmSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { makeFolders } from "../../data/files/make-folders.ts";
import { sha256 } from "../../schema/notice/sum.ts";
import type { Context } from "../terminal/context.ts";
import { askAt } from "./socket.ts";

/** The folder of a store's editors, with the user and the network to tell them apart. */
export interface EditorFolder {
  lastKnownGood: string;
  uid: number | undefined;
  network: string;
}

/** The private folder of a running editor, in the folder of the store or in STATE_DIR. */
export interface PrivateFolder {
  path: string;
  remove(): void;
}

/** A private folder of this user, whether its editor still runs or not. */
export interface FoundFolder {
  path: string;
  port: number;
  /** Whether its editor is in the same network, where only it can have the port. */
  isHere: boolean;
}

/**
 * Makes the private folder of an editor on a port, and removes those of killed editors of the store. Rejects if the
 * existing folder on this port has a running editor, or belongs to another user.
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
  // With a shared database, STATE_DIR exists only after a node has written to it.
  makeFolders(dirname(path));
  mkdirSync(path, { mode: 0o700 });
  return { path, remove };
}

/** The editor folder for this process, with its current user. */
export function editorFolderOf({ installation, uid }: Pick<Context, "installation" | "uid">): EditorFolder {
  return { lastKnownGood: installation.lastKnownGood, uid: uid(), network: ownNetwork() };
}

/** The path of an editor's private folder. It is short, because paths of sockets must be. */
export function privateFolderPath({ lastKnownGood, network }: EditorFolder, port: number): string {
  return join(dirname(lastKnownGood), `${prefixOf(lastKnownGood)}${sumOf(network)}-${port}`);
}

/** This user's private folders of the store's editors, by port. */
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

/** Ignores folders of other users, who may be able to write beside the store. */
function isOwn(path: string, { uid }: EditorFolder): boolean {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found?.isDirectory() === true && found.uid === (uid ?? found.uid);
}

function prefixOf(lastKnownGood: string): string {
  return `editor-${sumOf(basename(lastKnownGood))}-`;
}

const sumOf = (name: string): string => sha256(name).slice(0, 6);

/**
 * The network namespace, because containers that share the folder may use the same port. Empty if there are none.
 * @see https://man7.org/linux/man-pages/man7/network_namespaces.7.html
 */
function ownNetwork(): string {
  try {
    return readlinkSync("/proc/self/ns/net");
  } catch {
    return "";
  }
}
