import { constants, existsSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;

/** Everybody may read what is exported, and we alone may change it: the web server is another user. */
const fileMode = 0o644;
const folderMode = 0o755;

/** Writes a file that is not there yet, readable whatever the umask, and on the disk when this resolves. */
export async function writeNewFile(path: string, body: Buffer | string, modified?: Date): Promise<void> {
  const file = await open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, fileMode);
  try {
    await file.writeFile(body);
    await file.chmod(fileMode);
    if (modified) await file.utimes(modified, modified);
    await file.sync();
  } finally {
    await file.close();
  }
}

/** A folder that is open: what is done in it is done there, also when its path comes to lead elsewhere. */
export interface OpenFolder {
  /** A path to it, which names in it may follow. */
  path: string;
  /** Flushes the names in it to the disk. */
  sync(): Promise<void>;
  /** Gives it our mode, which it may lack if we were ended between that and making it. */
  openToAll(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a folder, which must not be a link. */
async function openFolder(path: string): Promise<OpenFolder> {
  const handle = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  // Linux has such a path to whatever is open; elsewhere, only the names themselves are safe from links.
  const opened = `/proc/self/fd/${handle.fd}`;
  return {
    path: existsSync(opened) ? opened : path,
    sync: () => handle.sync(),
    async openToAll() {
      if (((await handle.stat()).mode & 0o777) !== folderMode) await handle.chmod(folderMode);
    },
    close: () => handle.close(),
  };
}

/** Makes a folder that is not there yet, which everybody may look into, whatever the umask. */
export async function makeNewFolder(path: string): Promise<void> {
  await mkdir(path, folderMode);
  await inFolder(path, (folder) => folder.openToAll());
}

/** Does work in a folder that is open meanwhile. */
export async function inFolder<T>(path: string, work: (folder: OpenFolder) => Promise<T>): Promise<T> {
  const folder = await openFolder(path);
  try {
    return await work(folder);
  } finally {
    await folder.close();
  }
}
