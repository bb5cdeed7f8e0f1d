import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { open, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import type { Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { folderFault } from "../../schema/errors/file-fault.ts";
import { NoticeError } from "../../schema/errors/notice-error.ts";

/** A file that gets its name once it is whole, with the rights of the user who opened it. If it is never whole, it is removed. */
interface NewFile {
  /** Writes the whole file and gives it its name. @throws NoticeError FILE_UNWRITABLE */
  complete(bytes: Readable): Promise<void>;
  close(): Promise<void>;
}

/**
 * A shell script that waits for word that the file is whole, then renames it from $1 to $2 unless $2 exists. Some disks
 * have no links, so it falls back to `mv`. It outlives this process, so that no temporary file stays behind.
 */
const naming = `read -r whole && { ln -T "$1" "$2" || { [ ! -e "$2" ] && mv -T "$1" "$2"; }; }
outcome=$?
rm -f "$1"
exit $outcome`;

/**
 * Opens a new file before this process gives up its rights. A child process keeps them, and renames the file.
 * @throws NoticeError FILE_UNWRITABLE
 */
export async function openNewFile(target: string): Promise<NewFile> {
  const temporary = `${target}.${randomUUID()}.tmp`;
  const namer = startNaming(temporary, target);
  const refuse = (cause: unknown): never => {
    namer.tell("").catch(() => {});
    throw new NoticeError("FILE_UNWRITABLE", { file: target, reason: folderFault(cause) }, { cause });
  };
  // "wx" is O_CREAT | O_EXCL, which by POSIX follows no link.
  const file = await open(temporary, "wx").catch(refuse);
  const folder = await open(dirname(target), "r").catch(refuse);
  return {
    async complete(bytes) {
      await writeFile(file, bytes).catch(refuse);
      await file.sync().catch(refuse);
      await namer.tell("whole\n").catch(refuse);
      await folder.sync();
    },
    async close() {
      await Promise.allSettled([namer.tell(""), file.close(), folder.close()]);
    },
  };
}

/** Starts that script. `tell` resolves when the script has ended, and rejects if it failed. */
function startNaming(temporary: string, target: string): { tell(word: string): Promise<void> } {
  const namer = spawn("sh", ["-c", naming, "notice", temporary, target], {
    stdio: ["pipe", "ignore", "pipe"],
    cwd: "/",
    // Ctrl-C in the terminal does not end it.
    detached: true,
  });
  // The script may end before it is told anything.
  namer.stdin.on("error", () => {});
  const ended = Promise.all([once(namer, "close"), text(namer.stderr)]);
  ended.catch(() => {});
  return {
    async tell(word) {
      namer.stdin.end(word);
      const [[code], said] = await ended;
      if (code !== 0) throw new Error(said.trim() || `its naming ended with exit code ${code}`);
    },
  };
}
