import { constants, existsSync } from "node:fs";
import { mkdir, open } from "node:fs/promises";

const { O_CREAT, O_DIRECTORY, O_EXCL, O_NOFOLLOW, O_RDONLY, O_WRONLY } = constants;

/** The web server is another user: everybody may read the export, but only we may change it. */
const fileMode = 0o644;
const folderMode = 0o755;

/** Writes a new file, readable whatever the umask. It is on the disk when this resolves. */
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

/** An open folder. Work in it stays in it, even if its path is replaced meanwhile. */
export interface OpenFolder {
  /** A path to it, to which names can be appended. */
  path: string;
  /** Flushes the names in it to the disk. */
  sync(): Promise<void>;
  /** Makes it readable for everybody. */
  openToAll(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a folder, which must not be a link. */
async function openFolder(path: string): Promise<OpenFolder> {
  const handle = await open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  // On Linux, this path always leads to the open folder. Elsewhere, only the last name of a path is safe from links.
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

/** Makes a new folder, readable for everybody whatever the umask. */
export async function makeNewFolder(path: string): Promise<void> {
  await mkdir(path, folderMode);
  await inFolder(path, (folder) => folder.openToAll());
}

/** Opens a folder while the work is done. */
export async function inFolder<T>(path: string, work: (folder: OpenFolder) => Promise<T>): Promise<T> {
  const folder = await openFolder(path);
  try {
    return await work(folder);
  } finally {
    await folder.close();
  }
}
